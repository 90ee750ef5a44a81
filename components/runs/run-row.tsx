"use client";

import Link from "next/link";
import type { RunSummary } from "@/lib/contracts/run";
import { INTENT_TABLE } from "@/lib/contracts/axes";
import { excerpt } from "@/lib/client/excerpt";
import { formatShare, plural } from "@/lib/client/format-quantity";
import { formatAgo, formatDuration, formatElapsed, formatExactHint } from "@/lib/client/format-time";
import { AXES, type Axis } from "../ui/axes";
import { AxisBadge } from "../ui/axis-badge";
import { Button } from "../ui/button";
import { SELECTION_BAR_ID } from "./selection-bar";

export interface RunRowProps {
  readonly run: RunSummary;
  readonly now: number;
  readonly isSelected: boolean;
  /** Its place in the whole grid, counted from 1, the header included. */
  readonly rowIndex: number;
  /** True for the one row that Tab comes to; the others are reached from it by keys. */
  readonly isTabStop: boolean;
  readonly isCancelling: boolean;
  readonly onSelect: () => void;
  readonly onOpen: () => void;
  readonly onCancel: () => void;
}

/** One run: a table row, on narrow screens a card; the three axes stand side by side in both. */
export function RunRow({
  run,
  now,
  isSelected,
  rowIndex,
  isTabStop,
  isCancelling,
  onSelect,
  onOpen,
  onCancel,
}: RunRowProps) {
  const isRunning = run.runState === "RUNNING";
  return (
    <div
      aria-describedby={isSelected ? SELECTION_BAR_ID : undefined}
      aria-label={nameOf(run)}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      className={`runs-grid relative cursor-pointer -outline-offset-2 border-b border-line px-2.5 py-2.5 hover:bg-sunken @4xl:px-3 @4xl:py-[7px] ${isSelected ? "bg-accent-soft/60 before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent" : ""}`}
      data-run={run.runId}
      onClick={(event) => {
        onSelect();
        const isControl = event.target instanceof Element && event.target.closest("a, button") !== null;
        if (!isControl && getSelection()?.isCollapsed !== false) onOpen();
      }}
      onFocus={onSelect}
      role="row"
      tabIndex={isTabStop ? 0 : -1}
    >
      <div className="flex min-h-6 min-w-0 items-center gap-2 [grid-area:query]" role="gridcell">
        <Link
          className="line-clamp-2 min-w-0 flex-1 font-semibold break-words hover:underline @4xl:line-clamp-1 @4xl:font-medium"
          href={`/runs/${run.runId}`}
          title={excerpt(run.query, 400)}
        >
          {run.query}
        </Link>
        {isRunning && (
          <Button
            aria-label={`Cancel “${excerpt(run.query, 80)}”`}
            disabled={isCancelling}
            look="danger"
            onClick={onCancel}
            size="sm"
          >
            {isCancelling ? "Cancelling…" : "Cancel"}
          </Button>
        )}
      </div>
      <AxisCell
        axis="runState"
        area="state"
        note={run.stoppingCalls > 0 ? `stopping ${run.stoppingCalls}` : null}
        value={run.runState}
      />
      <AxisCell axis="releaseOutcome" area="outcome" note={null} value={run.releaseOutcome} />
      <AxisCell axis="fallbackType" area="fallback" note={null} value={run.fallbackType} />
      <div className="min-w-0 truncate text-xs text-mute [grid-area:effort]" role="gridcell">
        {run.intent === null ? "–" : INTENT_TABLE[run.intent].label} · {plural(run.toolCalls, "call")} ·{" "}
        <span className={run.budgetShare >= 1 ? "font-semibold text-vio" : ""}>
          {formatShare(run.budgetShare)}
        </span>
      </div>
      <div className="text-right font-mono text-2xs [grid-area:took]" role="gridcell">
        {isRunning ? (
          <span className="font-semibold text-info">{formatElapsed(now - run.createdAt)}</span>
        ) : run.durationMs === null ? (
          "–"
        ) : (
          formatDuration(run.durationMs)
        )}
      </div>
      <div className="text-right text-xs whitespace-nowrap text-mute [grid-area:started]" role="gridcell">
        <time data-hint={formatExactHint(run.createdAt)} dateTime={new Date(run.createdAt).toISOString()}>
          {formatAgo(run.createdAt, now)}
        </time>
      </div>
    </div>
  );
}

/** What is read out when the row takes the focus: the question's beginning, and the three axes by name. */
function nameOf(run: RunSummary): string {
  const axes = (["runState", "releaseOutcome", "fallbackType"] as const).map((key) => {
    const axis: Axis = AXES[key];
    const value = run[key];
    return `${axis.name} ${value === null ? "none" : (axis.table[value]?.label ?? value)}`;
  });
  return [excerpt(run.query), ...axes].join(", ");
}

interface AxisCellProps {
  readonly axis: "runState" | "releaseOutcome" | "fallbackType";
  readonly area: string;
  readonly value: string | null;
  readonly note: string | null;
}

function AxisCell({ axis, area, value, note }: AxisCellProps) {
  return (
    <div className="min-w-0 leading-none" role="gridcell" style={{ gridArea: area }}>
      <span aria-hidden className="mb-1 block text-[0.625rem] leading-3 text-faint @4xl:hidden">
        {AXES[axis].name}
      </span>
      <AxisBadge axis={axis} value={value} />
      {note !== null && <span className="ml-1 text-2xs font-semibold text-warn">{note}</span>}
    </div>
  );
}
