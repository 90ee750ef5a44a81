"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { sessionRunsOptions } from "@/lib/client/run-queries";
import { AxisBadge } from "../ui/axis-badge";

export interface SessionTurnsProps {
  readonly sessionId: string;
  /** The run that is shown in full, and is therefore left out here. */
  readonly runId: string;
}

/** What was asked before in this session, newest first. */
export function SessionTurns({ sessionId, runId }: SessionTurnsProps) {
  const query = useQuery(sessionRunsOptions(sessionId, runId));
  const earlier = query.data?.items.filter((run) => run.runId !== runId) ?? [];
  if (earlier.length === 0) return null;
  return (
    <section aria-label="Earlier in this session" className="panel px-4 py-3">
      <h2 className="mb-1 text-sm font-bold">Earlier in this session</h2>
      <ul>
        {earlier.map((run) => (
          <li
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 first:border-0"
            key={run.runId}
          >
            <Link className="min-w-0 flex-1 basis-64 hover:underline" href={`/runs/${run.runId}`}>
              <span className="block truncate font-semibold">{run.query}</span>
              {run.conclusion !== null && (
                <span className="block truncate text-xs text-mute">{run.conclusion}</span>
              )}
            </Link>
            <span className="flex items-center gap-1.5">
              <AxisBadge axis="runState" value={run.runState} />
              <AxisBadge axis="releaseOutcome" value={run.releaseOutcome} />
              <AxisBadge axis="fallbackType" value={run.fallbackType} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
