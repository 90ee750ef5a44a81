"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Play, Trash2 } from "lucide-react";
import Link from "next/link";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import type { RegressionCase } from "@/lib/contracts/triage-regression";
import { plural } from "@/lib/client/format-quantity";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { triageClient } from "@/lib/client/triage-client";
import { casesOptions, replaysOptions, triageKeys } from "@/lib/client/triage-queries";
import { useRefusal } from "../access/principal-context";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";
import { useNow } from "../ui/use-now";
import { GroupAxes } from "./group-axes";
import { ReplayTable } from "./replay-table";
import { TriageTabs } from "./triage-tabs";

/** Runs that are kept to be asked again, and what the last times came to. */
export function CasesPage() {
  const client = useQueryClient();
  const refused = useRefusal("triage.write");
  const cases = useQuery(casesOptions);
  const replays = useQuery(replaysOptions);
  const [replayId, setReplayId] = useQueryState("replay", parseAsString);
  /** Taken out of the next replay; what is new is in it. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const kept = cases.data ?? [];
  const chosen = kept.filter((each) => !left.has(each.caseId));
  const shownId = replayId ?? replays.data?.[0]?.replayId ?? null;
  const start = useMutation({
    mutationFn: () => triageClient.startReplay(chosen.map((each) => each.caseId)),
    onSuccess: (replay) => setReplayId(replay.replayId),
    onSettled: () => client.invalidateQueries({ queryKey: triageKeys.replays }),
  });
  const toggle = (caseId: string) => {
    const next = new Set(left);
    if (!next.delete(caseId)) next.add(caseId);
    setLeft(next);
  };
  return (
    <div className="flex flex-col gap-3 px-3 py-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-lg font-bold">Triage</h1>
        <TriageTabs />
      </div>
      {shownId !== null && (
        <ReplayTable
          canCancel={refused === null}
          onSelect={(id) => void setReplayId(id)}
          replayId={shownId}
          replays={replays.data ?? []}
        />
      )}
      <section aria-label="Cases" className="panel overflow-hidden">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3">
          <div>
            <h2 className="font-bold">{cases.isSuccess ? plural(kept.length, "case") : "Cases"}</h2>
            <p className="text-xs text-mute">
              A replay asks the questions of the chosen ones again, as detached runs, two at a time.
            </p>
          </div>
          {kept.length > 0 && (
            <Button
              data-hint={refused ?? undefined}
              disabled={refused !== null || chosen.length === 0 || start.isPending}
              look="primary"
              onClick={() => start.mutate()}
            >
              <Play aria-hidden className="size-3.5" />
              {start.isPending ? "Starting…" : `Replay ${plural(chosen.length, "case")}`}
            </Button>
          )}
        </div>
        {start.isError && (
          <div className="p-3">
            <Notice title="The replay was not started" tone="bad" urgent>
              {start.error.message}
            </Notice>
          </div>
        )}
        {cases.isPending ? (
          <div aria-busy="true" aria-label="Loading cases" className="grid gap-3 p-4">
            <Skeleton width="60%" />
            <Skeleton width="48%" />
            <Skeleton width="66%" />
          </div>
        ) : cases.isError ? (
          <div className="p-3">
            <Notice title="The cases could not be loaded" tone="bad" urgent>
              <p>{cases.error.message} Check that the server is up, then try again.</p>
              <Button className="mt-2" onClick={() => void cases.refetch()} size="sm">
                Try again
              </Button>
            </Notice>
          </div>
        ) : kept.length === 0 ? (
          <EmptyState title="No regression cases yet">
            Open a group in the{" "}
            <Link className="font-semibold text-accent underline underline-offset-2" href="/triage?view=all">
              inbox
            </Link>{" "}
            and make a case of one of its runs: the question, its evidence and the end that is expected are
            kept.
          </EmptyState>
        ) : (
          <ul>
            {kept.map((each) => (
              <CaseRow
                canRemove={refused === null}
                isChosen={!left.has(each.caseId)}
                key={each.caseId}
                kept={each}
                onToggle={() => toggle(each.caseId)}
              />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

interface CaseRowProps {
  readonly kept: RegressionCase;
  readonly isChosen: boolean;
  readonly canRemove: boolean;
  readonly onToggle: () => void;
}

function CaseRow({ kept, isChosen, canRemove, onToggle }: CaseRowProps) {
  const client = useQueryClient();
  const now = useNow(true);
  const remove = useMutation({
    mutationFn: () => triageClient.removeCase(kept.caseId),
    onSettled: () => client.invalidateQueries({ queryKey: triageKeys.cases }),
  });
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-b-0 md:grid-cols-[auto_1fr_auto_auto] md:items-center">
      <label className="-m-1.5 flex cursor-pointer p-1.5">
        <input
          aria-label={`Replay “${kept.query.slice(0, 80)}”`}
          checked={isChosen}
          className="size-3.5 accent-accent"
          onChange={onToggle}
          type="checkbox"
        />
      </label>
      <div className="min-w-0">
        <Link className="line-clamp-2 font-semibold break-words hover:underline" href={`/runs/${kept.runId}`}>
          {kept.query}
        </Link>
        <p className="text-xs text-mute">
          {plural(kept.evidenceCount, "tool record")} · by {kept.createdBy}{" "}
          <time data-hint={formatExactHint(kept.createdAt)}>
            {now === 0 ? "" : formatAgo(kept.createdAt, now)}
          </time>
          {kept.groupId !== null && (
            <>
              {" "}
              ·{" "}
              <Link
                className="text-accent underline underline-offset-2"
                href={`/triage?view=all&group=${kept.groupId}`}
              >
                its group
              </Link>
            </>
          )}
        </p>
      </div>
      <div className="col-start-2 md:col-start-auto">
        <p className="mb-0.5 text-[0.625rem] leading-3 text-faint">Expected</p>
        <GroupAxes axes={kept.expected} />
      </div>
      <div className="col-start-2 md:col-start-auto">
        <ConfirmButton
          aria-label={`Remove the case “${kept.query.slice(0, 80)}”`}
          confirm="Remove?"
          disabled={!canRemove || remove.isPending}
          look="quiet"
          onConfirm={() => remove.mutate()}
          size="sm"
        >
          <Trash2 aria-hidden className="size-3.5" />
        </ConfirmButton>
        {remove.isError && (
          <p className="text-xs text-bad" role="alert">
            {remove.error.message}
          </p>
        )}
      </div>
    </li>
  );
}
