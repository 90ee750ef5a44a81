/**
 * Incremental parser of a `text/event-stream` body. It owns the bytes that do not yet make a whole event;
 * it owns no connection. Chunks may be cut anywhere: inside a UTF-8 character, between CR and LF, mid-field.
 */
export interface SseEvent {
  /** "message" where the server named none. */
  readonly event: string;
  readonly data: string;
  /** The last id seen on the stream, empty before the first. */
  readonly id: string;
}

export class SseParser {
  readonly #decoder = new TextDecoder("utf-8");
  #pending = "";
  #skipLineFeed = false;
  #event = "";
  #data: string[] = [];
  #id = "";

  /** Takes the next bytes and returns the events they complete, in order. Comments give none. */
  push(chunk: Uint8Array): SseEvent[] {
    let text = this.#decoder.decode(chunk, { stream: true });
    if (text === "") return [];
    // A CR at the end of the previous chunk already ended its line; its LF must not end another.
    if (this.#skipLineFeed) {
      this.#skipLineFeed = false;
      if (text.startsWith("\n")) text = text.slice(1);
    }
    this.#pending += text;
    const events: SseEvent[] = [];
    let start = 0;
    for (let at = 0; at < this.#pending.length; at++) {
      const character = this.#pending.charAt(at);
      if (character !== "\n" && character !== "\r") continue;
      const event = this.#line(this.#pending.slice(start, at));
      if (event !== undefined) events.push(event);
      if (character === "\r") {
        if (at + 1 === this.#pending.length) this.#skipLineFeed = true;
        else if (this.#pending.charAt(at + 1) === "\n") at++;
      }
      start = at + 1;
    }
    this.#pending = this.#pending.slice(start);
    return events;
  }

  #line(line: string): SseEvent | undefined {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    if (colon === 0) return undefined;
    const field = colon === -1 ? line : line.slice(0, colon);
    const raw = colon === -1 ? "" : line.slice(colon + 1);
    const value = raw.startsWith(" ") ? raw.slice(1) : raw;
    if (field === "event") this.#event = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    return undefined;
  }

  #dispatch(): SseEvent | undefined {
    const event = this.#event;
    const data = this.#data;
    this.#event = "";
    this.#data = [];
    if (data.length === 0) return undefined;
    return { event: event === "" ? "message" : event, data: data.join("\n"), id: this.#id };
  }
}
