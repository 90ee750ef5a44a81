/** Rows of the waterfall, from trace lines and tool records. Pure. */
import type { EvidenceStatus } from "../contracts/axes";
import type { ToolRecord } from "../contracts/evidence";
import {
  TRACE_NAME_TABLE,
  type TraceEvent,
  type TraceName,
  type TracePhase,
  type TraceStatus,
} from "../contracts/trace";

export interface TimelineRow {
  /** Stable over updates: the sequence number of the row's first line, or the call's id. */
  readonly key: string;
  readonly title: string;
  /** What it was about, where the line says so. */
  readonly subtitle: string | null;
  readonly phase: TracePhase;
  readonly status: TraceStatus;
  readonly evidenceStatus: EvidenceStatus | null;
  readonly startAt: number;
  /** Null while it is still under way; equal to `startAt` for an instant. */
  readonly endAt: number | null;
  readonly callId: string | null;
  /** The lines behind the row, in order. */
  readonly events: readonly TraceEvent[];
}

/** Lines of two names that tell the beginning and the end of one act. */
const BEGUN_BY: Partial<Record<TraceName, TraceName>> = {
  ROUTING_DECISION: "ROUTING_ATTEMPT",
  SEMANTIC_GUARD_DECISION: "SEMANTIC_GUARD_ATTEMPT",
};

/**
 * One row per act, in order of their beginnings: a `started` line and the line that ends the same act become one bar. A
 * call that is still running has no line yet and is taken from its record.
 */
export function timelineRows(trace: readonly TraceEvent[], tools: readonly ToolRecord[]): TimelineRow[] {
  const toolOf = new Map<string, ToolRecord>(tools.map((tool) => [tool.invocationId, tool]));
  const open = new Map<string, number>();
  const told = new Set<string>();
  const rows: TimelineRow[] = [];
  for (const event of trace) {
    const act = `${BEGUN_BY[event.name] ?? event.name} ${event.callId ?? ""}`;
    if (event.name === "TOOL_INVOCATION" && event.callId !== null) told.add(event.callId);
    if (event.name === "RUN_RESUMED") loseOpenRows(rows, open, event.at);
    const at = open.get(act);
    const started = at === undefined ? undefined : rows[at];
    if (at !== undefined && started !== undefined && event.status !== "started") {
      rows[at] = closeRow(started, event);
      open.delete(act);
      continue;
    }
    if (event.status === "started" && event.name !== "RUN_STARTED") open.set(act, rows.length);
    rows.push(rowOf(event, event.callId === null ? undefined : toolOf.get(event.callId)));
  }
  for (const tool of tools) if (!told.has(tool.invocationId)) rows.push(rowOfTool(tool));
  return rows.sort((a, b) => a.startAt - b.startAt);
}

/** Start and end of the whole picture: from the run's start to its end, or to `now` while it runs. */
export function timelineSpan(
  rows: readonly TimelineRow[],
  createdAt: number,
  completedAt: number | null,
  now: number,
): TimeWindow {
  const ends = rows.map((row) => row.endAt ?? now);
  const endAt = Math.max(createdAt + 1, completedAt ?? now, ...ends);
  return { startAt: createdAt, endAt };
}

/** A part of the picture, ms since the epoch. */
export interface TimeWindow {
  readonly startAt: number;
  readonly endAt: number;
}

/** The shortest window, ms: bars and offsets are whole milliseconds, more would show nothing more. */
const SHORTEST_WINDOW_MS = 10;

/**
 * A window of another length around an instant that keeps its place, within the picture; null where that is all of it, so that it
 * grows with a run that goes on.
 * @param factor below 1 zooms in
 */
export function zoomWindow(
  window: TimeWindow,
  span: TimeWindow,
  factor: number,
  around: number,
): TimeWindow | null {
  const lengthMs = window.endAt - window.startAt;
  const wantedMs = Math.max(SHORTEST_WINDOW_MS, lengthMs * factor);
  if (wantedMs >= span.endAt - span.startAt) return null;
  const share = (Math.min(window.endAt, Math.max(window.startAt, around)) - window.startAt) / lengthMs;
  const startAt = window.startAt + share * (lengthMs - wantedMs);
  return within({ startAt, endAt: startAt + wantedMs }, span);
}

/** The window moved by so many ms, no further than the picture reaches. */
export function panWindow(window: TimeWindow, span: TimeWindow, byMs: number): TimeWindow {
  return within({ startAt: window.startAt + byMs, endAt: window.endAt + byMs }, span);
}

function within({ startAt, endAt }: TimeWindow, span: TimeWindow): TimeWindow {
  const by = Math.max(span.startAt - startAt, 0) - Math.max(endAt - span.endAt, 0);
  return { startAt: startAt + by, endAt: endAt + by };
}

/** Where a row stands in a window, in percent of its width; beside it where it is wholly earlier or later. */
export type RowPlace =
  | { readonly kind: "bar"; readonly left: number; readonly width: number }
  | { readonly kind: "instant"; readonly left: number }
  | { readonly kind: "earlier" }
  | { readonly kind: "later" };

/** @param now where a row that is still under way ends */
export function placeOf(row: TimelineRow, window: TimeWindow, now: number): RowPlace {
  const endAt = row.endAt ?? Math.max(now, row.startAt);
  if (endAt < window.startAt) return { kind: "earlier" };
  if (row.startAt > window.endAt) return { kind: "later" };
  const percent = (at: number) =>
    Math.min(100, Math.max(0, ((at - window.startAt) / (window.endAt - window.startAt)) * 100));
  const left = percent(row.startAt);
  if (row.endAt === row.startAt) return { kind: "instant", left };
  return { kind: "bar", left, width: percent(endAt) - left };
}

/** Tick marks at round steps of a part of the picture, at most seven; of the whole, the first at 0. Offsets in ms from the run's start. */
export function timelineTicks(toMs: number, fromMs = 0): number[] {
  const rough = (toMs - fromMs) / 6;
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step =
    [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough) ?? magnitude * 10;
  const ticks: number[] = [];
  for (let at = Math.ceil(fromMs / step) * step; at <= toMs; at += step) ticks.push(at);
  return ticks;
}

function rowOf(event: TraceEvent, tool: ToolRecord | undefined): TimelineRow {
  const isOpen = event.status === "started" && event.name !== "RUN_STARTED";
  const [startAt, endAt] = timesOf(event);
  return {
    key: String(event.seq),
    title: TRACE_NAME_TABLE[event.name],
    subtitle: event.name === "TOOL_INVOCATION" && tool !== undefined ? tool.label : subtitleOf(event),
    phase: event.phase,
    status: event.status,
    evidenceStatus: event.name === "TOOL_INVOCATION" ? (tool?.evidenceStatus ?? null) : null,
    startAt,
    endAt: isOpen ? null : endAt,
    callId: event.callId,
    events: [event],
  };
}

function rowOfTool(tool: ToolRecord): TimelineRow {
  const statuses = { PROJECTING: "started", READY: "ok", ERROR: "failed" } as const;
  return {
    key: tool.invocationId,
    title: TRACE_NAME_TABLE.TOOL_INVOCATION,
    subtitle: tool.label,
    phase: "tool",
    status: statuses[tool.status],
    evidenceStatus: tool.evidenceStatus,
    startAt: tool.startedAt,
    endAt: tool.completedAt,
    callId: tool.invocationId,
    events: [],
  };
}

/** A line with a duration is dated by its beginning, except those that tell of an end: they are dated by it. */
function timesOf(event: TraceEvent): readonly [number, number] {
  if (event.durationMs === null || event.name === "RUN_FINISHED") return [event.at, event.at];
  if (event.phase === "control") return [event.at - event.durationMs, event.at];
  return [event.at, event.at + event.durationMs];
}

function closeRow(row: TimelineRow, event: TraceEvent): TimelineRow {
  const endAt = event.durationMs === null ? event.at : timesOf(event)[1];
  return {
    ...row,
    status: event.status,
    subtitle: subtitleOf(event) ?? row.subtitle,
    endAt: Math.max(row.startAt, endAt),
    events: [...row.events, event],
  };
}

/** What a lost process had begun will not be ended by anybody; the new one begins it again. */
function loseOpenRows(rows: TimelineRow[], open: Map<string, number>, at: number): void {
  for (const index of open.values()) {
    const row = rows[index];
    if (row === undefined) continue;
    rows[index] = {
      ...row,
      status: "failed",
      subtitle: "lost with its process",
      endAt: Math.max(row.startAt, at),
    };
  }
  open.clear();
}

/** The members of a line's detail that say in a word what it was about, most telling first. */
const TELLING = [
  "fallbackType",
  "outcome",
  "intent",
  "label",
  "gain",
  "stopReason",
  "decision",
  "what",
  "resource",
  "violation",
  "code",
  "reason",
  "error",
] as const;

function subtitleOf(event: TraceEvent): string | null {
  const step = event.detail["step"];
  if (event.name === "AGENT_MODEL_STEP" && typeof step === "number") {
    const kind = event.detail["kind"];
    return typeof kind === "string" ? `${step} · ${kind}` : String(step);
  }
  if (event.name === "RUN_RESUMED") return resumedWith(event.detail);
  for (const name of TELLING) {
    const value = event.detail[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

function resumedWith({ records, lostCalls }: TraceEvent["detail"]): string | null {
  if (typeof records !== "number" || typeof lostCalls !== "number") return null;
  const kept = `${records} ${records === 1 ? "record" : "records"} kept`;
  return lostCalls === 0 ? kept : `${kept}, ${lostCalls} ${lostCalls === 1 ? "call" : "calls"} lost`;
}
