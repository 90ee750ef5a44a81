import { useImperativeHandle, type ReactNode, type Ref, type RefObject } from "react";
import type { RunSummary } from "@/lib/contracts/run";

export interface RunRowsProps {
  readonly runs: readonly RunSummary[];
  /** -1 where none is. */
  readonly selectedIndex: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly renderRow: (run: RunSummary, index: number) => ReactNode;
  readonly ref: Ref<RevealRow>;
}

/** Scrolls until a row is in sight. */
export interface RevealRow {
  reveal(index: number): void;
}

/** Every row is in the document: as many as a few pages hold. */
export function RunRows({ runs, scroller, renderRow, ref }: RunRowsProps) {
  useImperativeHandle(ref, () => ({
    reveal: (index) => {
      const row = scroller.current?.querySelector(`[data-run="${runs[index]?.runId}"]`);
      row?.scrollIntoView({ block: "nearest" });
    },
  }));
  return (
    <div role="rowgroup">
      {runs.map((run, index) => (
        <div className="scroll-mt-9" key={run.runId} role="presentation">
          {renderRow(run, index)}
        </div>
      ))}
    </div>
  );
}
