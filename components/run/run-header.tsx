"use client";

import type { RunView } from "@/lib/client/run-view";
import type { WatchStatus } from "@/lib/client/watch-session";
import { shortId } from "@/lib/client/format-quantity";
import { formatAgo, formatDuration, formatExactHint } from "@/lib/client/format-time";
import Link from "next/link";
import { CopyButton } from "../ui/copy-button";
import { useNow } from "../ui/use-now";
import { CancelControl } from "./cancel-control";
import { QuestionHeading } from "./question-heading";
import { runAsJson } from "./raw-view";
import { RunActions } from "./run-actions";
import { WatchNote } from "./watch-note";

/** Which run this is, how fresh what is shown is, and what can be done with it. */
export function RunHeader({ view, watch }: { view: RunView; watch: WatchStatus | null }) {
  const { run } = view;
  const now = useNow(true);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-96">
        <p className="flex flex-wrap items-center gap-x-2.5 font-mono text-2xs text-mute">
          <span data-hint={`${run.runId}\nThe run's id`}>{shortId(run.runId)}</span>
          <Link
            className="underline decoration-line-strong underline-offset-2 hover:text-ink"
            data-hint={`${run.sessionId}\nAll runs of this session`}
            href={`/runs?session=${run.sessionId}`}
          >
            {shortId(run.sessionId)}
          </Link>
          <span
            data-hint={
              run.mode === "attached"
                ? "attached\nTied to its owner's stream: closing it cancels the run."
                : "detached\nOnly a cancel, the deadline or a budget stops it."
            }
          >
            {run.mode}
          </span>
          {run.originRunId !== null && (
            <span>
              rerun of{" "}
              <Link
                className="underline decoration-line-strong underline-offset-2 hover:text-ink"
                data-hint={`${run.originRunId}\nThe run whose question this one asks again`}
                href={`/runs/${run.originRunId}`}
              >
                {shortId(run.originRunId)}
              </Link>
            </span>
          )}
          {run.resumes > 0 && (
            <span data-hint="Its process was lost or stopped, and another one went on from what was stored.">
              resumed {run.resumes === 1 ? "once" : `${run.resumes} times`}
            </span>
          )}
          <span data-hint={`${run.model}\nThe model behind router, agent and guards`}>{run.model}</span>
          <time data-hint={formatExactHint(run.createdAt)} dateTime={new Date(run.createdAt).toISOString()}>
            asked {now === 0 ? "" : formatAgo(run.createdAt, now)}
          </time>
          {run.durationMs !== null && <span>took {formatDuration(run.durationMs)}</span>}
          <WatchNote watch={watch} />
        </p>
        <QuestionHeading level={1} question={run.query} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton label="Copy link" text={() => location.href} />
        <CopyButton label="Copy JSON" text={() => runAsJson(view)} />
        <RunActions run={run} />
        <CancelControl action="cancel" run={run} />
      </div>
    </div>
  );
}
