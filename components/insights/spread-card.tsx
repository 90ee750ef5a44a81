"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Spread } from "@/lib/contracts/run-stats";
import { shareOf, spreadBars } from "@/lib/client/insights-series";
import { binTitle, formatRate, formatWhole } from "@/lib/client/insights-words";
import { Card } from "../ui/card";
import { ChartOnItsWay } from "./chart-on-its-way";
import { CHART_HEIGHT } from "./plot-area";
import { useWidth } from "./use-width";
import { ViewSwitch, type CardView } from "./view-switch";

/** Recharts comes with this page's charts alone. */
const SpreadBars = dynamic(() => import("./spread-bars").then((module) => module.SpreadBars), {
  ssr: false,
  loading: ChartOnItsWay,
});

export interface SpreadCardProps {
  readonly title: string;
  /** What one value is, as "from the request until …". */
  readonly about: string;
  readonly spread: Spread;
  /** Said where nothing was counted. */
  readonly whenEmpty: string;
  /** A colour. */
  readonly fill: string;
  /** A bound of the bins, and a quantile, in the measure's unit. */
  readonly writeBound: (value: number) => string;
  readonly writeValue: (value: number) => string;
  /** The runs that may be in it; the list has no filter by the measure itself. */
  readonly href: string;
}

/** How a measure is spread over runs: median and 95th percentile, and the bins as a chart or a table. */
export function SpreadCard({
  title,
  about,
  spread,
  whenEmpty,
  fill,
  writeBound,
  writeValue,
  href,
}: SpreadCardProps) {
  const router = useRouter();
  const [view, setView] = useState<CardView>("chart");
  const [measure, width] = useWidth();
  const bars = spreadBars(spread);
  const height = CHART_HEIGHT.spread;
  const say = (value: number | null) => (value === null ? "–" : writeValue(value));
  return (
    <Card
      aside={bars.length > 0 && <ViewSwitch of={title.toLowerCase()} onChange={setView} view={view} />}
      title={title}
    >
      <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <Quantile name="median" value={say(spread.p50)} />
        <Quantile name="p95" value={say(spread.p95)} />
        <Quantile name="mean" value={say(spread.mean)} />
      </dl>
      <p className="mt-0.5 mb-2 text-xs text-mute">
        {about}{" "}
        <Link
          className="whitespace-nowrap text-accent underline underline-offset-2"
          href={href}
          prefetch={false}
        >
          {formatWhole(spread.count)} runs
        </Link>
      </p>
      {bars.length === 0 ? (
        <p className="grid place-items-center text-mute" style={{ height }}>
          {whenEmpty}
        </p>
      ) : view === "chart" ? (
        <div
          aria-label={`${title}: median ${say(spread.p50)}, 95th percentile ${say(spread.p95)}, of ${formatWhole(spread.count)} runs`}
          ref={measure}
          role="img"
          style={{ height }}
        >
          {width > 0 && (
            <SpreadBars
              bars={bars}
              count={spread.count}
              fill={fill}
              height={height}
              onOpen={() => router.push(href)}
              width={width}
              write={writeBound}
            />
          )}
        </div>
      ) : (
        <div
          aria-label={`${title}, as a table`}
          className="overflow-auto rounded-md border border-line"
          role="region"
          style={{ height }}
          tabIndex={0}
        >
          <table className="w-full text-xs">
            <thead className="sticky top-0 bg-sunken text-left text-mute">
              <tr>
                <th className="px-2.5 py-1.5 font-semibold" scope="col">
                  Value
                </th>
                <th className="px-2.5 py-1.5 text-right font-semibold" scope="col">
                  Runs
                </th>
                <th className="px-2.5 py-1.5 text-right font-semibold" scope="col">
                  Share
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr className="border-t border-line" key={bar.above}>
                  <th className="px-2.5 py-1 text-left font-normal" scope="row">
                    {binTitle(bar, writeBound)}
                  </th>
                  <td className="px-2.5 py-1 text-right font-mono text-2xs">{formatWhole(bar.runs)}</td>
                  <td className="px-2.5 py-1 text-right font-mono text-2xs text-mute">
                    {formatRate(shareOf(bar.runs, spread.count))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function Quantile({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-xs text-mute">{name}</dt>
      <dd className="text-lg font-bold tracking-tight">{value}</dd>
    </div>
  );
}
