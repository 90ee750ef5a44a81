"use client";

import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import type { Tone } from "@/lib/contracts/axes";
import type { TracePhase } from "@/lib/contracts/trace";
import { formatClockMs, formatDuration, formatExactHint, formatOffset } from "@/lib/client/format-time";
import type { RunView } from "@/lib/client/run-view";
import { timelineRows, timelineSpan, timelineTicks, type TimelineRow } from "@/lib/client/timeline";
import { EVIDENCE_STATUS_TABLE } from "@/lib/contracts/axes";
import { EmptyState } from "../ui/empty-state";
import { TONE_CLASSES } from "../ui/tone-classes";
import { useNow } from "../ui/use-now";
import { TraceDetailList } from "./trace-detail-list";

const PHASE_TONE: Readonly<Record<TracePhase, Tone>> = {
  run: "off",
  routing: "vio",
  answer: "vio",
  agent: "vio",
  tool: "info",
  guard: "info",
  release: "ok",
  control: "warn",
};
const GRID = "grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 md:grid-cols-[17rem_minmax(0,1fr)_4.5rem]";

/** The run as a waterfall: one bar per act, instants as marks; each row opens to the lines behind it. */
export function TimelineView({ view }: { view: RunView }) {
  const { run, trace, tools } = view;
  const isRunning = run.runState === "RUNNING";
  const now = useNow(isRunning, true);
  const rows = useMemo(() => timelineRows(trace, tools), [trace, tools]);
  if (rows.length === 0)
    return <EmptyState title="No trace yet">Lines appear here as the run goes on.</EmptyState>;
  const end = isRunning ? Math.max(now, run.createdAt) : (run.termination?.completedAt ?? run.createdAt);
  const span = timelineSpan(rows, run.createdAt, run.termination?.completedAt ?? null, end);
  const spanMs = span.endAt - span.startAt;
  const ticks = timelineTicks(spanMs);
  const share = (at: number) => Math.min(100, Math.max(0, ((at - span.startAt) / spanMs) * 100));
  return (
    <div>
      <div aria-hidden className={`${GRID} sticky top-0 mb-1 hidden text-2xs text-faint md:grid`}>
        <span>{formatClockMs(span.startAt)}</span>
        <span className="relative h-4">
          {ticks.map((tick) => (
            <span
              className="absolute -translate-x-1/2 whitespace-nowrap first:translate-x-0"
              key={tick}
              style={{ left: `${(tick / spanMs) * 100}%` }}
            >
              {(tick / spanMs) * 100 > 94 ? "" : formatDuration(tick)}
            </span>
          ))}
        </span>
        <span className="text-right font-mono">{formatDuration(spanMs)}</span>
      </div>
      <ol>
        {rows.map((row) => (
          <li className="[contain-intrinsic-size:auto_28px] [content-visibility:auto]" key={row.key}>
            <details className="group">
              <summary className={`${GRID} items-center rounded-md px-1 py-1 hover:bg-sunken`}>
                <span className="flex min-w-0 items-center gap-1.5">
                  <ChevronRight
                    aria-hidden
                    className="size-3 shrink-0 text-faint transition-transform group-open:rotate-90"
                  />
                  <span className={`shrink-0 ${row.phase === "control" ? "text-warn" : ""}`}>
                    {row.title}
                  </span>
                  {row.subtitle !== null && (
                    <span className="min-w-0 truncate text-xs text-mute" title={row.subtitle}>
                      {row.subtitle}
                    </span>
                  )}
                  <StatusWord row={row} />
                </span>
                <span className="relative order-last col-span-2 h-4 md:order-none md:col-span-1">
                  {ticks.map((tick) => (
                    <span
                      className="absolute inset-y-0 w-px bg-line"
                      key={tick}
                      style={{ left: `${(tick / spanMs) * 100}%` }}
                    />
                  ))}
                  <Bar end={end} row={row} share={share} />
                </span>
                <span className="text-right font-mono text-2xs text-mute">
                  {lengthOf(row, end, span.startAt)}
                </span>
              </summary>
              <div className="mb-2 ml-5 grid gap-2 border-l border-line py-1 pl-3">
                {row.events.map((event) => (
                  <div key={event.seq}>
                    <p className="mb-1 flex flex-wrap gap-x-3 text-2xs text-mute">
                      <span className="font-mono">{event.name}</span>
                      <span>{event.status}</span>
                      <span className="font-mono" data-hint={formatExactHint(event.at)}>
                        {formatOffset(event.at, span.startAt)}
                      </span>
                      {event.callId !== null && <span className="font-mono break-all">{event.callId}</span>}
                    </p>
                    <TraceDetailList detail={event.detail} />
                  </div>
                ))}
                {row.events.length === 0 && (
                  <p className="text-xs text-mute">The call is running; its line comes when it ends.</p>
                )}
              </div>
            </details>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Bar({ row, end, share }: { row: TimelineRow; end: number; share: (at: number) => number }) {
  const left = share(row.startAt);
  const width = share(row.endAt ?? end) - left;
  const colour = TONE_CLASSES[toneOf(row)].solid;
  if (row.endAt === row.startAt) {
    return (
      <span
        className={`absolute top-1 size-2 -translate-x-1/2 rotate-45 rounded-[1.5px] ${colour}`}
        style={{ left: `clamp(4px, ${left}%, calc(100% - 4px))` }}
      />
    );
  }
  return (
    <span
      className={`absolute top-1 h-2 min-w-[3px] rounded-[3px] ${colour} ${row.endAt === null ? "opacity-70" : ""}`}
      style={{ left: `min(${left}%, calc(100% - 3px))`, width: `${width}%` }}
    />
  );
}

/** Said in a word, so that a bar is not read by its colour alone. */
function StatusWord({ row }: { row: TimelineRow }) {
  if (row.status === "failed" || row.status === "refused") {
    return <span className="shrink-0 text-2xs font-semibold text-bad">{row.status}</span>;
  }
  if (row.endAt === null) return <span className="shrink-0 text-2xs font-semibold text-info">open</span>;
  if (row.evidenceStatus === "NO_EVIDENCE") {
    return (
      <span className="shrink-0 text-2xs font-semibold text-warn">
        {EVIDENCE_STATUS_TABLE.NO_EVIDENCE.label.toLowerCase()}
      </span>
    );
  }
  return null;
}

function toneOf(row: TimelineRow): Tone {
  if (row.status === "failed" || row.status === "refused") return "bad";
  if (row.evidenceStatus !== null) return EVIDENCE_STATUS_TABLE[row.evidenceStatus].tone;
  return PHASE_TONE[row.phase];
}

function lengthOf(row: TimelineRow, end: number, startAt: number): string {
  if (row.endAt === row.startAt) return formatOffset(row.startAt, startAt);
  return formatDuration(Math.max(0, (row.endAt ?? end) - row.startAt));
}
