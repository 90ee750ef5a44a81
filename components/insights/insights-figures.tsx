import type { StatsReply } from "@/lib/contracts/run-stats";
import { formatDuration } from "@/lib/client/format-time";
import { runsAddress } from "@/lib/client/insights-address";
import type { TimeSpan } from "@/lib/client/insights-range";
import { formatBound } from "@/lib/client/insights-words";
import { AxesCard } from "./axes-card";
import { BudgetCard } from "./budget-card";
import { CANCELLING_STATES } from "./cancelling-states";
import { HeadlineFigures } from "./headline-figures";
import { OutcomeCard } from "./outcome-card";
import { OutcomePatterns } from "./outcome-fill";
import { IntentRatesCard, ModelRatesCard } from "./rates-card";
import { SpreadCard } from "./spread-card";
import { StopReasonsCard } from "./stop-reasons-card";
import { ToolsCard } from "./tools-card";

export interface InsightsFiguresProps {
  readonly stats: StatsReply;
  readonly earlier: StatsReply | null;
  readonly onSelect: (span: TimeSpan) => void;
}

/** Everything about a range, from what matters most downwards. */
export function InsightsFigures({ stats, earlier, onSelect }: InsightsFiguresProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <OutcomePatterns />
      <HeadlineFigures earlier={earlier} stats={stats} />
      <OutcomeCard onSelect={onSelect} stats={stats} />
      <AxesCard stats={stats} />
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2 xl:grid-cols-3">
        <IntentRatesCard stats={stats} />
        <ModelRatesCard stats={stats} />
        <StopReasonsCard stats={stats} />
        <BudgetCard stats={stats} />
        <SpreadCard
          about="From the request to stop until the last call in flight had stopped, of"
          fill="var(--off)"
          href={runsAddress({ state: CANCELLING_STATES }, stats)}
          spread={stats.cancelLatency}
          title="Cancel latency"
          whenEmpty="No run was asked to stop."
          writeBound={formatBound}
          writeValue={formatDuration}
        />
        <SpreadCard
          about="From the start to the terminal state, of"
          fill="var(--info)"
          href={runsAddress({}, stats)}
          spread={stats.duration}
          title="Run duration"
          whenEmpty="No run has ended."
          writeBound={formatBound}
          writeValue={formatDuration}
        />
      </div>
      <ToolsCard stats={stats} />
    </div>
  );
}
