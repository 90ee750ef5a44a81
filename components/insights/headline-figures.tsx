import Link from "next/link";
import type { ReactNode } from "react";
import { RELEASE_OUTCOME_TABLE, ReleaseOutcome, type AxisValue } from "@/lib/contracts/axes";
import type { StatsReply } from "@/lib/contracts/run-stats";
import { formatCount } from "@/lib/client/format-quantity";
import { formatDuration } from "@/lib/client/format-time";
import { runsAddress } from "@/lib/client/insights-address";
import { shareOf } from "@/lib/client/insights-series";
import { formatPoints, formatRate, formatWhole } from "@/lib/client/insights-words";
import { AxisIcon } from "../ui/axis-icon";
import { TONE_CLASSES } from "../ui/tone-classes";
import { CANCELLING_STATES } from "./cancelling-states";

const DAY_MS = 86_400_000;

export interface HeadlineFiguresProps {
  readonly stats: StatsReply;
  /** Of the span before; null while it is not known. */
  readonly earlier: StatsReply | null;
}

/** The figures that a reader takes away, each beside that of the span before. */
export function HeadlineFigures({ stats, earlier }: HeadlineFiguresProps) {
  return (
    <ul aria-label="Figures of this range" className="grid grid-cols-2 gap-3 md:grid-cols-4 2xl:grid-cols-8">
      <Tile
        before={earlier === null ? null : formatWhole(earlier.runs)}
        detail={`${formatCount(stats.runs / ((stats.to - stats.from) / DAY_MS))} a day`}
        hint={"Ended runs\nRuns that began in this range and have ended."}
        href={runsAddress({}, stats)}
        label="Ended runs"
        value={formatWhole(stats.runs)}
      />
      {ReleaseOutcome.options.map((outcome) => (
        <OutcomeTile earlier={earlier} key={outcome} outcome={outcome} stats={stats} />
      ))}
      <Tile
        before={earlier === null ? null : formatMs(earlier.duration.p50)}
        detail={`95 % within ${formatMs(stats.duration.p95)}`}
        hint={"Median duration\nHalf of the runs took no longer from their start to their terminal state."}
        href={runsAddress({}, stats)}
        label="Median duration"
        value={formatMs(stats.duration.p50)}
      />
      <Tile
        before={earlier === null ? null : formatMs(earlier.cancelLatency.p95)}
        detail={`median ${formatMs(stats.cancelLatency.p50)}`}
        hint={
          "Cancel latency, p95\nIn 95 % of the cancels, the last call in flight had stopped within this time."
        }
        href={runsAddress({ state: CANCELLING_STATES }, stats)}
        label="Cancel latency, p95"
        value={formatMs(stats.cancelLatency.p95)}
      />
      <Tile
        before={earlier === null ? null : formatCount(earlier.tokens.input + earlier.tokens.output)}
        detail={`${formatCount(stats.tokens.input)} in, ${formatCount(stats.tokens.output)} out`}
        hint={"Tokens\nWhat the model calls of these runs read and wrote."}
        href={runsAddress({}, stats)}
        label="Tokens"
        value={formatCount(stats.tokens.input + stats.tokens.output)}
      />
    </ul>
  );
}

interface OutcomeTileProps extends HeadlineFiguresProps {
  readonly outcome: ReleaseOutcome;
}

function OutcomeTile({ outcome, stats, earlier }: OutcomeTileProps) {
  const { label, tone, icon, meaning }: AxisValue = RELEASE_OUTCOME_TABLE[outcome];
  const share = shareOf(stats.outcomes[outcome], stats.runs);
  const before = earlier === null ? null : shareOf(earlier.outcomes[outcome], earlier.runs);
  return (
    <Tile
      before={before === null ? null : formatRate(before)}
      change={formatPoints(share, before)}
      detail={`${formatWhole(stats.outcomes[outcome])} runs`}
      hint={`ReleaseOutcome ${outcome}\n${meaning}`}
      href={runsAddress({ outcome: [outcome] }, stats)}
      label={
        <span className={`inline-flex items-center gap-1.5 ${TONE_CLASSES[tone].text}`}>
          <AxisIcon className="size-3.5" name={icon} />
          {label}
        </span>
      }
      value={formatRate(share)}
    />
  );
}

interface TileProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly detail?: string;
  readonly before: string | null;
  readonly change?: string | null;
  readonly hint: string;
  readonly href: string;
}

function Tile({ label, value, detail, before, change = null, hint, href }: TileProps) {
  return (
    <li>
      <Link
        className="panel block h-full px-3.5 py-2.5 transition-colors hover:border-line-strong hover:bg-sunken"
        data-hint={hint}
        href={href}
        prefetch={false}
      >
        <span className="flex h-5 items-center truncate text-xs font-semibold text-mute">{label}</span>
        <span className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
          <b className="text-xl font-bold tracking-tight">{value}</b>
          {change !== null && <span className="font-mono text-2xs font-semibold text-mute">{change}</span>}
        </span>
        <span className="block min-h-[1.125rem] text-xs text-mute">{detail}</span>
        <span className="block min-h-4 text-2xs text-faint">
          {before === null ? "" : `before: ${before}`}
        </span>
      </Link>
    </li>
  );
}

function formatMs(ms: number | null): string {
  return ms === null ? "–" : formatDuration(ms);
}
