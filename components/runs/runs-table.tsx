"use client";

import { useRef } from "react";
import type { RunSummary } from "@/lib/contracts/run";
import { useKeys } from "../keys/use-keys";
import { AXES } from "../ui/axes";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { useNow } from "../ui/use-now";
import { defaultRangeExtractor, useVirtualRows } from "../ui/use-virtual-rows";
import { useCancelling, useCancelRun } from "../run/use-cancel-run";
import { RunRow } from "./run-row";

export interface RunsTableProps {
  readonly runs: readonly RunSummary[];
  readonly selectedId: string | null;
  readonly onSelect: (runId: string) => void;
  readonly onOpen: (runId: string) => void;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onLoadMore: () => void;
}

const ROW_HEIGHT = 38;
const COLUMNS = [
  { area: "query", name: "Question" },
  { area: "state", name: AXES.runState.name, hint: AXES.runState.asks },
  { area: "outcome", name: AXES.releaseOutcome.name, hint: AXES.releaseOutcome.asks },
  { area: "fallback", name: AXES.fallbackType.name, hint: AXES.fallbackType.asks },
  { area: "effort", name: "Intent · tools · budget" },
  { area: "took", name: "Took", right: true },
  { area: "started", name: "Started", right: true },
] as const;

/** The loaded runs, newest first; only the rows in sight are in the document. */
export function RunsTable({
  runs,
  selectedId,
  onSelect,
  onOpen,
  hasMore,
  isLoadingMore,
  onLoadMore,
}: RunsTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow(true);
  const cancel = useCancelRun();
  const cancelling = useCancelling();
  const selectedIndex = runs.findIndex((run) => run.runId === selectedId);
  const rows = useVirtualRows({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => runs[index]?.runId ?? index,
    overscan: 12,
    // The selected row holds the focus: it stays in the document when it is scrolled out of sight.
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      if (selectedIndex === -1 || inSight.includes(selectedIndex)) return inSight;
      return [...inSight, selectedIndex].sort((a, b) => a - b);
    },
  });
  const cancelRun = (run: RunSummary) => {
    if (run.runState === "RUNNING" && !cancelling.has(run.runId))
      cancel.mutate({ runId: run.runId, note: "" });
  };
  const move = (by: number) => {
    const index = selectedIndex === -1 ? 0 : Math.min(runs.length - 1, Math.max(0, selectedIndex + by));
    const run = runs[index];
    if (run === undefined) return;
    onSelect(run.runId);
    rows.scrollToIndex(index);
    requestAnimationFrame(() => focusRow(scroller.current, run.runId));
  };
  useKeys({
    nextRun: () => move(1),
    previousRun: () => move(-1),
    openRun: () => (selectedId === null ? undefined : onOpen(selectedId)),
    cancelRow: () => {
      const run = runs.find((candidate) => candidate.runId === selectedId);
      if (run !== undefined) cancelRun(run);
    },
    loadMore: onLoadMore,
  });
  const items = rows.getVirtualItems();
  return (
    <div
      aria-colcount={COLUMNS.length}
      aria-label="Runs"
      aria-rowcount={runs.length + 1}
      className="panel flex min-h-0 flex-1 flex-col overflow-hidden"
      role="grid"
    >
      <div className="@container min-h-0 flex-1 overflow-y-auto" ref={scroller}>
        <div className="sticky top-0 z-10 hidden border-b border-line bg-panel @4xl:block" role="rowgroup">
          <div aria-rowindex={1} className="runs-grid px-3 py-2 text-2xs font-semibold text-mute" role="row">
            {COLUMNS.map((column) => (
              <div
                className={"right" in column ? "text-right" : ""}
                data-hint={"hint" in column ? `${column.name}\n${column.hint}` : undefined}
                key={column.area}
                role="columnheader"
                style={{ gridArea: column.area }}
              >
                {column.name}
              </div>
            ))}
          </div>
        </div>
        <div className="relative" role="rowgroup" style={{ height: rows.getTotalSize() }}>
          {items.map((item) => {
            const run = runs[item.index];
            if (run === undefined) return null;
            return (
              <div
                className="absolute inset-x-0 top-0"
                data-index={item.index}
                key={item.key}
                ref={rows.measureElement}
                role="presentation"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <RunRow
                  isCancelling={cancelling.has(run.runId)}
                  isSelected={run.runId === selectedId}
                  isTabStop={item.index === Math.max(0, selectedIndex)}
                  now={now}
                  onCancel={() => cancelRun(run)}
                  onOpen={() => onOpen(run.runId)}
                  onSelect={() => onSelect(run.runId)}
                  rowIndex={item.index + 2}
                  run={run}
                />
              </div>
            );
          })}
        </div>
        {hasMore && (
          <div className="flex justify-center py-3">
            <Button
              aria-disabled={isLoadingMore}
              onClick={() => {
                // This button may go with the last page: the reader stays where the new rows follow.
                const last = runs.at(-1);
                if (last !== undefined) focusRow(scroller.current, last.runId);
                onLoadMore();
              }}
              size="sm"
            >
              {isLoadingMore ? "Loading…" : "Load more"}
              <Kbd>m</Kbd>
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** Focus follows the selection, so that a screen reader says which run it is. */
function focusRow(scroller: HTMLElement | null, runId: string): void {
  scroller?.querySelector<HTMLElement>(`[data-run="${runId}"]`)?.focus({ preventScroll: true });
}
