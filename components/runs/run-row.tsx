"use client";

import Link from "next/link";
import type { RunSummary } from "@/lib/contracts/run";
import { INTENT_TABLE } from "@/lib/contracts/axes";
import { excerpt } from "@/lib/client/excerpt";
import { formatShare, plural, shortId } from "@/lib/client/format-quantity";
import { formatAgo, formatDuration, formatElapsed, formatExactHint } from "@/lib/client/format-time";
import { AXES, type Axis } from "../ui/axes";
import { AxisBadge } from "../ui/axis-badge";
import { Button } from "../ui/button";
import {
  OPTIONAL_COLUMN_NAMES,
  STANDARD_COLUMNS,
  type OptionalColumn,
  type ShownColumn,
} from "./run-columns";
import { SELECTION_BAR_ID } from "./selection-bar";

export interface RunRowProps {
  readonly run: RunSummary;
  readonly now: number;
  readonly columns: readonly ShownColumn[];
  readonly isSelected: boolean;
  /** Among the runs that are picked for an act. */
  readonly isPicked: boolean;
  /** Its place in the whole grid, counted from 1, the header included. */
  readonly rowIndex: number;
  /** True for the one row that Tab comes to; the others are reached from it by keys. */
  readonly isTabStop: boolean;
  readonly onSelect: () => void;
  readonly onOpen: () => void;
  /** `toHere`: everything from where the last range began. */
  readonly onPick: (toHere: boolean) => void;
  readonly cancelRefused: string | null;
  readonly onCancel: () => void;
}

/** One run: a table row, on narrow screens a card; the three axes stand side by side in both. */
export function RunRow({
  run,
  now,
  columns,
  isSelected,
  isPicked,
  rowIndex,
  isTabStop,
  onSelect,
  onOpen,
  onPick,
  cancelRefused,
  onCancel,
}: RunRowProps) {
  const isRunning = run.runState === "RUNNING";
  return (
    <div
      aria-describedby={isSelected ? SELECTION_BAR_ID : undefined}
      aria-label={nameOf(run)}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      className={`runs-grid relative cursor-pointer -outline-offset-2 border-b border-line px-2.5 py-2.5 hover:bg-sunken @4xl:px-3 @4xl:py-[7px] ${isPicked ? "bg-accent-soft" : isSelected ? "bg-accent-soft/60" : ""} ${isSelected ? "before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent" : ""}`}
      data-run={run.runId}
      onClick={(event) => {
        onSelect();
        const isControl =
          event.target instanceof Element && event.target.closest("a, button, input, label") !== null;
        if (!isControl && getSelection()?.isCollapsed !== false) onOpen();
      }}
      onFocus={onSelect}
      onKeyDown={(event) => {
        if (event.key !== " " || event.target !== event.currentTarget) return;
        event.preventDefault();
        onPick(event.shiftKey);
      }}
      role="row"
      tabIndex={isTabStop ? 0 : -1}
    >
      <div className="flex min-h-6 min-w-0 items-center gap-2 [grid-area:query]" role="gridcell">
        <label className="-m-1.5 flex shrink-0 cursor-pointer p-1.5">
          <input
            aria-label={`Pick “${excerpt(run.query, 80)}”`}
            checked={isPicked}
            className="size-3.5 accent-accent"
            onChange={({ nativeEvent }) => onPick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            tabIndex={isTabStop ? 0 : -1}
            type="checkbox"
          />
        </label>
        <Link
          className="line-clamp-2 min-w-0 flex-1 font-semibold break-words hover:underline @4xl:line-clamp-1 @4xl:font-medium"
          href={`/runs/${run.runId}`}
          title={excerpt(run.query, 400)}
        >
          {run.query}
        </Link>
        {isRunning && (
          <Button
            aria-disabled={cancelRefused !== null}
            aria-label={`Cancel “${excerpt(run.query, 80)}”`}
            data-hint={cancelRefused ?? undefined}
            look="danger"
            onClick={onCancel}
            size="sm"
          >
            Cancel…
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
      <OptionalCells columns={columns} now={now} run={run} />
    </div>
  );
}

/** In the order of the columns; a card shows the standard three, whatever is chosen. */
function OptionalCells({ run, now, columns }: Pick<RunRowProps, "run" | "now" | "columns">) {
  const shown = new Set(columns.map(({ area }) => area));
  return OPTIONAL_COLUMN_NAMES.filter((name) => shown.has(name) || STANDARD_COLUMNS.includes(name)).map(
    (name) => (
      <div
        className={`min-w-0 ${CELL_LOOKS[name]} ${shown.has(name) ? "" : "@4xl:hidden"} ${STANDARD_COLUMNS.includes(name) ? "" : "@max-4xl:hidden"}`}
        key={name}
        role="gridcell"
        style={{ gridArea: name }}
      >
        <CellContent name={name} now={now} run={run} />
      </div>
    ),
  );
}

const PLAIN = "truncate text-xs text-mute";
const CELL_LOOKS: Readonly<Record<OptionalColumn, string>> = {
  effort: PLAIN,
  collection: "leading-none",
  stop: "leading-none",
  verdict: "leading-none",
  model: PLAIN,
  steps: "text-right font-mono text-2xs",
  origin: "truncate font-mono text-2xs",
  took: "text-right font-mono text-2xs",
  started: "text-right text-xs whitespace-nowrap text-mute",
};

function CellContent({ name, run, now }: { name: OptionalColumn; run: RunSummary; now: number }) {
  switch (name) {
    case "effort":
      return <Effort run={run} />;
    case "collection":
      return <AxisBadge axis="collectionState" value={run.collectionState} />;
    case "stop":
      return <AxisBadge axis="stopReason" value={run.stopReason} />;
    case "verdict":
      return <AxisBadge axis="semanticVerdict" value={run.semanticVerdict} />;
    case "model":
      return <span title={run.model}>{run.model}</span>;
    case "steps":
      return run.agentSteps;
    case "origin":
      return run.originRunId === null ? (
        "–"
      ) : (
        <Link className="hover:underline" href={`/runs/${run.originRunId}`} title={run.originRunId}>
          {shortId(run.originRunId)}
        </Link>
      );
    case "took":
      return <Took now={now} run={run} />;
    case "started":
      return (
        <time data-hint={formatExactHint(run.createdAt)} dateTime={new Date(run.createdAt).toISOString()}>
          {formatAgo(run.createdAt, now)}
        </time>
      );
  }
}

function Effort({ run }: { run: RunSummary }) {
  return (
    <>
      {run.intent === null ? "–" : INTENT_TABLE[run.intent].label} · {plural(run.toolCalls, "call")} ·{" "}
      <span className={run.budgetShare >= 1 ? "font-semibold text-vio" : ""}>
        {formatShare(run.budgetShare)}
      </span>
    </>
  );
}

function Took({ run, now }: { run: RunSummary; now: number }) {
  if (run.runState === "RUNNING")
    return <span className="font-semibold text-info">{formatElapsed(now - run.createdAt)}</span>;
  return run.durationMs === null ? "–" : formatDuration(run.durationMs);
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
