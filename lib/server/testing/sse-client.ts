/** A minimal reader of server-sent events over fetch, for tests. */
import { PublicFrame, WatchFrame } from "../../contracts/frames";

export interface RawEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: unknown;
}

export async function* readSse(response: Response): AsyncGenerator<RawEvent> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let buffer = "";
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    buffer += decoder.decode(value, { stream: true });
    let end = buffer.indexOf("\n\n");
    while (end >= 0) {
      const event = parseEvent(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (event !== null) yield event;
      end = buffer.indexOf("\n\n");
    }
  }
}

function parseEvent(block: string): RawEvent | null {
  const fields = new Map(
    block
      .split("\n")
      .filter((line) => !line.startsWith(":"))
      .map((line) => {
        const colon = line.indexOf(": ");
        return [line.slice(0, colon), line.slice(colon + 2)] as const;
      }),
  );
  const event = fields.get("event");
  if (event === undefined) return null;
  return { id: fields.get("id") ?? null, event, data: JSON.parse(fields.get("data") ?? "null") };
}

/** Reads a public stream to its end; every frame must be one of the protocol's. */
export async function readPublicStream(response: Response): Promise<PublicFrame[]> {
  const frames: PublicFrame[] = [];
  for await (const { event, data } of readSse(response)) frames.push(PublicFrame.parse({ event, data }));
  return frames;
}

export async function readWatchStream(
  response: Response,
): Promise<{ id: number | null; frame: WatchFrame }[]> {
  const frames: { id: number | null; frame: WatchFrame }[] = [];
  for await (const { id, event, data } of readSse(response)) {
    frames.push({ id: id === null ? null : Number(id), frame: WatchFrame.parse({ event, data }) });
  }
  return frames;
}
