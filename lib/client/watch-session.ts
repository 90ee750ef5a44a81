import { WatchFrame, type WatchEventFrame } from "../contracts/frames";
import { isWorthRetrying, MalformedReplyError } from "./api-error";
import type { Network } from "./browser-network";
import { parseJson } from "./parse-json";
import { readEvents } from "./read-events";
import type { SseEvent } from "./sse-parser";

/** One-shot timers, injected so that tests own time. */
interface SessionTimers {
  after(delayMs: number, fire: () => void): { cancel(): void };
}

export type WatchStatus =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  | { readonly kind: "reconnecting"; readonly attempt: number; readonly delayMs: number }
  /** The browser says that there is no network. Tried again all the same: it may be wrong about this server. */
  | { readonly kind: "offline" }
  | { readonly kind: "ended" }
  | { readonly kind: "refused"; readonly error: Error };

export interface WatchSessionOptions {
  readonly runId: string;
  /** Events up to this sequence number are already known. */
  readonly after: number;
  readonly open: (runId: string, after: number, signal: AbortSignal) => Promise<Response>;
  readonly onSnapshot: (frame: Extract<WatchFrame, { event: "snapshot" }>) => void;
  /** Called once per event, in order of its sequence number. */
  readonly onEvent: (frame: WatchEventFrame, seq: number) => void;
  readonly onStatus: (status: WatchStatus) => void;
  readonly timers: SessionTimers;
  readonly network: Network;
  /** 0–1, for jitter. */
  readonly random: () => number;
}

const FIRST_DELAY_MS = 400;
const LONGEST_DELAY_MS = 15_000;
/** The server sends a heartbeat every 15 s: three missed ones mean that the connection is dead. */
export const SILENCE_LIMIT_MS = 45_000;

/**
 * One reader's watch over one run. It owns the cursor, the connection and the back-off; it keeps no events.
 *
 * Invariants: an event is handed on at most once and in order (by sequence number, over any number of
 * reconnections); nothing is handed on after `dispose`; `end` and a refusal are final. The network's loss and return are
 * acted upon at once; while it is lost, the back-off goes on.
 */
export class WatchSession {
  readonly #options: WatchSessionOptions;
  #cursor: number;
  #attempt = 0;
  #disposed = false;
  #connection: AbortController | undefined;
  #retry: { cancel(): void } | undefined;
  #leaveNetwork: (() => void) | undefined;

  constructor(options: WatchSessionOptions) {
    this.#options = options;
    this.#cursor = options.after;
  }

  start(): void {
    const { network, onStatus } = this.#options;
    this.#leaveNetwork = network.subscribe((online) => this.#onNetwork(online));
    onStatus(network.isOnline() ? { kind: "connecting" } : { kind: "offline" });
    void this.#connect();
  }

  /** Idempotent. The run goes on; only this watch ends. */
  dispose(): void {
    this.#disposed = true;
    this.#leaveNetwork?.();
    this.#leaveNetwork = undefined;
    this.#dropConnection();
  }

  #onNetwork(online: boolean): void {
    if (this.#disposed) return;
    this.#dropConnection();
    this.#attempt = 0;
    if (!online) return this.#scheduleRetry();
    this.#options.onStatus({ kind: "connecting" });
    void this.#connect();
  }

  /** What the connection still brings from here on is nobody's. */
  #dropConnection(): void {
    this.#retry?.cancel();
    this.#retry = undefined;
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.abort();
  }

  async #connect(): Promise<void> {
    const connection = new AbortController();
    this.#connection = connection;
    try {
      const response = await this.#options.open(this.#options.runId, this.#cursor, connection.signal);
      if (this.#connection !== connection) return;
      if (await this.#read(response, connection)) return this.#finish({ kind: "ended" });
      if (this.#connection === connection) this.#scheduleRetry();
    } catch (error) {
      if (this.#connection !== connection) return;
      if (isWorthRetrying(error) || isAbort(error)) return this.#scheduleRetry();
      this.#finish({ kind: "refused", error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  /** True when the run's `end` was read, false when the connection closed or was dropped before it. */
  async #read(response: Response, connection: AbortController): Promise<boolean> {
    this.#options.onStatus({ kind: "live" });
    let silence = this.#guardSilence(connection);
    const onChunk = () => {
      silence.cancel();
      if (this.#connection === connection) silence = this.#guardSilence(connection);
    };
    try {
      for await (const event of readEvents(response, onChunk)) {
        if (this.#connection !== connection) return false;
        if (this.#take(event)) return this.#connection === connection;
      }
      return false;
    } finally {
      silence.cancel();
    }
  }

  #guardSilence(connection: AbortController): { cancel(): void } {
    return this.#options.timers.after(SILENCE_LIMIT_MS, () => connection.abort());
  }

  #take(event: SseEvent): boolean {
    // An event of a kind this version does not know is skipped: newer servers may send more.
    if (!WATCH_EVENTS.has(event.event)) return false;
    const parsed = WatchFrame.safeParse({ event: event.event, data: parseJson(event.data) });
    if (!parsed.success) {
      throw new MalformedReplyError(`The live update "${event.event}" could not be read.`);
    }
    const frame = parsed.data;
    this.#attempt = 0;
    if (frame.event === "snapshot") {
      this.#options.onSnapshot(frame);
      return false;
    }
    const seq = Number(event.id);
    if (event.id === "" || !Number.isInteger(seq)) {
      throw new MalformedReplyError(`The live update "${event.event}" has no sequence number.`);
    }
    if (seq <= this.#cursor) return false;
    this.#cursor = seq;
    this.#options.onEvent(frame, seq);
    return frame.event === "end";
  }

  #scheduleRetry(): void {
    const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#attempt);
    const delayMs = Math.round(longest / 2 + (longest / 2) * this.#options.random());
    this.#attempt++;
    this.#options.onStatus(
      this.#options.network.isOnline()
        ? { kind: "reconnecting", attempt: this.#attempt, delayMs }
        : { kind: "offline" },
    );
    this.#retry = this.#options.timers.after(delayMs, () => {
      this.#retry = undefined;
      void this.#connect();
    });
  }

  #finish(status: WatchStatus): void {
    this.#options.onStatus(status);
    this.dispose();
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

const WATCH_EVENTS: ReadonlySet<string> = new Set(["snapshot", "trace", "state", "budget", "tool", "end"]);
