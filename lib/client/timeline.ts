/** Rows of the waterfall, from trace lines and tool records. Pure. */
import type { EvidenceStatus } from "../contracts/axes";
import type { ToolRecord } from "../contracts/evidence";
import { TRACE_NAME_TABLE, type TraceEvent, type TracePhase, type TraceStatus } from "../contracts/trace";

export interface TimelineRow {
  /** Stable over updates: the sequence number of the first line of the row. */
  readonly key: number;
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

/** One row per act: a `started` line and the line that ends the same act become one bar. */
export function timelineRows(trace: readonly TraceEvent[], tools: readonly ToolRecord[]): TimelineRow[] {
  const toolOf = new Map<string, ToolRecord>(tools.map((tool) => [tool.invocationId, tool]));
  const open = new Map<string, number>();
  const rows: TimelineRow[] = [];
  for (const event of trace) {
    const act = `${event.name} ${event.callId ?? ""}`;
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
  return rows;
}

/** Start and end of the whole picture: from the run's start to its end, or to `now` while it runs. */
export function timelineSpan(
  rows: readonly TimelineRow[],
  createdAt: number,
  completedAt: number | null,
  now: number,
): { readonly startAt: number; readonly endAt: number } {
  const ends = rows.map((row) => row.endAt ?? now);
  const endAt = Math.max(createdAt + 1, completedAt ?? now, ...ends);
  return { startAt: createdAt, endAt };
}

/** Tick marks at round steps, at most seven, the first at 0. Offsets in ms from the start. */
export function timelineTicks(spanMs: number): number[] {
  const rough = spanMs / 6;
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step =
    [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough) ?? magnitude * 10;
  const ticks: number[] = [];
  for (let at = 0; at <= spanMs; at += step) ticks.push(at);
  return ticks;
}

function rowOf(event: TraceEvent, tool: ToolRecord | undefined): TimelineRow {
  const startAt = event.durationMs === null ? event.at : event.at - event.durationMs;
  const isTool = event.phase === "tool" && tool !== undefined;
  return {
    key: event.seq,
    title: TRACE_NAME_TABLE[event.name],
    subtitle: isTool ? tool.label : subtitleOf(event),
    phase: event.phase,
    status: event.status,
    evidenceStatus: event.name === "TOOL_INVOCATION" ? (tool?.evidenceStatus ?? null) : null,
    startAt: event.name === "RUN_FINISHED" ? event.at : startAt,
    endAt: event.status === "started" && event.name !== "RUN_STARTED" ? null : event.at,
    callId: event.callId,
    events: [event],
  };
}

function closeRow(row: TimelineRow, event: TraceEvent): TimelineRow {
  return {
    ...row,
    status: event.status,
    subtitle: subtitleOf(event) ?? row.subtitle,
    endAt: event.durationMs === null ? Math.max(row.startAt, event.at) : row.startAt + event.durationMs,
    events: [...row.events, event],
  };
}

/** The members of a line's detail that say in a word what it was about, most telling first. */
const TELLING = [
  "intent",
  "label",
  "gain",
  "reason",
  "stopReason",
  "outcome",
  "fallbackType",
  "verdict",
  "code",
];

function subtitleOf(event: TraceEvent): string | null {
  for (const name of TELLING) {
    const value = event.detail[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}
