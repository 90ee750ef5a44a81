"use client";

import { ChevronRight } from "lucide-react";
import { parseAsArrayOf, parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo, useRef, useState } from "react";
import type { Tone } from "@/lib/contracts/axes";
import { TracePhase } from "@/lib/contracts/trace";
import { formatClockMs, formatDuration, formatExactHint, formatOffset } from "@/lib/client/format-time";
import type { RunView } from "@/lib/client/run-view";
import {
  placeOf,
  timelineRows,
  timelineSpan,
  timelineTicks,
  type TimelineRow,
  type TimeWindow,
} from "@/lib/client/timeline";
import { EVIDENCE_STATUS_TABLE } from "@/lib/contracts/axes";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { TONE_CLASSES } from "../ui/tone-classes";
import { useNow } from "../ui/use-now";
import { useVirtualRows } from "../ui/use-virtual-rows";
import { PhaseFilter } from "./phase-filter";
import { useTimelineZoom, useWheelZoom, ZoomBar, type TimelineZoom } from "./timeline-zoom";
import { TraceDetailList } from "./trace-detail-list";

const PHASES = parseAsArrayOf(parseAsStringLiteral(TracePhase.options)).withDefault([]);
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

const ROW_HEIGHT = 28;

/** The run as a waterfall: one bar per act, instants as marks; each row opens to the lines behind it. Only rows in sight are in the document. */
export function TimelineView({ view }: { view: RunView }) {
  const { run, trace, tools } = view;
  const isRunning = run.runState === "RUNNING";
  const now = useNow(isRunning, true);
  const rows = useMemo(() => timelineRows(trace, tools), [trace, tools]);
  if (rows.length === 0)
    return <EmptyState title="No trace yet">Lines appear here as the run goes on.</EmptyState>;
  const end = isRunning ? Math.max(now, run.createdAt) : (run.termination?.completedAt ?? run.createdAt);
  const span = timelineSpan(rows, run.createdAt, run.termination?.completedAt ?? null, end);
  return <Timeline end={end} rows={rows} span={span} />;
}

interface TimelineProps {
  readonly rows: readonly TimelineRow[];
  readonly span: TimeWindow;
  /** Where what is still under way ends. */
  readonly end: number;
}

function Timeline({ rows, span, end }: TimelineProps) {
  const [phases, setPhases] = useQueryState("phase", PHASES);
  const zoom = useTimelineZoom(span);
  const shown = phases.length === 0 ? rows : rows.filter((row) => phases.includes(row.phase));
  return (
    <div>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <PhaseFilter onChange={(next) => void setPhases(next)} rows={rows} selected={phases} />
        <ZoomBar origin={span.startAt} zoom={zoom} />
      </div>
      {shown.length === 0 ? (
        <EmptyState title="No line of these phases">
          <Button className="mt-2" onClick={() => void setPhases(null)} size="sm">
            Show all phases
          </Button>
        </EmptyState>
      ) : (
        <Waterfall end={end} origin={span.startAt} rows={shown} zoom={zoom} />
      )}
    </div>
  );
}

interface WaterfallProps {
  readonly rows: readonly TimelineRow[];
  readonly end: number;
  /** When the run began; offsets count from there. */
  readonly origin: number;
  readonly zoom: TimelineZoom;
}

function Waterfall({ rows, end, origin, zoom }: WaterfallProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useWheelZoom(scroller, zoom);
  // A row that is scrolled out of sight leaves the document, and is open again when it comes back.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const virtual = useVirtualRows({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 20,
  });
  const { window } = zoom;
  const ticks = ticksOf(window, origin);
  return (
    <div
      aria-label="Timeline"
      className="max-h-[max(24rem,72dvh)] overflow-y-auto"
      ref={scroller}
      role="region"
      tabIndex={0}
    >
      <div
        aria-hidden
        className={`${GRID} sticky top-0 z-10 hidden bg-panel px-1 pb-1 text-2xs text-faint md:grid`}
      >
        <span>{formatClockMs(window.startAt)}</span>
        <span className="relative h-4">
          {ticks.map(({ offset, left }) => (
            <span
              className={`absolute whitespace-nowrap ${left < 2 ? "" : "-translate-x-1/2"}`}
              key={offset}
              style={{ left: `${left}%` }}
            >
              {left > 94 ? "" : formatDuration(offset)}
            </span>
          ))}
        </span>
        <span className="text-right font-mono">{formatDuration(window.endAt - window.startAt)}</span>
      </div>
      <ol className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              aria-posinset={item.index + 1}
              aria-setsize={rows.length}
              className="absolute inset-x-0 top-0"
              data-index={item.index}
              key={item.key}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Act
                end={end}
                isOpen={open.has(row.key)}
                onToggle={(isOpen) =>
                  setOpen((before) => {
                    if (before.has(row.key) === isOpen) return before;
                    const next = new Set(before);
                    if (isOpen) next.add(row.key);
                    else next.delete(row.key);
                    return next;
                  })
                }
                origin={origin}
                row={row}
                ticks={ticks}
                window={window}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface Tick {
  /** From the run's start, ms. */
  readonly offset: number;
  /** In percent of what is shown. */
  readonly left: number;
}

function ticksOf({ startAt, endAt }: TimeWindow, origin: number): readonly Tick[] {
  return timelineTicks(endAt - origin, startAt - origin).map((offset) => ({
    offset,
    left: ((origin + offset - startAt) / (endAt - startAt)) * 100,
  }));
}

interface ActProps {
  readonly row: TimelineRow;
  readonly end: number;
  readonly origin: number;
  readonly window: TimeWindow;
  readonly ticks: readonly Tick[];
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

function Act({ row, end, origin, window, ticks, isOpen, onToggle }: ActProps) {
  return (
    <details className="group" onToggle={({ currentTarget }) => onToggle(currentTarget.open)} open={isOpen}>
      <summary className={`${GRID} items-center rounded-md px-1 py-1 -outline-offset-2 hover:bg-sunken`}>
        <span className="flex min-w-0 items-center gap-1.5">
          <ChevronRight
            aria-hidden
            className="size-3 shrink-0 text-faint transition-transform group-open:rotate-90"
          />
          <span className={`shrink-0 ${row.phase === "control" ? "text-warn" : ""}`}>{row.title}</span>
          {row.subtitle !== null && (
            <span className="min-w-0 truncate text-xs text-mute" title={row.subtitle}>
              {row.subtitle}
            </span>
          )}
          <StatusWord row={row} />
        </span>
        <span className="relative order-last col-span-2 h-4 md:order-none md:col-span-1" data-track>
          {ticks.map(({ offset, left }) => (
            <span className="absolute inset-y-0 w-px bg-line" key={offset} style={{ left: `${left}%` }} />
          ))}
          <Bar end={end} row={row} window={window} />
        </span>
        <span className="text-right font-mono text-2xs text-mute">{lengthOf(row, end, origin)}</span>
      </summary>
      {isOpen && <ActLines origin={origin} row={row} />}
    </details>
  );
}

function ActLines({ row, origin }: Pick<ActProps, "row" | "origin">) {
  return (
    <div className="mb-2 ml-5 grid gap-2 border-l border-line py-1 pl-3">
      {row.events.map((event) => (
        <div key={event.seq}>
          <p className="mb-1 flex flex-wrap gap-x-3 text-2xs text-mute">
            <span className="font-mono">{event.name}</span>
            <span>{event.status}</span>
            <span className="font-mono" data-hint={formatExactHint(event.at)}>
              {formatOffset(event.at, origin)}
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
  );
}

function Bar({ row, end, window }: Pick<ActProps, "row" | "end" | "window">) {
  const place = placeOf(row, window, end);
  const colour = TONE_CLASSES[toneOf(row)].solid;
  switch (place.kind) {
    case "earlier":
    case "later":
      return (
        <span
          className={`absolute top-0 text-2xs leading-4 text-faint ${place.kind === "earlier" ? "left-0" : "right-0"}`}
        >
          <span aria-hidden>{place.kind === "earlier" ? "‹" : "›"}</span>
          <span className="sr-only">{place.kind} than what is shown</span>
        </span>
      );
    case "instant":
      return (
        <span
          className={`absolute top-1 size-2 -translate-x-1/2 rotate-45 rounded-[1.5px] ${colour}`}
          style={{ left: `clamp(4px, ${place.left}%, calc(100% - 4px))` }}
        />
      );
    case "bar":
      return (
        <span
          className={`absolute top-1 h-2 min-w-[3px] rounded-[3px] ${colour} ${row.endAt === null ? "opacity-70" : ""}`}
          style={{ left: `min(${place.left}%, calc(100% - 3px))`, width: `${place.width}%` }}
        />
      );
  }
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

function lengthOf(row: TimelineRow, end: number, origin: number): string {
  if (row.endAt === row.startAt) return formatOffset(row.startAt, origin);
  return formatDuration(Math.max(0, (row.endAt ?? end) - row.startAt));
}
