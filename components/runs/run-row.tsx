"use client";

import Link from "next/link";
import type { RunSummary } from "@/lib/contracts/run";
import { INTENT_TABLE } from "@/lib/contracts/axes";
import { formatShare, plural } from "@/lib/client/format-quantity";
import { formatAgo, formatDuration, formatElapsed, formatExactHint } from "@/lib/client/format-time";
import { AXES } from "../ui/axes";
import { AxisBadge } from "../ui/axis-badge";
import { Button } from "../ui/button";

export interface RunRowProps {
  readonly run: RunSummary;
  readonly now: number;
  readonly isSelected: boolean;
  readonly isCancelling: boolean;
  readonly onSelect: () => void;
  readonly onOpen: () => void;
  readonly onCancel: () => void;
}

/** One run: a table row, on narrow screens a card; the three axes stand side by side in both. */
export function RunRow({ run, now, isSelected, isCancelling, onSelect, onOpen, onCancel }: RunRowProps) {
  const isRunning = run.runState === "RUNNING";
  return (
    <div
      aria-selected={isSelected}
      className={`runs-grid relative cursor-pointer border-b border-line px-2.5 py-2.5 hover:bg-sunken @4xl:px-3 @4xl:py-[7px] ${isSelected ? "bg-accent-soft/60 before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent" : ""}`}
      data-run={run.runId}
      onClick={(event) => {
        onSelect();
        const isControl = event.target instanceof Element && event.target.closest("a, button") !== null;
        if (!isControl && getSelection()?.isCollapsed !== false) onOpen();
      }}
      role="row"
    >
      <div className="flex min-h-6 min-w-0 items-center gap-2 [grid-area:query]" role="cell">
        <Link
          className="line-clamp-2 min-w-0 flex-1 font-semibold break-words hover:underline @4xl:line-clamp-1 @4xl:font-medium"
          href={`/runs/${run.runId}`}
          onFocus={onSelect}
          title={run.query}
        >
          {run.query}
        </Link>
        {isRunning && (
          <Button
            aria-label={`Cancel “${run.query}”`}
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
      <div className="min-w-0 truncate text-xs text-mute [grid-area:effort]" role="cell">
        {run.intent === null ? "–" : INTENT_TABLE[run.intent].label} · {plural(run.toolCalls, "call")} ·{" "}
        <span className={run.budgetShare >= 1 ? "font-semibold text-vio" : ""}>
          {formatShare(run.budgetShare)}
        </span>
      </div>
      <div className="text-right font-mono text-2xs [grid-area:took]" role="cell">
        {isRunning ? (
          <span className="font-semibold text-info">{formatElapsed(now - run.createdAt)}</span>
        ) : run.durationMs === null ? (
          "–"
        ) : (
          formatDuration(run.durationMs)
        )}
      </div>
      <div className="text-right text-xs whitespace-nowrap text-mute [grid-area:started]" role="cell">
        <time data-hint={formatExactHint(run.createdAt)} dateTime={new Date(run.createdAt).toISOString()}>
          {formatAgo(run.createdAt, now)}
        </time>
      </div>
    </div>
  );
}

interface AxisCellProps {
  readonly axis: "runState" | "releaseOutcome" | "fallbackType";
  readonly area: string;
  readonly value: string | null;
  readonly note: string | null;
}

function AxisCell({ axis, area, value, note }: AxisCellProps) {
  return (
    <div className="min-w-0 leading-none" role="cell" style={{ gridArea: area }}>
      <span aria-hidden className="mb-1 block text-[0.625rem] leading-3 text-faint @4xl:hidden">
        {AXES[axis].name}
      </span>
      <AxisBadge axis={axis} value={value} />
      {note !== null && <span className="ml-1 text-2xs font-semibold text-warn">{note}</span>}
    </div>
  );
}
