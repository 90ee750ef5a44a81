import type { ReactNode } from "react";
import type { StatsReply } from "@/lib/contracts/run-stats";
import { runsAddress } from "@/lib/client/insights-address";
import { shareOf } from "@/lib/client/insights-series";
import { formatRate, formatWhole } from "@/lib/client/insights-words";
import { AxisBadge } from "../ui/axis-badge";
import { Card } from "../ui/card";
import { RankedLinks, type RankedLink } from "./ranked-links";

interface Rate {
  readonly runs: number;
  readonly fallbacks: number;
  readonly failures: number;
}

/** How often a fallback was released, by what kind of question it was. */
export function IntentRatesCard({ stats }: { stats: StatsReply }) {
  return (
    <RatesCard
      rows={stats.byIntent.map(({ intent, ...rate }) =>
        intent === null
          ? {
              ...rowOf("none", "never routed", rate, null),
              hint: "Intent –\nThese runs ended before the question was routed; the list has no filter for that.",
            }
          : rowOf(
              intent,
              <AxisBadge axis="intent" value={intent} />,
              rate,
              runsAddress({ outcome: ["FALLBACK"], intent: [intent] }, stats),
            ),
      )}
      title="Fallback rate by intent"
    />
  );
}

/** How often a fallback was released, by which model. */
export function ModelRatesCard({ stats }: { stats: StatsReply }) {
  return (
    <RatesCard
      rows={stats.byModel.map(({ model, ...rate }) => ({
        ...rowOf(
          model,
          <span className="font-semibold">{model}</span>,
          rate,
          runsAddress({ outcome: ["FALLBACK"] }, stats, "model"),
        ),
        hint: `${model}\nOpens the fallbacks of all models, with the column Model: the list has no filter by model.`,
      }))}
      title="Fallback rate by model"
    />
  );
}

function RatesCard({ title, rows }: { title: string; rows: readonly RankedLink[] }) {
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className="text-mute">No run has ended in this range.</p>
      ) : (
        <RankedLinks label={title} rows={rows} />
      )}
    </Card>
  );
}

function rowOf(key: string, name: ReactNode, rate: Rate, href: string | null): RankedLink {
  const share = shareOf(rate.fallbacks, rate.runs);
  const failed = rate.failures === 0 ? "" : ` · ${formatRate(shareOf(rate.failures, rate.runs))} failed`;
  return {
    key,
    name: (
      <>
        {name}{" "}
        <span className="text-2xs text-faint">
          {formatWhole(rate.fallbacks)} of {formatWhole(rate.runs)}
          {failed}
        </span>
      </>
    ),
    share: share ?? 0,
    figure: formatRate(share),
    fill: "bg-warn",
    href: rate.fallbacks === 0 ? null : href,
  };
}
