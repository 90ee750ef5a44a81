import Link from "next/link";
import { BUDGET_RESOURCES, BUDGET_RESOURCE_TABLE } from "@/lib/contracts/budget";
import type { Spread, StatsReply } from "@/lib/contracts/run-stats";
import { runsAddress } from "@/lib/client/insights-address";
import { countAbove, shareOf } from "@/lib/client/insights-series";
import { formatRate, formatWhole } from "@/lib/client/insights-words";
import { AxisBadge } from "../ui/axis-badge";
import { Card } from "../ui/card";

/** Percent of its limit above which a budget is nearly used up. */
const NEARLY_ALL = 90;

/** How much of each budget runs used, and how many came to the end of one. */
export function BudgetCard({ stats }: { stats: StatsReply }) {
  const exhausted = stats.states.BUDGET_EXHAUSTED ?? 0;
  const limited = stats.stopReasons.BUDGET_LIMIT_REACHED ?? 0;
  return (
    <Card aside={<span className="text-xs text-mute">of the limit of each run</span>} title="Budget use">
      <table className="w-full text-xs">
        <thead className="text-left text-mute">
          <tr>
            <th className="pb-1 font-semibold" scope="col">
              Budget
            </th>
            <th className="pb-1 pl-3 text-right font-semibold" scope="col">
              median
            </th>
            <th className="pb-1 pl-3 text-right font-semibold" scope="col">
              p95
            </th>
            <th className="pb-1 pl-3 text-right font-semibold whitespace-nowrap" scope="col">
              over {NEARLY_ALL} %
            </th>
          </tr>
        </thead>
        <tbody>
          {BUDGET_RESOURCES.map((resource) => (
            <UseRow
              key={resource}
              label={BUDGET_RESOURCE_TABLE[resource].label}
              spread={stats.budgetUseOf[resource]}
            />
          ))}
          <UseRow isTotal label="The one used most" spread={stats.budgetUse} />
        </tbody>
      </table>
      <h3 className="mt-3.5 mb-1 text-2xs font-semibold text-mute">Exhausted</h3>
      <ul className="-mx-2 grid grid-cols-1 gap-px">
        <ExhaustedRow
          badge={<AxisBadge axis="runState" value="BUDGET_EXHAUSTED" />}
          href={runsAddress({ state: ["BUDGET_EXHAUSTED"] }, stats)}
          note="a hard budget ended the run"
          runs={exhausted}
          total={stats.runs}
        />
        <ExhaustedRow
          badge={<AxisBadge axis="stopReason" value="BUDGET_LIMIT_REACHED" />}
          href={runsAddress({ stopReason: ["BUDGET_LIMIT_REACHED"] }, stats, "stop")}
          note="it ended the collection"
          runs={limited}
          total={stats.runs}
        />
      </ul>
    </Card>
  );
}

function UseRow({ label, spread, isTotal = false }: { label: string; spread: Spread; isTotal?: boolean }) {
  const above = countAbove(spread, NEARLY_ALL);
  return (
    <>
      <tr className={isTotal ? "font-semibold" : ""}>
        <th className={`pt-1.5 text-left ${isTotal ? "" : "font-normal"}`} scope="row">
          {label}
        </th>
        <td className="pt-1.5 pl-3 text-right font-mono text-2xs">{percent(spread.p50)}</td>
        <td className="pt-1.5 pl-3 text-right font-mono text-2xs">{percent(spread.p95)}</td>
        <td
          className={`pt-1.5 pl-3 text-right font-mono text-2xs ${above === 0 ? "text-faint" : "font-semibold text-vio"}`}
        >
          {formatWhole(above)}
        </td>
      </tr>
      <tr aria-hidden>
        <td className="pt-1" colSpan={4}>
          <span className="relative block h-1.5 overflow-hidden rounded-full bg-off-soft">
            <Reach className="bg-vio/40" value={spread.p95} />
            <Reach className="bg-vio" value={spread.p50} />
          </span>
        </td>
      </tr>
    </>
  );
}

function Reach({ value, className }: { value: number | null; className: string }) {
  const width = `${Math.min(100, Math.max(0, value ?? 0))}%`;
  return <span className={`absolute inset-y-0 left-0 rounded-full ${className}`} style={{ width }} />;
}

interface ExhaustedRowProps {
  readonly badge: React.ReactNode;
  readonly note: string;
  readonly runs: number;
  readonly total: number;
  readonly href: string;
}

function ExhaustedRow({ badge, note, runs, total, href }: ExhaustedRowProps) {
  const content = (
    <>
      <span className="shrink-0">{badge}</span>
      <span className="min-w-0 truncate text-xs text-mute">{note}</span>
      <b className="ml-auto font-mono text-2xs font-semibold">{formatWhole(runs)}</b>
      <span className="w-12 text-right font-mono text-2xs text-mute">{formatRate(shareOf(runs, total))}</span>
    </>
  );
  return (
    <li>
      {runs === 0 ? (
        <span className="flex items-baseline gap-2 px-2 py-1">{content}</span>
      ) : (
        <Link
          className="flex items-baseline gap-2 rounded-md px-2 py-1 hover:bg-sunken"
          href={href}
          prefetch={false}
        >
          {content}
        </Link>
      )}
    </li>
  );
}

function percent(value: number | null): string {
  return value === null ? "–" : `${Math.round(value)} %`;
}
