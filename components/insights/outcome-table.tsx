import Link from "next/link";
import { RELEASE_OUTCOME_TABLE, ReleaseOutcome } from "@/lib/contracts/axes";
import type { StatsReply } from "@/lib/contracts/run-stats";
import { runsAddress } from "@/lib/client/insights-address";
import { barsOf } from "@/lib/client/insights-series";
import { barTitle, formatWhole } from "@/lib/client/insights-words";
import { OutcomeSwatch } from "./outcome-fill";

/** Rows that are read with ease; beyond it bars are taken together. */
const MOST_ROWS = 100;

/** The bars as rows, the newest first; each figure leads to its runs. */
export function OutcomeTable({ stats }: { stats: StatsReply }) {
  const bars = barsOf(stats.buckets, stats.bucketMs, MOST_ROWS).reverse();
  return (
    <div
      aria-label="Outcomes over time, as a table"
      className="max-h-[19rem] overflow-auto rounded-md border border-line"
      role="region"
      tabIndex={0}
    >
      <table className="w-full text-xs">
        <thead className="sticky top-0 bg-sunken text-left text-mute">
          <tr>
            <th className="px-2.5 py-1.5 font-semibold" scope="col">
              Runs that began
            </th>
            {ReleaseOutcome.options.map((outcome) => (
              <th className="px-2.5 py-1.5 text-right font-semibold" key={outcome} scope="col">
                <span className="inline-flex items-center gap-1.5">
                  <OutcomeSwatch outcome={outcome} />
                  {RELEASE_OUTCOME_TABLE[outcome].label}
                </span>
              </th>
            ))}
            <th className="px-2.5 py-1.5 text-right font-semibold" scope="col">
              All
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => {
            const span = { from: bar.at, to: bar.until };
            return (
              <tr className="border-t border-line" key={bar.at}>
                <th className="px-2.5 py-1 text-left font-normal whitespace-nowrap" scope="row">
                  {barTitle(span)}
                </th>
                {ReleaseOutcome.options.map((outcome) => (
                  <td className="px-2.5 py-1 text-right font-mono text-2xs" key={outcome}>
                    <Figure href={runsAddress({ outcome: [outcome] }, span)} runs={bar.outcomes[outcome]} />
                  </td>
                ))}
                <td className="px-2.5 py-1 text-right font-mono text-2xs font-semibold">
                  <Figure href={runsAddress({}, span)} runs={bar.runs} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Figure({ runs, href }: { runs: number; href: string }) {
  if (runs === 0) return <span className="text-faint">0</span>;
  return (
    <Link className="hover:underline" href={href} prefetch={false}>
      {formatWhole(runs)}
    </Link>
  );
}
