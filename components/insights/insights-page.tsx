"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { earlierStatsOptions, statsOptions } from "@/lib/client/insights-queries";
import { spanBefore, type InsightsRange } from "@/lib/client/insights-range";
import { spanTitle } from "@/lib/client/insights-words";
import type { StatsReply } from "@/lib/contracts/run-stats";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { IgnoredInAddress } from "../ui/ignored-in-address";
import { Notice } from "../ui/notice";
import { useNow } from "../ui/use-now";
import { InsightsFigures } from "./insights-figures";
import { InsightsSkeleton } from "./insights-skeleton";
import { RangeBar } from "./range-bar";
import { useInsightsRange } from "./use-insights-range";

/** How runs ended over time, from the rollups. */
export function InsightsPage() {
  const { range, ignored, choose, dropIgnored } = useInsightsRange();
  const stats = useQuery(statsOptions(range));
  const shown = stats.data ?? null;
  const earlier = useQuery(
    earlierStatsOptions(shown === null || stats.isPlaceholderData ? null : spanBefore(shown)),
  );
  return (
    <div className="mx-auto flex max-w-[140rem] flex-col gap-3 px-3 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h1 className="text-lg font-bold">Insights</h1>
          <p className="text-xs text-mute">
            Ended runs, by when they began
            {shown !== null && (
              <>
                {" · "}
                <span data-hint={`From\n${formatExactHint(shown.from).replace("\n", ", ")}`} tabIndex={0}>
                  {spanTitle(shown)}
                </span>
              </>
            )}
          </p>
        </div>
        <RangeBar onChoose={choose} range={range} span={shown} />
      </div>
      <IgnoredInAddress because="not a range" onRemove={dropIgnored} written={ignored} />
      <Staleness
        isPaused={stats.fetchStatus === "paused"}
        staleSince={stats.isError && shown !== null ? stats.dataUpdatedAt : null}
      />
      {shown !== null ? (
        <Figures
          earlier={earlier.data ?? null}
          isBehind={stats.isPlaceholderData}
          onChoose={choose}
          range={range}
          stats={shown}
        />
      ) : stats.isError ? (
        <Notice title="The figures could not be loaded" tone="bad" urgent>
          <p>{stats.error.message} Check that the server is up, then try again.</p>
          <Button className="mt-2" onClick={() => void stats.refetch()} size="sm">
            Try again
          </Button>
        </Notice>
      ) : (
        <InsightsSkeleton />
      )}
    </div>
  );
}

interface FiguresProps {
  readonly stats: StatsReply;
  readonly earlier: StatsReply | null;
  readonly range: InsightsRange;
  /** The figures are those of the range before, while this one loads. */
  readonly isBehind: boolean;
  readonly onChoose: (range: InsightsRange) => void;
}

function Figures({ stats, earlier, range, isBehind, onChoose }: FiguresProps) {
  if (stats.runs === 0 && !isBehind) return <NothingEnded onChoose={onChoose} range={range} />;
  return (
    <div aria-busy={isBehind} className={`transition-opacity ${isBehind ? "opacity-60" : ""}`}>
      <InsightsFigures
        earlier={earlier}
        onSelect={(span) => onChoose({ kind: "custom", ...span })}
        stats={stats}
      />
    </div>
  );
}

function NothingEnded({ range, onChoose }: Pick<FiguresProps, "range" | "onChoose">) {
  const isLongest = range.kind === "preset" && range.preset === "90d";
  return (
    <div className="panel">
      <EmptyState
        title={isLongest ? "No run has ended in the last 90 days" : "No run has ended in this range"}
      >
        {isLongest ? (
          <>
            Figures come with the first run.{" "}
            <Link className="font-semibold text-accent underline underline-offset-2" href="/">
              Ask a question
            </Link>
          </>
        ) : (
          <Button className="mt-2" onClick={() => onChoose({ kind: "preset", preset: "90d" })} size="sm">
            Show the last 90 days
          </Button>
        )}
      </EmptyState>
    </div>
  );
}

interface StalenessProps {
  readonly isPaused: boolean;
  /** When what is shown was last read, while reading it again fails. */
  readonly staleSince: number | null;
}

function Staleness({ isPaused, staleSince }: StalenessProps): ReactNode {
  const now = useNow(staleSince !== null);
  if (!isPaused && staleSince === null) return null;
  return (
    <p className="text-xs font-semibold text-warn" role="status">
      {isPaused
        ? "This browser is offline. The figures are as last read and go on by themselves when it is back."
        : `The server does not answer; trying again. The figures are from ${now === 0 || staleSince === null ? "before" : formatAgo(staleSince, now)}.`}
    </p>
  );
}
