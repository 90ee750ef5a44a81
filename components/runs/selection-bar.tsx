import type { RunSummary } from "@/lib/contracts/run";
import { AXES, type Axis } from "../ui/axes";
import { Kbd } from "../ui/kbd";

const AXES_SHOWN = ["runState", "releaseOutcome", "fallbackType"] as const;

/** Describes the selected row to a screen reader. */
export const SELECTION_BAR_ID = "selected-run";

/** Exact values and meanings of the selected run's axes, and the keys of the table. */
export function SelectionBar({ run }: { run: RunSummary | undefined }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-xs text-mute md:min-h-10 2xl:min-h-5">
      <p className="flex min-w-0 flex-wrap gap-x-4 max-md:sr-only" id={SELECTION_BAR_ID}>
        {run !== undefined &&
          AXES_SHOWN.map((key) => {
            const axis: Axis = AXES[key];
            const value = run[key];
            return (
              <span key={key}>
                {axis.name} <b className="font-mono text-2xs font-semibold text-ink">{value ?? "–"}</b>{" "}
                <span className="max-xl:sr-only">
                  {value === null ? axis.whenNull : axis.table[value]?.meaning}
                </span>
              </span>
            );
          })}
      </p>
      <p className="flex items-baseline gap-x-3 whitespace-nowrap max-md:hidden">
        <span>
          <Kbd>j</Kbd> <Kbd>k</Kbd> move
        </span>
        <span>
          <Kbd>↵</Kbd> open
        </span>
        <span>
          <Kbd>x</Kbd> pick
        </span>
        <span>
          <Kbd>c</Kbd> cancel
        </span>
        <span>
          <Kbd>/</Kbd> <Kbd>1</Kbd>–<Kbd>7</Kbd> filter
        </span>
      </p>
    </div>
  );
}
