"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import Link from "next/link";
import {
  CASE_CHANGE_TABLE,
  type CaseAxes,
  type CaseChange,
  type Replay,
  type ReplayItem,
  type ReplaySummary,
} from "@/lib/contracts/triage-regression";
import { plural } from "@/lib/client/format-quantity";
import { formatAgo, formatExact, formatExactHint } from "@/lib/client/format-time";
import { triageClient } from "@/lib/client/triage-client";
import { replayOptions, triageKeys } from "@/lib/client/triage-queries";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";
import { TONE_CLASSES } from "../ui/tone-classes";
import { useNow } from "../ui/use-now";
import { GroupAxes } from "./group-axes";

interface ReplayTableProps {
  readonly replayId: string;
  readonly replays: readonly ReplaySummary[];
  readonly canCancel: boolean;
  readonly onSelect: (replayId: string) => void;
}

/** One replay, case by case: what is expected, what it was before, what it came to. */
export function ReplayTable({ replayId, replays, canCancel, onSelect }: ReplayTableProps) {
  const client = useQueryClient();
  const replay = useQuery(replayOptions(replayId));
  const cancel = useMutation({
    mutationFn: () => triageClient.cancelReplay(replayId),
    onSettled: () => client.invalidateQueries({ queryKey: triageKeys.all }),
  });
  return (
    <section aria-label="Replay" className="panel overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-bold">Replay</h2>
          <select
            aria-label="Which replay"
            className="h-7 rounded-[7px] border border-line-strong bg-panel px-2 text-xs"
            onChange={(event) => onSelect(event.target.value)}
            value={replayId}
          >
            {!replays.some((each) => each.replayId === replayId) && (
              <option value={replayId}>this one</option>
            )}
            {replays.map((each) => (
              <option key={each.replayId} value={each.replayId}>
                {formatExact(each.startedAt)} · {each.startedBy}
              </option>
            ))}
          </select>
          {replay.data !== undefined && <Course replay={replay.data} />}
        </div>
        {replay.data?.state === "RUNNING" && (
          <Button disabled={!canCancel || cancel.isPending} look="danger" onClick={() => cancel.mutate()}>
            <Ban aria-hidden className="size-3.5" />
            {cancel.isPending ? "Cancelling…" : "Cancel the replay"}
          </Button>
        )}
      </div>
      {cancel.isError && (
        <div className="p-3">
          <Notice title="It is not known whether the replay was cancelled" tone="bad" urgent>
            {cancel.error.message}
          </Notice>
        </div>
      )}
      {replay.isPending ? (
        <div aria-busy="true" aria-label="Loading the replay" className="grid gap-3 p-4">
          <Skeleton width="70%" />
          <Skeleton width="55%" />
        </div>
      ) : replay.isError && replay.data === undefined ? (
        <EmptyState title="The replay could not be loaded">
          <p>{replay.error.message}</p>
          <Button className="mt-2" onClick={() => void replay.refetch()} size="sm">
            Try again
          </Button>
        </EmptyState>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse max-lg:block">
            <thead className="max-lg:sr-only">
              <tr className="border-b border-line text-left text-2xs text-mute">
                <th className="px-4 py-2 font-semibold">Question</th>
                <th className="px-2 py-2 font-semibold">Expected</th>
                <th className="px-2 py-2 font-semibold">Before</th>
                <th className="px-2 py-2 font-semibold">After</th>
                <th className="px-4 py-2 font-semibold">What changed</th>
              </tr>
            </thead>
            <tbody className="max-lg:block">
              {replay.data?.items.map((item) => (
                <ItemRow item={item} key={item.ordinal} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const ITEM_WORDS = {
  WAITING: "Waiting",
  RUNNING: "Running…",
  ENDED: "Ended",
  NOT_RUN: "Not run",
} as const satisfies Record<ReplayItem["state"], string>;
const CELL = "px-2 py-2.5 align-top max-lg:block max-lg:px-0 max-lg:py-1";

function ItemRow({ item }: { item: ReplayItem }) {
  return (
    <tr className="border-b border-line last:border-b-0 max-lg:block max-lg:px-4 max-lg:py-2">
      <td className={`${CELL} max-w-md lg:pl-4`}>
        <span className="line-clamp-2 font-semibold break-words">{item.query}</span>
      </td>
      <AxesCell axes={item.expected} name="Expected" />
      <AxesCell axes={item.before} name="Before" runId={item.beforeRunId} />
      <AxesCell axes={item.after} name="After" runId={item.runId} />
      <td className={`${CELL} lg:pr-4`}>
        {item.change === null ? (
          <span className="text-mute" data-hint={item.problem ?? undefined}>
            {ITEM_WORDS[item.state]}
            {item.problem !== null && <span className="block text-xs">{item.problem}</span>}
          </span>
        ) : (
          <ChangeBadge change={item.change} />
        )}
      </td>
    </tr>
  );
}

interface AxesCellProps {
  readonly name: string;
  readonly axes: CaseAxes | null;
  readonly runId?: string | null;
}

function AxesCell({ name, axes, runId = null }: AxesCellProps) {
  return (
    <td className={CELL}>
      <span aria-hidden className="mb-0.5 block text-[0.625rem] leading-3 text-faint lg:hidden">
        {name}
      </span>
      {axes === null ? <span className="text-faint">–</span> : <GroupAxes axes={axes} />}
      {runId !== null && (
        <Link className="mt-0.5 block text-xs text-accent hover:underline" href={`/runs/${runId}`}>
          the run
        </Link>
      )}
    </td>
  );
}

function ChangeBadge({ change }: { change: CaseChange }) {
  const { label, tone, meaning } = CASE_CHANGE_TABLE[change];
  const classes = TONE_CLASSES[tone];
  return (
    <span
      className={`inline-block rounded-[4px] px-1.5 py-px text-xs font-semibold whitespace-nowrap ${classes.soft} ${classes.text}`}
      data-hint={`${label}\n${meaning}`}
    >
      {label}
    </span>
  );
}

/** How far it is, or what it came to. */
function Course({ replay }: { replay: Replay }) {
  const now = useNow(true);
  const ended = replay.items.filter((item) => item.state === "ENDED" || item.state === "NOT_RUN").length;
  const broken = replay.items.filter((item) => item.change === "broken").length;
  const fixed = replay.items.filter((item) => item.change === "fixed").length;
  return (
    <p className="text-xs text-mute" role="status">
      {replay.state === "RUNNING"
        ? `${ended} of ${plural(replay.items.length, "case")} ended`
        : replay.state === "CANCELLED"
          ? `cancelled by ${replay.cancelledBy ?? "somebody"}`
          : "finished"}
      {" · "}
      <time data-hint={formatExactHint(replay.startedAt)}>
        {now === 0 ? "" : formatAgo(replay.startedAt, now)}
      </time>
      {broken > 0 && <b className="font-semibold text-bad"> · {broken} broken</b>}
      {fixed > 0 && <b className="font-semibold text-ok"> · {fixed} fixed</b>}
    </p>
  );
}
