import { RELEASE_OUTCOME_TABLE, ReleaseOutcome } from "@/lib/contracts/axes";
import { plural } from "@/lib/client/format-quantity";
import { shareOf, type OutcomeBar } from "@/lib/client/insights-series";
import { formatRate, formatWhole } from "@/lib/client/insights-words";
import { OutcomeSwatch } from "./outcome-fill";
import { PLOT_AREA } from "./plot-area";

export interface OutcomeTipProps {
  readonly bar: OutcomeBar;
  readonly title: string;
  /** Where the bar stands across the plot, 0–1. */
  readonly share: number;
  readonly isSelecting: boolean;
}

/** What a bar holds, beside it. For the eye: the chart says the same in words. */
export function OutcomeTip({ bar, title, share, isSelecting }: OutcomeTipProps) {
  const across = `calc(${PLOT_AREA.left}px + (100% - ${PLOT_AREA.left + PLOT_AREA.right}px) * ${share})`;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-1 z-10 w-48 rounded-lg border border-line-strong bg-panel px-3 py-2 text-xs shadow-lg"
      style={share < 0.5 ? { left: `calc(${across} + 14px)` } : { right: `calc(100% - ${across} + 14px)` }}
    >
      <p className="font-semibold">{title}</p>
      {isSelecting ? (
        <p className="mt-0.5 text-mute">Let go to look closer</p>
      ) : (
        <>
          <ul className="mt-1.5 grid gap-0.5">
            {[...ReleaseOutcome.options].reverse().map((outcome) => (
              <li className="flex items-center gap-1.5" key={outcome}>
                <OutcomeSwatch outcome={outcome} />
                {RELEASE_OUTCOME_TABLE[outcome].label}
                <span className="ml-auto font-mono text-2xs font-semibold">
                  {formatWhole(bar.outcomes[outcome])}
                </span>
                <span className="w-10 text-right font-mono text-2xs text-mute">
                  {formatRate(shareOf(bar.outcomes[outcome], bar.runs))}
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-1.5 border-t border-line pt-1.5 text-mute">{plural(bar.runs, "ended run")}</p>
        </>
      )}
    </div>
  );
}
