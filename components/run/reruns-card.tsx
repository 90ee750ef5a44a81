"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { RunDetail } from "@/lib/contracts/run";
import { shortId } from "@/lib/client/format-quantity";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { rerunsOptions } from "@/lib/client/run-act-queries";
import { AxisBadge } from "../ui/axis-badge";
import { Card } from "../ui/card";
import { useNow } from "../ui/use-now";

/** The other runs of the same question: the origin's reruns, newest first, each with a way to compare. */
export function RerunsCard({ run }: { run: RunDetail }) {
  const originId = run.originRunId ?? run.runId;
  const reruns = useQuery(rerunsOptions(originId));
  const now = useNow(true);
  const others = reruns.data?.items.filter(({ runId }) => runId !== run.runId) ?? [];
  if (others.length === 0) return null;
  return (
    <Card
      aside={
        <span className="text-xs text-mute">
          {others.length}
          {reruns.data?.nextCursor == null ? "" : "+"}
        </span>
      }
      title={run.originRunId === null ? "Reruns" : "Other reruns"}
    >
      <ul className="grid gap-2.5 text-xs">
        {others.map((other) => (
          <li key={other.runId}>
            <p className="flex flex-wrap items-baseline gap-x-2.5">
              <Link
                className="font-mono text-2xs underline decoration-line-strong underline-offset-2"
                href={`/runs/${other.runId}`}
                title={other.runId}
              >
                {shortId(other.runId)}
              </Link>
              <span className="text-mute" data-hint={formatExactHint(other.createdAt)}>
                {now === 0 ? "" : formatAgo(other.createdAt, now)}
              </span>
              <Link
                className="ml-auto font-semibold text-accent underline underline-offset-2"
                href={`/runs/compare?a=${run.runId}&b=${other.runId}`}
              >
                Compare
              </Link>
            </p>
            <p className="mt-1 flex flex-wrap items-center gap-1.5">
              <AxisBadge axis="runState" value={other.runState} />
              <AxisBadge axis="releaseOutcome" value={other.releaseOutcome} />
              <AxisBadge axis="fallbackType" value={other.fallbackType} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
