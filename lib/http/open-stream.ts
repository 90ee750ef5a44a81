/** A stream that somebody reads who has come in: it stays open only as long as they may stay. */
import type { Timers } from "../runs/ports";
import type { SseConnections, SseKind } from "./sse-connections";

export interface OpenStream {
  /** Aborts when the reader leaves, or may not stay any longer. */
  readonly signal: AbortSignal;
  /** The stream has ended. Idempotent. */
  close(): void;
}

interface StreamVisit {
  readonly timers: Timers;
  readonly connections: SseConnections;
  /** Aborts when the reader leaves. */
  readonly readerSignal: AbortSignal;
  /** How often is asked whether the reader may stay, ms: one who may not is gone at most this much later. */
  readonly recheckMs: number;
  /** Whether the reader would be let in now. Never rejects: what cannot be read is no refusal. */
  readonly mayStay: () => Promise<boolean>;
}

/** Opens a stream of its kind; a reader whose session, token or role ends loses it. */
export function openStream(kind: SseKind, visit: StreamVisit): OpenStream {
  const { timers, readerSignal, mayStay, recheckMs } = visit;
  const shown = new AbortController();
  const counted = visit.connections.open(kind);
  let recheck: { cancel(): void } | null = null;
  const close = (): void => {
    counted();
    recheck?.cancel();
    recheck = null;
    readerSignal.removeEventListener("abort", leave);
  };
  const leave = (): void => {
    close();
    shown.abort();
  };
  const schedule = (): void => {
    recheck = timers.after(recheckMs, () => {
      void mayStay().then((stays) => {
        if (recheck === null) return;
        if (stays) schedule();
        else leave();
      });
    });
  };
  schedule();
  readerSignal.addEventListener("abort", leave, { once: true });
  if (readerSignal.aborted) leave();
  return { signal: shown.signal, close };
}
