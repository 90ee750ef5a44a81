"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useState } from "react";
import { newestRunsOptions, runCountsOptions, runListOptions } from "@/lib/client/run-queries";
import type { RunCounts } from "@/lib/contracts/run-stats";
import { formatAgo } from "@/lib/client/format-time";
import { Button } from "../ui/button";
import { IgnoredInAddress } from "../ui/ignored-in-address";
import { Notice } from "../ui/notice";
import { useNow } from "../ui/use-now";
import { BulkBar } from "./bulk-bar";
import { ColumnMenu } from "./column-menu";
import { FacetBar } from "./facet-bar";
import { FilterChips } from "./filter-chips";
import type { ListEnd } from "./more-runs";
import { NoRuns } from "./no-runs";
import { columnsInAddress, shownColumns } from "./run-columns";
import { RunsSkeleton } from "./runs-skeleton";
import { RunsTable } from "./runs-table";
import { SelectionBar } from "./selection-bar";
import { useOpenWithDefaultView } from "./use-default-view";
import { useRunActs } from "./use-run-acts";
import { useRunColumns } from "./use-run-columns";
import { useRunFilter } from "./use-run-filter";
import { ViewsMenu } from "./views-menu";

const loadCancelDialog = () => import("./cancel-runs-dialog");
const CancelRunsDialog = lazy(async () => ({ default: (await loadCancelDialog()).CancelRunsDialog }));

/** All runs, newest first, live. */
export function RunsPage() {
  const router = useRouter();
  const filter = useRunFilter();
  useOpenWithDefaultView();
  // Outside system: the network. The dialog is not needed to show the list, and is there before anything is cancelled.
  useEffect(() => {
    void loadCancelDialog();
  }, []);
  const list = useInfiniteQuery(runListOptions(filter.filter));
  const newest = useQuery({ ...newestRunsOptions(filter.filter), enabled: list.isSuccess });
  const counts = useQuery({ ...runCountsOptions(filter.filter), enabled: list.isSuccess });
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [chosenColumns, chooseColumns] = useRunColumns();
  const runs = list.data?.pages.flatMap((page) => page.items) ?? [];
  const running = runs.filter((run) => run.runState === "RUNNING").length;
  const acts = useRunActs(runs);
  const end: ListEnd = {
    hasMore: list.hasNextPage,
    searchedTo: list.data?.pages.at(-1)?.searchedTo ?? null,
    isLoading: list.isFetchingNextPage,
    problem: list.isFetchNextPageError ? `It could not be read: ${list.error?.message ?? ""}` : null,
    onMore: () => {
      if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
    },
  };
  return (
    <div className="flex h-full min-h-[32rem] flex-col gap-3 px-3 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1 className="text-lg font-bold">Runs</h1>
        {list.isSuccess && (
          <Freshness
            counts={counts.data ?? null}
            isPaused={newest.fetchStatus === "paused"}
            loaded={runs.length}
            more={list.hasNextPage}
            running={running}
            staleSince={newest.isError ? Math.max(newest.dataUpdatedAt, list.dataUpdatedAt) : null}
          />
        )}
      </div>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <FacetBar
          counts={counts.data ?? null}
          filter={filter}
          onOpenRun={(runId) => router.push(`/runs/${runId}`)}
        />
        <div className="flex gap-2">
          <ViewsMenu columns={columnsInAddress(chosenColumns)} filter={filter.filter} />
          <ColumnMenu chosen={chosenColumns} onChoose={chooseColumns} />
        </div>
      </div>
      <FilterChips filter={filter} />
      <IgnoredInAddress because="not a filter" onRemove={filter.dropIgnored} written={filter.ignored} />
      {list.isPending ? (
        <RunsSkeleton />
      ) : list.isError && runs.length === 0 ? (
        <Notice title="The runs could not be loaded" tone="bad" urgent>
          <p>{list.error.message} Check that the server is up, then try again.</p>
          <Button className="mt-2" onClick={() => void list.refetch()} size="sm">
            Try again
          </Button>
        </Notice>
      ) : runs.length === 0 ? (
        <div className="panel flex-1">
          <NoRuns end={end} isFiltered={filter.isFiltered} onClear={filter.clear} />
        </div>
      ) : (
        <RunsTable
          columns={shownColumns(chosenColumns)}
          end={end}
          cancelRefused={acts.cancelRefused}
          onCancel={acts.cancelOne}
          onCancelKey={acts.cancelByKey}
          onOpen={(runId) => router.push(`/runs/${runId}`)}
          onPick={acts.pick}
          onPickListed={acts.pickListed}
          onPickTo={acts.pickTo}
          onSelect={setSelectedId}
          picked={acts.picked}
          runs={runs}
          selectedId={selectedId}
        />
      )}
      {acts.runs.length > 0 && (
        <BulkBar
          cancelRefused={acts.cancelRefused}
          onCancel={acts.cancelPicked}
          onClear={acts.clear}
          onCompare={acts.compare}
          runs={acts.runs}
          unlisted={acts.unlisted}
        />
      )}
      {acts.toCancel !== null && (
        <Suspense>
          <CancelRunsDialog onClosed={acts.closeCancel} runs={acts.toCancel} />
        </Suspense>
      )}
      {runs.length > 0 && <SelectionBar run={runs.find((run) => run.runId === selectedId)} />}
    </div>
  );
}

interface FreshnessProps {
  /** How many there are in all; null while that is not known. */
  readonly counts: RunCounts | null;
  readonly running: number;
  readonly loaded: number;
  readonly more: boolean;
  readonly isPaused: boolean;
  /** When what is shown was last read, while reading it again fails. */
  readonly staleSince: number | null;
}

function Freshness({ counts, running, loaded, more, isPaused, staleSince }: FreshnessProps) {
  const now = useNow(staleSince !== null);
  if (isPaused) {
    return (
      <p className="text-xs font-semibold text-warn" role="status">
        This browser is offline. The rows are as last read and go on by themselves when it is back.
      </p>
    );
  }
  if (staleSince !== null) {
    return (
      <p className="text-xs font-semibold text-warn" role="status">
        The server does not answer; trying again. The rows are from{" "}
        {now === 0 ? "" : formatAgo(staleSince, now)}.
      </p>
    );
  }
  return (
    <p className="flex items-center gap-1.5 text-xs text-mute">
      <span aria-hidden className="size-1.5 rounded-full bg-ok" />
      live · {running} running · {loaded}
      {more ? "+" : ""} shown
      {counts !== null && ` of ${counts.total.toLocaleString("en")}${counts.isExact ? "" : "+"}`}
    </p>
  );
}
