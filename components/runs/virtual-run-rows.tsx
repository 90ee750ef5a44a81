import { useImperativeHandle } from "react";
import { defaultRangeExtractor, useVirtualRows } from "../ui/use-virtual-rows";
import type { RunRowsProps } from "./run-rows";

const ROW_HEIGHT = 38;

/** Only the rows in sight are in the document, however many are listed. */
export function VirtualRunRows({ runs, selectedIndex, scroller, renderRow, ref }: RunRowsProps) {
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
  useImperativeHandle(ref, () => ({ reveal: (index) => rows.scrollToIndex(index) }));
  return (
    <div className="relative" role="rowgroup" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((item) => {
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
            {renderRow(run, item.index)}
          </div>
        );
      })}
    </div>
  );
}
