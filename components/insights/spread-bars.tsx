"use client";

import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";
import { formatCount } from "@/lib/client/format-quantity";
import { axisTicks, shareOf, type SpreadBar } from "@/lib/client/insights-series";
import { binTitle, formatRate, formatWhole } from "@/lib/client/insights-words";
import { PLOT_AREA, TICK_TEXT } from "./plot-area";

const LABEL_WIDTH = 52;

export interface SpreadBarsProps {
  readonly bars: readonly SpreadBar[];
  readonly count: number;
  readonly fill: string;
  readonly width: number;
  readonly height: number;
  readonly write: (value: number) => string;
  readonly onOpen: () => void;
}

/** The bins side by side, of equal width. */
export function SpreadBars({ bars, count, fill, width, height, write, onOpen }: SpreadBarsProps) {
  const ticks = axisTicks(Math.max(...bars.map(({ runs }) => runs)));
  const every = Math.max(1, Math.ceil((bars.length * LABEL_WIDTH) / (width - PLOT_AREA.left)));
  return (
    <BarChart
      accessibilityLayer={false}
      barCategoryGap="10%"
      className="cursor-pointer"
      data={[...bars]}
      height={height}
      margin={{ top: PLOT_AREA.top, right: PLOT_AREA.right, bottom: 0, left: 0 }}
      onClick={onOpen}
      width={width}
    >
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis
        axisLine={{ stroke: "var(--line-strong)" }}
        dataKey="above"
        height={PLOT_AREA.bottom}
        interval={0}
        tick={TICK_TEXT}
        tickFormatter={(_above: number, at: number) => labelOf(bars[at], at % every === 0, write)}
        tickLine={false}
      />
      <YAxis
        axisLine={false}
        domain={[0, ticks.at(-1) ?? 1]}
        tick={TICK_TEXT}
        tickFormatter={formatCount}
        tickLine={false}
        ticks={ticks}
        width={PLOT_AREA.left}
      />
      <Tooltip
        content={({ active, label }) => {
          const bar = bars.find(({ above }) => above === label);
          if (active !== true || bar === undefined) return null;
          return (
            <div className="rounded-lg border border-line-strong bg-panel px-3 py-2 text-xs shadow-lg">
              <p className="font-semibold">{binTitle(bar, write)}</p>
              <p className="mt-0.5 text-mute">
                {formatWhole(bar.runs)} runs, {formatRate(shareOf(bar.runs, count))}
              </p>
            </div>
          );
        }}
        cursor={{ fill: "var(--ink)", fillOpacity: 0.07 }}
        isAnimationActive={false}
      />
      <Bar dataKey="runs" fill={fill} isAnimationActive={false} radius={[3, 3, 0, 0]} />
    </BarChart>
  );
}

function labelOf(bar: SpreadBar | undefined, isLabelled: boolean, write: (value: number) => string): string {
  if (bar === undefined || !isLabelled) return "";
  return bar.upTo === null ? `> ${write(bar.above)}` : write(bar.upTo);
}
