"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import type { RunSummary } from "@/lib/contracts/run";
import type { ChangeTriageRequest, PreviewBulkRequest, TriageGroup } from "@/lib/contracts/triage";
import { plural } from "@/lib/client/format-quantity";
import { formatAgo } from "@/lib/client/format-time";
import {
  triageCountsOptions,
  triageGroupOptions,
  triageListOptions,
  triageRunsOptions,
} from "@/lib/client/triage-queries";
import { titleOfGroup } from "@/lib/client/triage-words";
import { useRefusal } from "../access/principal-context";
import { KEY_TABLE } from "../keys/key-table";
import { useKeys } from "../keys/use-keys";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { IgnoredInAddress } from "../ui/ignored-in-address";
import { Kbd } from "../ui/kbd";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";
import { useNow } from "../ui/use-now";
import { BulkDialog } from "./bulk-dialog";
import { CaseDialog } from "./case-dialog";
import { ChangeDialog, type DialogName } from "./change-dialogs";
import { GroupDetail } from "./group-detail";
import { focusGroup, GroupList } from "./group-list";
import { TriageFilterBar } from "./triage-filter-bar";
import { TriageTabs } from "./triage-tabs";
import { conflictOf, useChangeGroup } from "./use-change-group";
import { useTriageAddress } from "./use-triage-address";

type Change = ChangeTriageRequest["change"];
/** After these the next group is at hand. */
const GOES_ON: ReadonlySet<Change["action"]> = new Set<Change["action"]>(["acknowledge", "resolve"]);

/** The inbox: groups on one side, the selected one on the other; walked and worked by keys. */
export function TriagePage() {
  const router = useRouter();
  const address = useTriageAddress();
  const [selectedId, setSelectedId] = useQueryState("group", parseAsString);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<{ name: DialogName; group: TriageGroup } | null>(null);
  const [caseRun, setCaseRun] = useState<RunSummary | null>(null);
  const [bulk, setBulk] = useState<PreviewBulkRequest | null>(null);
  const list = useInfiniteQuery(triageListOptions(address.filter));
  const { status: _status, ...narrowing } = address.filter;
  const counts = useQuery(triageCountsOptions(narrowing));
  const change = useChangeGroup();
  const refused = useRefusal("triage.write");

  const groups = unique(list.data?.pages.flatMap((page) => page.items) ?? []);
  const listed = groups.find((group) => group.groupId === selectedId);
  // A group that has left the list, or is named in the address alone, is shown all the same.
  const apart = useQuery({
    ...triageGroupOptions(selectedId ?? ""),
    enabled: selectedId !== null && !list.isPending && listed === undefined,
    retry: false,
  });
  const selected = listed ?? (selectedId === null ? undefined : apart.data?.group);
  const runs = useQuery({
    ...triageRunsOptions(selected?.groupId ?? "", selected?.runCount ?? 0),
    enabled: selected !== undefined,
  });

  const select = (groupId: string | null) => {
    if (groupId !== selectedId) change.reset();
    void setSelectedId(groupId);
  };
  const neighbour = (by: number): TriageGroup | undefined => {
    const at = groups.findIndex((group) => group.groupId === selectedId);
    return at === -1 ? groups[0] : groups[Math.min(groups.length - 1, Math.max(0, at + by))];
  };
  const move = (by: number) => {
    const next = neighbour(by);
    if (next === undefined) return;
    select(next.groupId);
    focusGroup(next.groupId);
  };
  const apply = (group: TriageGroup, made: Change) => {
    // The list may lose the group by this: who comes next is decided as it was seen.
    const next = neighbour(1);
    const following = next?.groupId === group.groupId ? neighbour(-1) : next;
    change.mutate(
      { group, change: made },
      {
        onSuccess: () => {
          if (!GOES_ON.has(made.action) || following === undefined || following.groupId === group.groupId)
            return;
          select(following.groupId);
          focusGroup(following.groupId);
        },
      },
    );
  };
  const acknowledge = () => {
    if (refused === null && selected?.status === "NEW" && !change.isPending)
      apply(selected, { action: "acknowledge" });
  };
  const open = (name: DialogName) => {
    if (refused === null && selected !== undefined && !change.isPending) setDialog({ name, group: selected });
  };
  const pick = (groupId: string) => {
    const next = new Set(picked);
    if (!next.delete(groupId)) next.add(groupId);
    setPicked(next);
  };
  const pickShown = () => {
    const all = groups.every((group) => picked.has(group.groupId));
    setPicked(all ? new Set() : new Set(groups.map((group) => group.groupId)));
  };
  const openBulk = () => {
    if (refused !== null) return;
    if (picked.size > 0) setBulk({ groupIds: [...picked] });
    else if (Object.keys(address.filter).length > 0) setBulk({ filter: filterBody(address.filter) });
  };
  const latest = runs.data?.[0];
  useKeys({
    nextGroup: () => move(1),
    previousGroup: () => move(-1),
    acknowledge,
    resolve: () => open("resolve"),
    reopen: () => (selected?.status === "NEW" ? undefined : open("reopen")),
    assign: () => open("assign"),
    labels: () => open("label"),
    writeNote: () => open("note"),
    makeCase: () => (latest === undefined || refused !== null ? undefined : setCaseRun(latest)),
    openLatest: () => (selected === undefined ? undefined : router.push(`/runs/${selected.lastRunId}`)),
    pickGroup: () => (selected === undefined ? undefined : pick(selected.groupId)),
    pickShown,
    unpick: () => setPicked(new Set()),
    bulkChange: openBulk,
    moreGroups: () => {
      if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
    },
  });

  const problem = change.error === null || conflictOf(change.error) !== null ? null : change.error.message;
  return (
    <div className="flex h-full min-h-[34rem] flex-col gap-3 px-3 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="text-lg font-bold">Triage</h1>
          <TriageTabs />
        </div>
        {list.data !== undefined && (
          <Freshness
            isPaused={list.fetchStatus === "paused"}
            shown={groups.length}
            staleSince={list.isError ? list.dataUpdatedAt : null}
          />
        )}
      </div>
      <div className={selected === undefined ? "" : "max-lg:hidden"}>
        <TriageFilterBar address={address} counts={counts.data} />
      </div>
      <IgnoredInAddress because="not a filter" onRemove={address.dropIgnored} written={address.ignored} />
      <div className="grid min-h-0 flex-1 gap-3 lg:grid-cols-[minmax(24rem,5fr)_7fr] 2xl:grid-cols-[minmax(34rem,2fr)_3fr]">
        <div
          className={`panel flex min-h-0 flex-col overflow-hidden ${selected === undefined ? "" : "max-lg:hidden"}`}
        >
          {list.isPending ? (
            <ListSkeleton />
          ) : list.isError && groups.length === 0 ? (
            <div className="p-3">
              <Notice title="The groups could not be loaded" tone="bad" urgent>
                <p>{list.error.message} Check that the server is up, then try again.</p>
                <Button className="mt-2" onClick={() => void list.refetch()} size="sm">
                  Try again
                </Button>
              </Notice>
            </div>
          ) : groups.length === 0 ? (
            <NothingHere isFiltered={address.isFiltered} onClear={address.clear} view={address.view} />
          ) : (
            <GroupList
              groups={groups}
              hasMore={list.hasNextPage}
              isLoadingMore={list.isFetchingNextPage}
              onLoadMore={() => void list.fetchNextPage()}
              onPick={pick}
              onSelect={select}
              picked={picked}
              selectedId={selectedId}
            />
          )}
          <ListFoot
            canChangeFound={address.isFiltered || address.view !== "all"}
            onBulk={openBulk}
            onClear={() => setPicked(new Set())}
            picked={picked.size}
            refused={refused}
          />
        </div>
        {selected === undefined ? (
          <div className="panel max-lg:hidden">
            {selectedId !== null && apart.isError ? (
              <EmptyState title="There is no such group">
                <Button className="mt-2" onClick={() => select(null)} size="sm">
                  Back to the list
                </Button>
              </EmptyState>
            ) : (
              <EmptyState title="No group is selected">
                <Kbd>{KEY_TABLE.nextGroup.keys}</Kbd> and <Kbd>{KEY_TABLE.previousGroup.keys}</Kbd> walk
                through the list, <Kbd>{KEY_TABLE.acknowledge.keys}</Kbd> acknowledges,{" "}
                <Kbd>{KEY_TABLE.resolve.keys}</Kbd> resolves.
              </EmptyState>
            )}
          </div>
        ) : (
          <GroupDetail
            conflict={conflictOf(change.error)}
            group={selected}
            isChanging={change.isPending}
            key={selected.groupId}
            onAcknowledge={acknowledge}
            onClose={() => select(null)}
            onDismiss={() => change.reset()}
            onMakeCase={setCaseRun}
            onOpenDialog={open}
            problem={problem}
            refused={refused}
          />
        )}
      </div>
      {dialog !== null && (
        <ChangeDialog
          current={currentOf(dialog.name, dialog.group)}
          known={(dialog.name === "assign" ? counts.data?.people : counts.data?.labels) ?? []}
          name={dialog.name}
          onChange={(made) => apply(dialog.group, made)}
          onClosed={() => setDialog(null)}
          subject={`“${titleOfGroup(dialog.group)}”`}
        />
      )}
      {caseRun !== null && <CaseDialog onClosed={() => setCaseRun(null)} run={caseRun} />}
      {bulk !== null && (
        <BulkDialog
          labels={counts.data?.labels ?? []}
          onClosed={() => setBulk(null)}
          onDone={() => setPicked(new Set())}
          people={counts.data?.people ?? []}
          selector={bulk}
        />
      )}
    </div>
  );
}

function currentOf(name: DialogName, group: TriageGroup): readonly string[] {
  if (name === "label") return group.labels;
  return name === "assign" && group.assignee !== null ? [group.assignee] : [];
}

/** A group that moved to another page while pages were read stands once. */
function unique(groups: readonly TriageGroup[]): readonly TriageGroup[] {
  return [...new Map(groups.map((group) => [group.groupId, group])).values()];
}

/** As a body takes it: lists are one text, as in an address. */
function filterBody(filter: ReturnType<typeof useTriageAddress>["filter"]) {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]),
  );
}

interface ListFootProps {
  readonly picked: number;
  /** There is a condition, so that what is found is not everything. */
  readonly canChangeFound: boolean;
  /** Why whoever is signed in may change nothing; null where it may. */
  readonly refused: string | null;
  readonly onBulk: () => void;
  readonly onClear: () => void;
}

function ListFoot({ picked, canChangeFound, refused, onBulk, onClear }: ListFootProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-t border-line px-3 py-2 text-xs text-mute">
      <span aria-live="polite">
        {picked > 0 ? (
          <b className="font-semibold text-ink">{plural(picked, "group")} picked</b>
        ) : (
          "None picked"
        )}
      </span>
      <span className="flex flex-wrap gap-2">
        {picked > 0 && (
          <Button look="quiet" onClick={onClear} size="sm">
            Take all out <Kbd>esc</Kbd>
          </Button>
        )}
        <Button
          data-hint={
            refused ??
            (picked === 0 && !canChangeFound
              ? "Pick groups, or filter\nA change of everything is not offered."
              : undefined)
          }
          disabled={refused !== null || (picked === 0 && !canChangeFound)}
          onClick={onBulk}
          size="sm"
        >
          {picked > 0 ? `Change ${picked}…` : "Change what is found…"} <Kbd>{KEY_TABLE.bulkChange.keys}</Kbd>
        </Button>
      </span>
    </div>
  );
}

interface NothingHereProps {
  readonly isFiltered: boolean;
  readonly view: string;
  readonly onClear: () => void;
}

function NothingHere({ isFiltered, view, onClear }: NothingHereProps) {
  return (
    <div className="flex-1">
      {isFiltered ? (
        <EmptyState title="No group matches these filters">
          <Button className="mt-2" onClick={onClear} size="sm">
            Clear the filters
          </Button>
        </EmptyState>
      ) : (
        <EmptyState title={view === "open" || view === "new" ? "Nothing waits for you" : "No group is here"}>
          Runs that end as a fallback or a failure come here by themselves.
        </EmptyState>
      )}
    </div>
  );
}

const WIDTHS = ["62%", "48%", "70%", "55%", "40%", "66%", "52%"];

function ListSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading groups" className="flex-1 overflow-hidden">
      {WIDTHS.map((width) => (
        <div className="grid gap-2 border-b border-line px-3 py-3" key={width}>
          <Skeleton width={width} />
          <span className="flex gap-2">
            <Skeleton height="1.2rem" width="5rem" />
            <Skeleton height="1.2rem" width="5rem" />
            <Skeleton height="1.2rem" width="9rem" />
          </span>
        </div>
      ))}
    </div>
  );
}

interface FreshnessProps {
  readonly shown: number;
  readonly isPaused: boolean;
  /** When what is shown was last read, while reading it again fails. */
  readonly staleSince: number | null;
}

function Freshness({ shown, isPaused, staleSince }: FreshnessProps) {
  const now = useNow(staleSince !== null);
  if (isPaused) {
    return (
      <p className="text-xs font-semibold text-warn" role="status">
        This browser is offline. The groups are as last read and go on by themselves when it is back.
      </p>
    );
  }
  if (staleSince !== null) {
    return (
      <p className="text-xs font-semibold text-warn" role="status">
        The server does not answer; trying again. The groups are from{" "}
        {now === 0 ? "" : formatAgo(staleSince, now)}.
      </p>
    );
  }
  return (
    <p className="flex items-center gap-1.5 text-xs text-mute">
      <span aria-hidden className="size-1.5 rounded-full bg-ok" />
      live · {shown} shown
    </p>
  );
}
