/**
 * The watch stream of one run: a snapshot, then every event after the cursor, in order, none lost, none twice, for running and
 * finished runs alike. A live run is read from its journal, which holds all its events; a finished one from the store.
 */
import type { WatchFrame } from "../contracts/frames";
import type { RunId } from "../contracts/ids";
import type { JournalEvent } from "./ports";
import type { RunDirectory } from "./run-directory";

export interface WatchedFrame {
  /** The SSE id; null for the snapshot. */
  readonly id: number | null;
  readonly frame: WatchFrame;
}

const PAGE = 500;

/** Ends after the run's `end`, or when `signal` aborts. Yields nothing for an unknown run. */
export async function* watchRun(
  directory: RunDirectory,
  runId: RunId,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<WatchedFrame> {
  // Taken before anything is awaited: a run that retires meanwhile keeps its journal alive for this reader.
  const live = directory.findLive(runId);
  const run = live === undefined ? await directory.findRun(runId) : directory.detailOf(live);
  if (run === null) return;
  yield { id: null, frame: { event: "snapshot", data: { seq: afterSeq, run } } };
  if (live === undefined) yield* storedEvents(directory, runId, afterSeq, signal);
  else yield* liveEvents(live.journal, afterSeq, signal);
}

async function* storedEvents(
  directory: RunDirectory,
  runId: RunId,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<WatchedFrame> {
  let cursor = afterSeq;
  while (!signal.aborted) {
    const page = await directory.listEvents(runId, cursor, PAGE);
    for (const event of page) yield framed(event);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    cursor = last.seq;
  }
}

async function* liveEvents(
  journal: {
    readonly events: readonly JournalEvent[];
    readonly isClosed: boolean;
    indexAfter(seq: number): number;
    subscribe(listener: () => void): () => void;
  },
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<WatchedFrame> {
  let wake: () => void = () => undefined;
  const onAbort = () => wake();
  const unsubscribe = journal.subscribe(() => wake());
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    let next = journal.indexAfter(afterSeq);
    while (!signal.aborted) {
      const event = journal.events[next];
      if (event !== undefined) {
        next += 1;
        yield framed(event);
      } else if (journal.isClosed) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", onAbort);
  }
}

function framed(event: JournalEvent): WatchedFrame {
  return { id: event.seq, frame: event.frame };
}
