"use client";

import { lazy, Suspense, useRef } from "react";
import type { RunSummary } from "@/lib/contracts/run";
import type { RunSelection } from "@/lib/client/run-selection";
import { useKeys } from "../keys/use-keys";
import { useNow } from "../ui/use-now";
import { gridProperties, type ShownColumn } from "./run-columns";
import { MoreRuns, type ListEnd } from "./more-runs";
import { RunRow } from "./run-row";
import { RunRows, type RevealRow, type RunRowsProps } from "./run-rows";

/** Loaded only for a list that is long: the first page is to be there at once. */
const VirtualRunRows = lazy(async () => ({
  default: (await import("./virtual-run-rows")).VirtualRunRows,
}));

export interface RunsTableProps {
  readonly runs: readonly RunSummary[];
  readonly selectedId: string | null;
  readonly onSelect: (runId: string) => void;
  readonly onOpen: (runId: string) => void;
  readonly columns: readonly ShownColumn[];
  readonly picked: RunSelection;
  readonly onPick: (run: RunSummary) => void;
  /** Everything from where the last range began. */
  readonly onPickTo: (run: RunSummary) => void;
  /** Every listed run, or none of them where all are picked. */
  readonly onPickListed: () => void;
  readonly cancelRefused: string | null;
  readonly onCancel: (run: RunSummary) => void;
  /** `c` on the keyboard: the picked runs, or else the one with the focus. */
  readonly onCancelKey: (focused: RunSummary | undefined) => void;
  readonly end: ListEnd;
}

/** Above this, only the rows in sight are in the document. */
const MOST_ROWS_IN_DOCUMENT = 150;

/** The loaded runs, newest first. */
export function RunsTable({
  runs,
  selectedId,
  onSelect,
  onOpen,
  columns,
  picked,
  onPick,
  onPickTo,
  onPickListed,
  cancelRefused,
  onCancel,
  onCancelKey,
  end,
}: RunsTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow(true);
  const selectedIndex = runs.findIndex((run) => run.runId === selectedId);
  const rows = useRef<RevealRow>(null);
  const selected = runs[selectedIndex];
  const move = (by: number): RunSummary | undefined => {
    const index = selectedIndex === -1 ? 0 : Math.min(runs.length - 1, Math.max(0, selectedIndex + by));
    const run = runs[index];
    if (run === undefined) return undefined;
    onSelect(run.runId);
    rows.current?.reveal(index);
    requestAnimationFrame(() => focusRow(scroller.current, run.runId));
    return run;
  };
  const pickAlong = (by: number) => {
    // The range begins at the row that is left.
    if (selected !== undefined && picked.anchor !== selected.runId && !picked.runs.has(selected.runId))
      onPick(selected);
    const run = move(by);
    if (run !== undefined) onPickTo(run);
  };
  useKeys({
    nextRun: () => void move(1),
    previousRun: () => void move(-1),
    openRun: () => (selectedId === null ? undefined : onOpen(selectedId)),
    selectRun: () => (selected === undefined ? undefined : onPick(selected)),
    selectDown: () => pickAlong(1),
    selectUp: () => pickAlong(-1),
    selectListed: onPickListed,
    cancelRow: () => onCancelKey(selected),
    loadMore: end.onMore,
  });
  const list: RunRowsProps = {
    runs,
    selectedIndex,
    scroller,
    ref: rows,
    renderRow: (run, index) => (
      <RunRow
        columns={columns}
        isPicked={picked.runs.has(run.runId)}
        isSelected={run.runId === selectedId}
        isTabStop={index === Math.max(0, selectedIndex)}
        now={now}
        cancelRefused={cancelRefused}
        onCancel={() => onCancel(run)}
        onOpen={() => onOpen(run.runId)}
        onPick={(toHere) => (toHere ? onPickTo(run) : onPick(run))}
        onSelect={() => onSelect(run.runId)}
        rowIndex={index + 2}
        run={run}
      />
    ),
  };
  return (
    <div className="panel flex min-h-0 flex-1 flex-col overflow-hidden">
      <div className="@container min-h-0 flex-1 overflow-auto" ref={scroller} style={gridProperties(columns)}>
        <div
          aria-colcount={columns.length}
          aria-label="Runs"
          aria-multiselectable="true"
          aria-rowcount={runs.length + 1}
          className="@4xl:min-w-(--runs-least)"
          role="grid"
        >
          <div className="sticky top-0 z-10 hidden border-b border-line bg-panel @4xl:block" role="rowgroup">
            <div
              aria-rowindex={1}
              className="runs-grid px-3 py-2 text-2xs font-semibold text-mute"
              role="row"
            >
              {columns.map(({ area, name, hint, right }) => (
                <div
                  className={right === true ? "text-right" : "flex items-center gap-2"}
                  data-hint={hint === undefined ? undefined : `${name}\n${hint}`}
                  key={area}
                  role="columnheader"
                  style={{ gridArea: area }}
                >
                  {area === "query" && <PickListed onPickListed={onPickListed} picked={picked} runs={runs} />}
                  {name}
                </div>
              ))}
            </div>
          </div>
          {runs.length > MOST_ROWS_IN_DOCUMENT ? (
            <Suspense fallback={<RunRows {...list} />}>
              <VirtualRunRows {...list} />
            </Suspense>
          ) : (
            <RunRows {...list} />
          )}
        </div>
        <MoreRuns
          end={end}
          listed={runs.length}
          onPress={() => {
            // This button may go with the last page: the reader stays where the new rows follow.
            const last = runs.at(-1);
            if (last !== undefined) focusRow(scroller.current, last.runId);
            end.onMore();
          }}
        />
      </div>
    </div>
  );
}

interface PickListedProps {
  readonly runs: readonly RunSummary[];
  readonly picked: RunSelection;
  readonly onPickListed: () => void;
}

/** Picks what is listed, never what is only stored. */
function PickListed({ runs, picked, onPickListed }: PickListedProps) {
  const count = runs.filter((run) => picked.runs.has(run.runId)).length;
  return (
    <label className="-m-1.5 flex shrink-0 cursor-pointer p-1.5">
      <input
        aria-label="Pick every run that is shown"
        checked={count === runs.length}
        className="size-3.5 accent-accent"
        onChange={onPickListed}
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && count < runs.length;
        }}
        type="checkbox"
      />
    </label>
  );
}

/** Focus follows the selection, so that a screen reader says which run it is. */
function focusRow(scroller: HTMLElement | null, runId: string): void {
  scroller?.querySelector<HTMLElement>(`[data-run="${runId}"]`)?.focus({ preventScroll: true });
}
