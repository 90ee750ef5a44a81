import Link from "next/link";
import type { StatsReply } from "@/lib/contracts/run-stats";
import { formatDuration } from "@/lib/client/format-time";
import { runsAddress } from "@/lib/client/insights-address";
import { shareOf } from "@/lib/client/insights-series";
import { formatRate, formatWhole } from "@/lib/client/insights-words";
import { Card } from "../ui/card";

type ToolStats = StatsReply["slowestTools"][number];

/** The slowest tools by their 95th percentile. */
export function ToolsCard({ stats }: { stats: StatsReply }) {
  const tools = stats.slowestTools;
  const slowest = Math.max(1, ...tools.map(({ p95Ms }) => p95Ms ?? 0));
  return (
    <Card aside={<span className="text-xs text-mute">slowest by p95 first</span>} title="Slowest tools">
      {tools.length === 0 ? (
        <p className="text-mute">No tool was called in this range.</p>
      ) : (
        <div aria-label="Tools and their times" className="overflow-x-auto" role="region" tabIndex={0}>
          <table className="w-full min-w-[44rem] text-xs">
            <thead className="text-left text-mute">
              <tr>
                <Column>Tool</Column>
                <Column>Source</Column>
                <Column isNumber>Calls</Column>
                <Column isNumber>Errors</Column>
                <Column isNumber>No evidence</Column>
                <Column isNumber>p50</Column>
                <Column isNumber>p95</Column>
                <th aria-hidden className="w-1/4" />
              </tr>
            </thead>
            <tbody>
              {tools.map((tool) => (
                <ToolRow
                  href={runsAddress({ intent: ["DIAGNOSIS"] }, stats)}
                  key={`${tool.tool} ${tool.source}`}
                  slowest={slowest}
                  tool={tool}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function Column({ children, isNumber = false }: { children: string; isNumber?: boolean }) {
  return (
    <th className={`py-1 pr-4 font-semibold ${isNumber ? "text-right" : ""}`} scope="col">
      {children}
    </th>
  );
}

function ToolRow({ tool, slowest, href }: { tool: ToolStats; slowest: number; href: string }) {
  const errors = shareOf(tool.errors, tool.calls);
  return (
    <tr className="border-t border-line hover:bg-sunken">
      <th className="py-1.5 pr-4 text-left font-semibold" scope="row">
        <Link
          className="hover:underline"
          data-hint={`${tool.tool}\nOpens the diagnoses of this range: the list has no filter by tool.`}
          href={href}
          prefetch={false}
        >
          {tool.tool}
        </Link>
      </th>
      <td className="py-1.5 pr-4">{tool.source}</td>
      <td className="py-1.5 pr-4 text-right font-mono text-2xs">{formatWhole(tool.calls)}</td>
      <td
        className={`py-1.5 pr-4 text-right font-mono text-2xs ${tool.errors > 0 ? "font-semibold text-bad" : "text-faint"}`}
      >
        {formatWhole(tool.errors)}
        {tool.errors > 0 && <span className="font-normal"> ({formatRate(errors)})</span>}
      </td>
      <td className="py-1.5 pr-4 text-right font-mono text-2xs text-mute">
        {formatRate(shareOf(tool.noEvidence, tool.calls))}
      </td>
      <td className="py-1.5 pr-4 text-right font-mono text-2xs">{ms(tool.p50Ms)}</td>
      <td className="py-1.5 pr-4 text-right font-mono text-2xs font-semibold">{ms(tool.p95Ms)}</td>
      <td aria-hidden className="py-1.5">
        <span className="relative block h-1.5 rounded-full bg-off-soft">
          <span
            className="absolute inset-y-0 left-0 rounded-full bg-info/40"
            style={{ width: `${((tool.p95Ms ?? 0) / slowest) * 100}%` }}
          />
          <span
            className="absolute inset-y-0 left-0 rounded-full bg-info"
            style={{ width: `${((tool.p50Ms ?? 0) / slowest) * 100}%` }}
          />
        </span>
      </td>
    </tr>
  );
}

function ms(value: number | null): string {
  return value === null ? "–" : formatDuration(value);
}
