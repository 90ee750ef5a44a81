/**
 * The view model of one run: what the console shows, folded from a loaded run and the frames of its watch stream.
 * Pure; the axes are taken as they come and never derived from one another.
 */
import type { CancellationReceipt } from "../contracts/cancellation";
import type { ToolRecord } from "../contracts/evidence";
import type { WatchEventFrame, WatchFrame } from "../contracts/frames";
import type { RunDetail } from "../contracts/run";
import type { TraceEvent, TraceName } from "../contracts/trace";

export interface RunView {
  readonly run: RunDetail;
  /** Axes and budget already contain every event up to this one. */
  readonly containsSeq: number;
  /** True until the watch stream's `end`: something may still come. */
  readonly live: boolean;
  /** In order of sequence number, without gaps of our making. */
  readonly trace: readonly TraceEvent[];
  /** In order of ordinal. */
  readonly tools: readonly ToolRecord[];
}

/** A view from what the API returned: nothing is known about which watch events it contains. */
export function viewOfLoadedRun(
  run: RunDetail,
  trace: readonly TraceEvent[],
  tools: readonly ToolRecord[],
): RunView {
  return { run, containsSeq: 0, live: isUnsettled(run), trace, tools };
}

/** A snapshot replaces the run; trace and tools are kept, because it does not carry them. */
export function foldSnapshot(
  view: RunView | undefined,
  frame: Extract<WatchFrame, { event: "snapshot" }>,
): RunView {
  return {
    run: frame.data.run,
    containsSeq: frame.data.seq,
    live: true,
    trace: view?.trace ?? [],
    tools: view?.tools ?? [],
  };
}

/** Folds one stored event. Events may be folded again without harm. */
export function foldEvent(view: RunView, frame: WatchEventFrame, seq: number): RunView {
  switch (frame.event) {
    case "trace":
      return { ...view, trace: insertTrace(view.trace, frame.data) };
    case "tool":
      return { ...view, tools: upsertTool(view.tools, frame.data) };
    case "state": {
      if (seq <= view.containsSeq) return view;
      // A terminal state is final (RUN-1), so a late RUNNING snapshot is only an old one.
      if (frame.data.runState === "RUNNING" && view.run.runState !== "RUNNING") return view;
      return { ...view, run: { ...view.run, ...frame.data } };
    }
    case "budget":
      if (seq <= view.containsSeq) return view;
      return {
        ...view,
        run: { ...view.run, budget: frame.data, budgetShare: highestShare(frame.data) },
      };
    case "end":
      return { ...view, live: false };
  }
}

/** A fetched detail replaces the run, unless events that overtook it have already told of a terminal state or an outcome. */
export function foldDetail(view: RunView, run: RunDetail): RunView {
  if (run.runState === "RUNNING" && view.run.runState !== "RUNNING") return view;
  if (run.releaseOutcome === null && view.run.releaseOutcome !== null) return view;
  return { ...view, run };
}

/** The receipt of a cancel reply, before the watch stream says the same. */
export function foldReceipt(view: RunView, receipt: CancellationReceipt): RunView {
  return { ...view, run: { ...view.run, cancellation: receipt } };
}

const TELLS_MORE_IN_DETAIL: ReadonlySet<TraceName> = new Set([
  "CANCEL_REQUESTED",
  "HANDLE_STOPPED",
  "LATE_ARRIVAL",
  "RUN_FINISHED",
]);

/** True when the event announces something that only the run's detail carries (receipt, answer, termination). */
export function callsForDetail(frame: WatchEventFrame): boolean {
  if (frame.event === "end") return true;
  if (frame.event === "state") return frame.data.runState !== "RUNNING";
  return frame.event === "trace" && TELLS_MORE_IN_DETAIL.has(frame.data.name);
}

/** RUN-14: calls still being stopped after the terminal state was set. */
export function stoppingCalls(run: RunDetail): number {
  if (run.runState === "RUNNING") return 0;
  const pending = run.cancellation?.handles.filter((handle) => handle.stop === "pending").length;
  return pending ?? run.stoppingCalls;
}

/** True while the watch stream can still bring something. */
export function isUnsettled(run: RunDetail): boolean {
  return run.runState === "RUNNING" || run.releaseOutcome === null || stoppingCalls(run) > 0;
}

function highestShare(budget: RunDetail["budget"]): number {
  return Math.max(
    ...Object.values(budget).map((gauge) => (gauge.limit === 0 ? 0 : gauge.used / gauge.limit)),
  );
}

function insertTrace(trace: readonly TraceEvent[], event: TraceEvent): readonly TraceEvent[] {
  const last = trace.at(-1);
  if (last === undefined || event.seq > last.seq) return [...trace, event];
  const at = trace.findIndex((known) => known.seq >= event.seq);
  if (trace[at]?.seq === event.seq) return trace;
  return [...trace.slice(0, at), event, ...trace.slice(at)];
}

function upsertTool(tools: readonly ToolRecord[], record: ToolRecord): readonly ToolRecord[] {
  const at = tools.findIndex((known) => known.invocationId === record.invocationId);
  if (at === -1) return [...tools, record].sort((a, b) => a.ordinal - b.ordinal);
  // TOOL-2: READY and ERROR are final; a replayed PROJECTING is only an old line.
  if (record.status === "PROJECTING" && tools[at]?.status !== "PROJECTING") return tools;
  return tools.map((known, index) => (index === at ? record : known));
}
