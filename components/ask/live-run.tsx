"use client";

import { ExternalLink } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { OwnerState } from "@/lib/client/owner-session";
import type { RunView } from "@/lib/client/run-view";
import { shortId } from "@/lib/client/format-quantity";
import { useKeys } from "../keys/use-keys";
import { BudgetGauges } from "../run/budget-gauges";
import { CancelControl } from "../run/cancel-control";
import { isNotReleased, OutcomePanel } from "../run/outcome-panel";
import { PhaseStepper } from "../run/phase-stepper";
import { QuestionHeading } from "../run/question-heading";
import { ReceiptCard } from "../run/receipt-card";
import { RunAxesBlock } from "../run/run-axes-block";
import { RunSkeleton } from "../run/run-skeleton";
import { ToolList } from "../run/tool-list";
import { useRunView } from "../run/use-run-view";
import { WatchNote } from "../run/watch-note";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { Kbd } from "../ui/kbd";
import { Notice } from "../ui/notice";
import { SessionTurns } from "./session-turns";

export interface LiveRunProps {
  readonly runId: string;
  readonly owner: OwnerState;
  /** True when it has just been asked: the focus goes on from the question field to the run. */
  readonly takesFocus: boolean;
}

/** The run that was asked, as it happens. */
export function LiveRun({ runId, owner, takesFocus }: LiveRunProps) {
  const router = useRouter();
  const { view, error, retry, watch } = useRunView(runId);
  useKeys({ openAsked: () => router.push(`/runs/${runId}`) });
  if (view === undefined) {
    if (error === null) return <RunSkeleton />;
    return (
      <Notice title="The run could not be loaded" tone="bad" urgent>
        <p>{error.message}</p>
        <Button className="mt-2" onClick={retry} size="sm">
          Try again
        </Button>
      </Notice>
    );
  }
  const shown = withOwnResult(view, owner);
  const { run, tools } = shown;
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <p className="flex flex-wrap items-center gap-x-2.5 text-2xs text-mute">
            <Link
              className="inline-flex items-center gap-1 font-mono underline decoration-line-strong underline-offset-2 hover:text-ink"
              href={`/runs/${runId}`}
            >
              {shortId(runId)}
              <ExternalLink aria-hidden className="size-3" />
            </Link>
            <Kbd>o</Kbd>
            <span>{run.mode}</span>
            <WatchNote watch={watch} />
          </p>
          <QuestionHeading level={2} question={run.query} takesFocus={takesFocus} />
        </div>
        <CancelControl action="cancelAsked" run={run} />
      </div>
      <PhaseStepper axes={run} />
      {owner.kind === "lost" && owner.runId === runId && (
        <Notice title="The stream of this run broke off" tone="warn">
          The server takes that as the owner leaving and cancels the run. What it had gathered stays on its
          page.
        </Notice>
      )}
      <RunAxesBlock run={run} />
      <div className="grid grid-cols-1 items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 grid-cols-1 gap-3.5">
          <Card aside={<StreamEnd owner={owner} runId={runId} />} title="Answer">
            <OutcomePanel view={shown} />
          </Card>
          <Card
            aside={<span className="text-xs text-mute">{tools.length === 0 ? "" : tools.length}</span>}
            title="Tools and evidence"
          >
            {tools.length === 0 ? (
              <p className="text-mute">
                {run.runState === "RUNNING"
                  ? "No evidence tool has been called yet."
                  : "No evidence tool was called."}
              </p>
            ) : (
              <ToolList notReleased={isNotReleased(run)} tools={tools} />
            )}
          </Card>
        </div>
        <aside aria-label="Budget and receipt" className="grid min-w-0 gap-3.5">
          {run.cancellation !== null && <ReceiptCard receipt={run.cancellation} run={run} />}
          <Card title="Budget">
            <BudgetGauges run={run} />
          </Card>
        </aside>
      </div>
      <SessionTurns runId={runId} sessionId={run.sessionId} />
    </div>
  );
}

/** How this tab's own public stream ended, as it was received. */
function StreamEnd({ owner, runId }: Pick<LiveRunProps, "owner" | "runId">) {
  if (owner.kind !== "done" || owner.runId !== runId) return null;
  return (
    <span
      className="font-mono text-2xs text-mute"
      data-hint={"Public stream\nWhat the run's owner received, in order."}
    >
      {owner.result?.kind ?? "nothing"} → done({owner.outcome})
    </span>
  );
}

/** The owner's stream may bring the answer a moment before the watch stream announces it. */
function withOwnResult(view: RunView, owner: OwnerState): RunView {
  if (view.run.answer !== null || owner.kind !== "done" || owner.runId !== view.run.runId) return view;
  if (owner.result?.kind !== "content") return view;
  return { ...view, run: { ...view.run, answer: owner.result.answer } };
}
