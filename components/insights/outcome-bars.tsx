"use client";

import { Bar, BarChart, CartesianGrid, XAxis, YAxis } from "recharts";
import { ReleaseOutcome } from "@/lib/contracts/axes";
import { formatCount } from "@/lib/client/format-quantity";
import { axisTicks, labelledBars, type OutcomeBar } from "@/lib/client/insights-series";
import { barLabel } from "@/lib/client/insights-words";
import { outcomeFill } from "./outcome-fill";
import { PLOT_AREA, TICK_TEXT } from "./plot-area";

/** Room that a label needs, px. */
const LABEL_WIDTH = 64;

/** The stacked bars alone: what is said and done with them stands around them. */
export function OutcomeBars({
  bars,
  width,
  height,
}: {
  bars: readonly OutcomeBar[];
  width: number;
  height: number;
}) {
  const ticks = axisTicks(Math.max(...bars.map(({ runs }) => runs)));
  const labelled = labelledBars(bars, Math.floor((width - PLOT_AREA.left) / LABEL_WIDTH));
  return (
    <BarChart
      accessibilityLayer={false}
      barCategoryGap={bars.length > 60 ? 1 : "16%"}
      data={[...bars]}
      height={height}
      margin={{ top: PLOT_AREA.top, right: PLOT_AREA.right, bottom: 0, left: 0 }}
      width={width}
    >
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis
        axisLine={{ stroke: "var(--line-strong)" }}
        dataKey="at"
        height={PLOT_AREA.bottom}
        interval={0}
        tick={TICK_TEXT}
        tickFormatter={(at: number) => (labelled.has(at) ? barLabel(at) : "")}
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
      {ReleaseOutcome.options.map((outcome) => (
        <Bar
          dataKey={(bar: OutcomeBar) => bar.outcomes[outcome]}
          fill={outcomeFill(outcome)}
          isAnimationActive={false}
          key={outcome}
          name={outcome}
          stackId="outcomes"
        />
      ))}
    </BarChart>
  );
}
