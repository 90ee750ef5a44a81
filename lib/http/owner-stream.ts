/**
 * The owner's public stream as an HTTP body, and the FrameSink of its session. A reader that goes away, or reads too slowly for too
 * long, is one and the same: gone. Nothing is buffered beyond the bounds.
 */
import type { PublicFrame } from "../contracts/frames";
import type { Timers } from "../runs/ports";
import type { FrameSink } from "../runs/chat-sse-session";
import type { OpenStream } from "./open-stream";
import { encodeFrame, HEARTBEAT, HEARTBEAT_MS } from "./sse";

/** Unread bytes a reader may leave. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** How long a reader may leave bytes unread, in heartbeats. */
const MAX_STALLED_BEATS = 4;

export class OwnerStream implements FrameSink {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #nextId = 1;
  #ended = false;
  #stalledBeats = 0;
  #beat: { cancel(): void } | null = null;
  readonly #timers: Timers;
  readonly #stream: OpenStream;
  readonly #onAbort = () => this.#lose();
  #lost = false;
  #onGone: () => void = () => undefined;

  /** @param stream its signal aborts when the reader has left or may not stay; closed when this has ended or the reader is lost */
  constructor(timers: Timers, stream: OpenStream) {
    this.#timers = timers;
    this.#stream = stream;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          this.#scheduleBeat();
        },
        pull: () => {
          this.#stalledBeats = 0;
        },
        cancel: () => this.#lose(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
    );
    stream.signal.addEventListener("abort", this.#onAbort, { once: true });
    if (stream.signal.aborted) this.#lose();
  }

  onGone(callback: () => void): void {
    this.#onGone = callback;
    if (this.#lost) callback();
  }

  send(frame: PublicFrame): boolean {
    return this.#write(encodeFrame(this.#nextId++, frame.event, frame.data));
  }

  end(): void {
    if (this.#ended) return;
    this.#finish();
    this.#controller?.close();
  }

  /** From the reader's abort signal, its cancel, or its slowness. A reader that may not stay any longer is still there: its body breaks off. */
  #lose(): void {
    if (this.#ended) return;
    this.#finish();
    this.#lost = true;
    this.#controller?.error(new Error("the reader is gone"));
    this.#onGone();
  }

  /** Breaks off the body of a reader that has stopped reading. */
  #breakOff(): void {
    if (this.#ended) return;
    this.#lose();
  }

  #write(bytes: Uint8Array): boolean {
    if (this.#ended || this.#controller === null) return false;
    if ((this.#controller.desiredSize ?? 0) - bytes.byteLength < -MAX_UNREAD_BYTES) {
      this.#breakOff();
      return false;
    }
    this.#controller.enqueue(bytes);
    return true;
  }

  #scheduleBeat(): void {
    this.#beat = this.#timers.after(HEARTBEAT_MS, () => {
      if (this.#ended) return;
      this.#stalledBeats = (this.#controller?.desiredSize ?? 0) > 0 ? 0 : this.#stalledBeats + 1;
      if (this.#stalledBeats >= MAX_STALLED_BEATS) {
        this.#breakOff();
        return;
      }
      this.#write(HEARTBEAT);
      this.#scheduleBeat();
    });
  }

  #finish(): void {
    this.#ended = true;
    this.#beat?.cancel();
    this.#stream.signal.removeEventListener("abort", this.#onAbort);
    this.#stream.close();
  }
}
