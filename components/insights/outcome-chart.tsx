"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { axisTicks, barsOf, outcomeAt, type OutcomeBar } from "@/lib/client/insights-series";
import { plural } from "@/lib/client/format-quantity";
import { runsAddress } from "@/lib/client/insights-address";
import type { TimeSpan } from "@/lib/client/insights-range";
import { barTitle, formatWhole } from "@/lib/client/insights-words";
import { RELEASE_OUTCOME_TABLE, ReleaseOutcome } from "@/lib/contracts/axes";
import type { StatsReply } from "@/lib/contracts/run-stats";
import { ChartOnItsWay } from "./chart-on-its-way";
import { CHART_HEIGHT, PLOT_AREA } from "./plot-area";
import { OutcomeTip } from "./outcome-tip";
import { useWidth } from "./use-width";

/** Recharts comes with this page's charts alone. */
const OutcomeBars = dynamic(() => import("./outcome-bars").then((module) => module.OutcomeBars), {
  ssr: false,
  loading: ChartOnItsWay,
});
/** The least width of a bar with its gap, px. */
const LEAST_BAR = 5;

export interface OutcomeChartProps {
  readonly stats: StatsReply;
  readonly hintId: string;
  /** Looks closer at a part of the range. */
  readonly onSelect: (span: TimeSpan) => void;
}

interface Cursor {
  readonly at: number;
  /** Where the selection began; null without one. */
  readonly anchor: number | null;
}

/**
 * Outcomes over time, as bars to point at: a press opens the runs of a piece, a drag looks closer. By keys it is a slider: arrows go from bar to bar,
 * with Shift they select, Enter opens or looks closer, Escape lets go.
 */
export function OutcomeChart({ stats, hintId, onSelect }: OutcomeChartProps) {
  const router = useRouter();
  const [measure, width] = useWidth();
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const most = width === 0 ? stats.buckets.length : Math.floor((width - PLOT_AREA.left) / LEAST_BAR);
  const bars = barsOf(stats.buckets, stats.bucketMs, Math.max(7, most));
  const last = bars.length - 1;
  // Other bars may have come meanwhile.
  const at = cursor === null ? null : Math.min(cursor.at, last);
  const anchor = cursor?.anchor == null ? null : Math.min(cursor.anchor, last);
  const current = at === null ? undefined : bars[at];
  const selected = at === null || anchor === null ? null : spanOf(bars, at, anchor);
  const top = axisTicks(Math.max(...bars.map(({ runs }) => runs))).at(-1) ?? 1;

  const placeOf = (event: React.PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const across = (event.clientX - box.left) / box.width;
    return {
      bar: Math.min(last, Math.max(0, Math.floor(across * bars.length))),
      height: (1 - (event.clientY - box.top) / box.height) * top,
    };
  };
  const open = (bar: OutcomeBar, outcome: ReleaseOutcome | null) => {
    if (bar.runs === 0) return;
    const span = { from: bar.at, to: bar.until };
    router.push(runsAddress(outcome === null ? {} : { outcome: [outcome] }, span));
  };
  const look = (span: TimeSpan) => {
    setCursor(null);
    onSelect(span);
  };
  const onPointerUp = (event: React.PointerEvent) => {
    if (cursor?.anchor == null) return;
    const { bar, height } = placeOf(event);
    setCursor({ at: bar, anchor: null });
    if (bar !== cursor.anchor) return look(spanOf(bars, bar, cursor.anchor));
    const pressed = bars[bar];
    if (pressed !== undefined) open(pressed, outcomeAt(pressed, height));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const from = at ?? last;
    const to = targetOf(event.key, from, last);
    if (to !== null) setCursor({ at: to, anchor: event.shiftKey ? (anchor ?? from) : null });
    else if (event.key === "Escape" && cursor !== null) setCursor(at === null ? null : { at, anchor: null });
    else if (event.key === "Enter" && selected !== null) look(selected);
    else if (event.key === "Enter" && current !== undefined) open(current, null);
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative" ref={measure} style={{ height: CHART_HEIGHT.outcomes }}>
      {width > 0 && <OutcomeBars bars={bars} height={CHART_HEIGHT.outcomes} width={width} />}
      <div
        aria-describedby={hintId}
        aria-label="Outcomes over time"
        aria-valuemax={last}
        aria-valuemin={0}
        aria-valuenow={at ?? last}
        aria-valuetext={
          selected === null
            ? wordsOf(current ?? bars[last])
            : `Selected ${barTitle(selected)}. Enter looks closer.`
        }
        className="absolute cursor-crosshair touch-pan-y select-none"
        onBlur={() => setCursor(null)}
        onKeyDown={onKeyDown}
        onPointerCancel={() => setCursor(null)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const { bar } = placeOf(event);
          setCursor({ at: bar, anchor: bar });
        }}
        onPointerLeave={() => setCursor((now) => (now?.anchor == null ? null : now))}
        onPointerMove={(event) => {
          const { bar } = placeOf(event);
          if (cursor?.at !== bar)
            setCursor({ at: bar, anchor: isHeld(event) ? (cursor?.anchor ?? null) : null });
        }}
        onPointerUp={onPointerUp}
        role="slider"
        style={{
          left: PLOT_AREA.left,
          right: PLOT_AREA.right,
          top: PLOT_AREA.top,
          bottom: PLOT_AREA.bottom,
        }}
        tabIndex={0}
      >
        {at !== null && (
          <span
            className={`pointer-events-none absolute inset-y-0 rounded-sm ${anchor === null || anchor === at ? "bg-ink/8" : "border-x-2 border-accent bg-accent/15"}`}
            style={bandOf(at, anchor ?? at, bars.length)}
          />
        )}
      </div>
      {at !== null && current !== undefined && (
        <OutcomeTip
          bar={current}
          share={(at + 0.5) / bars.length}
          title={selected === null || anchor === at ? barTitle(timesOf(current)) : barTitle(selected)}
          isSelecting={anchor !== null && anchor !== at}
        />
      )}
    </div>
  );
}

function isHeld(event: React.PointerEvent): boolean {
  return (event.buttons & 1) === 1;
}

function timesOf({ at, until }: OutcomeBar): TimeSpan {
  return { from: at, to: until };
}

function spanOf(bars: readonly OutcomeBar[], one: number, other: number): TimeSpan {
  const [first, last] = [bars[Math.min(one, other)], bars[Math.max(one, other)]];
  return { from: first?.at ?? 0, to: last?.until ?? 0 };
}

function bandOf(one: number, other: number, count: number): React.CSSProperties {
  const first = Math.min(one, other);
  return {
    left: `${(first / count) * 100}%`,
    width: `${((Math.abs(one - other) + 1) / count) * 100}%`,
  };
}

function targetOf(key: string, from: number, last: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(last, from + 1);
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, from - 1);
    case "PageUp":
      return Math.min(last, from + 7);
    case "PageDown":
      return Math.max(0, from - 7);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

function wordsOf(bar: OutcomeBar | undefined): string {
  if (bar === undefined) return "nothing";
  const counts = ReleaseOutcome.options.map(
    (outcome) => `${RELEASE_OUTCOME_TABLE[outcome].label} ${formatWhole(bar.outcomes[outcome])}`,
  );
  return `${barTitle(timesOf(bar))}: ${plural(bar.runs, "run")}. ${counts.join(", ")}.`;
}
