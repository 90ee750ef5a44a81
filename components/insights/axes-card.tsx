import { FallbackType, ReleaseOutcome, TerminalRunState } from "@/lib/contracts/axes";
import type { StatsReply } from "@/lib/contracts/run-stats";
import { runsAddress, type CountedBy } from "@/lib/client/insights-address";
import { shareOf } from "@/lib/client/insights-series";
import { formatRate, formatWhole } from "@/lib/client/insights-words";
import { AXES, type Axis } from "../ui/axes";
import { AxisBadge } from "../ui/axis-badge";
import { Card } from "../ui/card";
import { TONE_CLASSES } from "../ui/tone-classes";
import { RankedLinks } from "./ranked-links";

/** The three axes of ended runs side by side; each counts all of them for itself. */
export function AxesCard({ stats }: { stats: StatsReply }) {
  return (
    <Card
      aside={<span className="text-xs text-mute">share of {formatWhole(stats.runs)} ended runs</span>}
      title="The three axes"
    >
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-3">
        <AxisColumn
          axis="runState"
          counts={stats.states}
          filterBy={(value) => ({ state: [value] })}
          stats={stats}
          values={TerminalRunState.options}
        />
        <AxisColumn
          axis="releaseOutcome"
          counts={stats.outcomes}
          filterBy={(value) => ({ outcome: [value] })}
          stats={stats}
          values={ReleaseOutcome.options}
        />
        <AxisColumn
          axis="fallbackType"
          counts={stats.fallbackTypes}
          filterBy={(value) => ({ fallback: [value] })}
          stats={stats}
          values={FallbackType.options}
        />
      </div>
    </Card>
  );
}

interface AxisColumnProps<T extends string> {
  readonly axis: "runState" | "releaseOutcome" | "fallbackType";
  readonly values: readonly T[];
  readonly counts: Partial<Record<T, number>>;
  readonly filterBy: (value: T) => CountedBy;
  readonly stats: StatsReply;
}

function AxisColumn<T extends string>({ axis, values, counts, filterBy, stats }: AxisColumnProps<T>) {
  const { name, asks, table }: Axis = AXES[axis];
  return (
    <section aria-label={name}>
      <h3 className="mb-1 flex flex-wrap items-baseline gap-x-2 text-2xs font-semibold text-mute">
        {name} <span className="font-normal text-faint">{asks}</span>
      </h3>
      <RankedLinks
        label={`Ended runs by ${name}`}
        rows={values.map((value) => {
          const runs = counts[value] ?? 0;
          const share = shareOf(runs, stats.runs);
          return {
            key: value,
            name: <AxisBadge axis={axis} value={value} />,
            share: share ?? 0,
            figure: formatWhole(runs),
            detail: formatRate(share),
            fill: TONE_CLASSES[table[value]?.tone ?? "off"].solid,
            href: runs === 0 ? null : runsAddress(filterBy(value), stats),
          };
        })}
      />
    </section>
  );
}
