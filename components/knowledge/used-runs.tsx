"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { KnowledgeAddress } from "@/lib/contracts/knowledge";
import { formatCount } from "@/lib/client/format-quantity";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { knowledgeRunsOptions } from "@/lib/client/knowledge-queries";
import { AxisBadge } from "../ui/axis-badge";
import { Skeleton } from "../ui/skeleton";
import { useNow } from "../ui/use-now";

/** The latest runs that took one of a playbook's checks, or whose answer cites the document. */
export function UsedRuns({ address }: { readonly address: KnowledgeAddress }) {
  const runs = useQuery(knowledgeRunsOptions(address));
  const now = useNow(true);
  if (runs.isPending) {
    return (
      <p aria-label="Loading the runs" role="status">
        <Skeleton width="60%" />
      </p>
    );
  }
  if (runs.isError) {
    return (
      <p className="text-bad" role="alert">
        The runs could not be read. {runs.error.message}
      </p>
    );
  }
  const { items, lookedAt } = runs.data;
  const reach = lookedAt === null ? "" : ` among the last ${formatCount(lookedAt)} answers from documents`;
  if (items.length === 0) return <p className="text-mute">No run has used it{reach}.</p>;
  return (
    <>
      {reach !== "" && <p className="mb-2 text-xs text-mute">The latest{reach}.</p>}
      <ul className="-mx-2 grid gap-0.5">
        {items.map((run) => (
          <li className="grid gap-x-3 gap-y-1 rounded-md px-2 py-1.5 hover:bg-sunken" key={run.runId}>
            <div className="flex min-w-0 items-baseline gap-3">
              <Link className="min-w-0 flex-1 truncate hover:underline" href={`/runs/${run.runId}`}>
                {run.query}
              </Link>
              <time className="shrink-0 text-xs text-mute" data-hint={formatExactHint(run.createdAt)}>
                {now === 0 ? "" : formatAgo(run.createdAt, now)}
              </time>
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <AxisBadge axis="runState" value={run.runState} />
              <AxisBadge axis="releaseOutcome" value={run.releaseOutcome} />
              <AxisBadge axis="fallbackType" value={run.fallbackType} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
