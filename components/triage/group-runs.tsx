"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { RunSummary } from "@/lib/contracts/run";
import type { TriageGroup } from "@/lib/contracts/triage";
import { plural } from "@/lib/client/format-quantity";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { triageRunsOptions } from "@/lib/client/triage-queries";
import { Button } from "../ui/button";
import { Skeleton } from "../ui/skeleton";
import { useNow } from "../ui/use-now";

interface GroupRunsProps {
  readonly group: TriageGroup;
  readonly canMakeCase: boolean;
  readonly onMakeCase: (run: RunSummary) => void;
}

/** The newest runs of a group. All of them have the axes that the group shows. */
export function GroupRuns({ group, canMakeCase, onMakeCase }: GroupRunsProps) {
  const runs = useQuery(triageRunsOptions(group.groupId, group.runCount));
  const now = useNow(true);
  if (runs.isPending) {
    return (
      <div aria-busy="true" aria-label="Loading the runs" className="grid gap-2">
        <Skeleton width="70%" />
        <Skeleton width="55%" />
      </div>
    );
  }
  if (runs.isError) {
    return (
      <p className="text-xs text-bad" role="alert">
        The runs could not be loaded. {runs.error.message}{" "}
        <button className="font-semibold underline" onClick={() => void runs.refetch()} type="button">
          Try again
        </button>
      </p>
    );
  }
  return (
    <>
      <ul className="-mx-2 grid">
        {runs.data.map((run) => (
          <li
            className="grid grid-cols-[1fr_auto_auto] items-center gap-x-3 rounded-md px-2 py-1 hover:bg-sunken"
            key={run.runId}
          >
            <Link className="min-w-0 truncate hover:underline" href={`/runs/${run.runId}`} title={run.query}>
              {run.query}
            </Link>
            <time className="text-xs whitespace-nowrap text-mute" data-hint={formatExactHint(run.createdAt)}>
              {now === 0 ? "" : formatAgo(run.createdAt, now)}
            </time>
            <Button
              aria-label={`Make a regression case of “${run.query.slice(0, 80)}”`}
              disabled={!canMakeCase}
              onClick={() => onMakeCase(run)}
              size="sm"
            >
              Make a case
            </Button>
          </li>
        ))}
      </ul>
      {group.runCount > runs.data.length && (
        <p className="mt-1 text-xs text-mute">
          The newest {runs.data.length} of {plural(group.runCount, "run")}; the export has all of them.
        </p>
      )}
    </>
  );
}
