"use client";

import { ChevronRight } from "lucide-react";
import { parseAsArrayOf, parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo, useRef, useState } from "react";
import type { Tone } from "@/lib/contracts/axes";
import { TracePhase } from "@/lib/contracts/trace";
import { formatClockMs, formatDuration, formatExactHint, formatOffset } from "@/lib/client/format-time";
import type { RunView } from "@/lib/client/run-view";
import { timelineRows, timelineSpan, timelineTicks, type TimelineRow } from "@/lib/client/timeline";
import { EVIDENCE_STATUS_TABLE } from "@/lib/contracts/axes";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { TONE_CLASSES } from "../ui/tone-classes";
import { useNow } from "../ui/use-now";
import { useVirtualRows } from "../ui/use-virtual-rows";
import { PhaseFilter } from "./phase-filter";
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
  const [phases, setPhases] = useQueryState("phase", PHASES);
  const rows = useMemo(() => timelineRows(trace, tools), [trace, tools]);
  if (rows.length === 0)
    return <EmptyState title="No trace yet">Lines appear here as the run goes on.</EmptyState>;
  const end = isRunning ? Math.max(now, run.createdAt) : (run.termination?.completedAt ?? run.createdAt);
  const span = timelineSpan(rows, run.createdAt, run.termination?.completedAt ?? null, end);
  const shown = phases.length === 0 ? rows : rows.filter((row) => phases.includes(row.phase));
  return (
    <div>
      <PhaseFilter onChange={(next) => void setPhases(next)} rows={rows} selected={phases} />
      {shown.length === 0 ? (
        <EmptyState title="No line of these phases">
          <Button className="mt-2" onClick={() => void setPhases(null)} size="sm">
            Show all phases
          </Button>
        </EmptyState>
      ) : (
        <Waterfall end={end} rows={shown} span={span} />
      )}
    </div>
  );
}

interface WaterfallProps {
  readonly rows: readonly TimelineRow[];
  readonly span: { readonly startAt: number; readonly endAt: number };
  readonly end: number;
}

function Waterfall({ rows, span, end }: WaterfallProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // A row that is scrolled out of sight leaves the document, and is open again when it comes back.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const virtual = useVirtualRows({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 20,
  });
  const spanMs = span.endAt - span.startAt;
  const ticks = timelineTicks(spanMs);
  const share = (at: number) => Math.min(100, Math.max(0, ((at - span.startAt) / spanMs) * 100));
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
                row={row}
                share={share}
                spanMs={spanMs}
                startAt={span.startAt}
                ticks={ticks}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface ActProps {
  readonly row: TimelineRow;
  readonly end: number;
  readonly startAt: number;
  readonly spanMs: number;
  readonly ticks: readonly number[];
  readonly share: (at: number) => number;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

function Act({ row, end, startAt, spanMs, ticks, share, isOpen, onToggle }: ActProps) {
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
        <span className="text-right font-mono text-2xs text-mute">{lengthOf(row, end, startAt)}</span>
      </summary>
      {isOpen && <ActLines row={row} startAt={startAt} />}
    </details>
  );
}

function ActLines({ row, startAt }: Pick<ActProps, "row" | "startAt">) {
  return (
    <div className="mb-2 ml-5 grid gap-2 border-l border-line py-1 pl-3">
      {row.events.map((event) => (
        <div key={event.seq}>
          <p className="mb-1 flex flex-wrap gap-x-3 text-2xs text-mute">
            <span className="font-mono">{event.name}</span>
            <span>{event.status}</span>
            <span className="font-mono" data-hint={formatExactHint(event.at)}>
              {formatOffset(event.at, startAt)}
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
