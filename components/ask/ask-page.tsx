"use client";

import { MessageSquarePlus } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { useRef, useState } from "react";
import type { BudgetOverride } from "@/lib/contracts/budget";
import type { SessionId } from "@/lib/contracts/ids";
import { RunId } from "@/lib/contracts/ids";
import type { StartRunRequest } from "@/lib/contracts/requests";
import { useQuery } from "@tanstack/react-query";
import type { RunDetail } from "@/lib/contracts/run";
import { announceRun } from "@/lib/client/announce-run";
import { ProblemError } from "@/lib/client/api-error";
import type { OwnerState } from "@/lib/client/owner-session";
import { runViewOptions } from "@/lib/client/run-queries";
import { useRefusal } from "../access/principal-context";
import { useKeys } from "../keys/use-keys";
import { RunSkeleton } from "../run/run-skeleton";
import { Button } from "../ui/button";
import { ClampedText } from "../ui/clamped-text";
import { IgnoredInAddress } from "../ui/ignored-in-address";
import { Kbd } from "../ui/kbd";
import { Notice } from "../ui/notice";
import { Composer } from "./composer";
import { ExampleQuestions } from "./example-questions";
import { LiveRun } from "./live-run";
import { ownerSession, useOwnerState } from "./use-owner";

/** A question, and the run it starts. The run stands in the address, so that a reload finds it again. */
export function AskPage() {
  const owner = useOwnerState();
  const [address, setAddress] = useQueryState("run", parseAsString);
  const [question, setQuestion] = useQueryState("question", parseAsString.withDefault(""));
  const [detached, setDetached] = useState(false);
  const [asked, setAsked] = useState<RunId | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const runId = shownRun(address, owner);
  const run = useShownRun(runId);
  const sessionId = sessionOf(run, runId, owner);
  const refused = useRefusal("runs.ask");
  const blocked = blockedBecause(owner);

  const ask = async (query: string, budget: BudgetOverride): Promise<boolean> => {
    const body: StartRunRequest = {
      query,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(Object.keys(budget).length === 0 ? {} : { budget }),
    };
    const started = await ownerSession.ask(body, detached);
    if (started === null) {
      field.current?.focus();
      return false;
    }
    setAsked(started);
    await Promise.all([setAddress(started), setQuestion(null)]);
    return true;
  };
  const beginSession = () => {
    if (blocked !== null) return;
    ownerSession.reset();
    void setAddress(null);
    field.current?.focus();
  };
  useKeys({ newSession: beginSession });

  const isIdle = runId === null && owner.kind !== "starting";
  return (
    <div
      className={`mx-auto grid max-w-[88rem] grid-cols-1 gap-4 px-3 py-4 sm:px-5 ${isIdle ? "md:max-w-[64rem] md:pt-[14vh]" : ""}`}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h1 className={isIdle ? "text-xl font-bold" : "text-lg font-bold"}>
          {isIdle ? "Ask about an incident" : "Ask"}
        </h1>
        {!isIdle && (
          <Button disabled={blocked !== null} look="quiet" onClick={beginSession} size="sm">
            <MessageSquarePlus aria-hidden className="size-3.5" />
            New session
            <Kbd>n</Kbd>
          </Button>
        )}
      </div>
      {isIdle && (
        <p className="-mt-3 max-w-prose text-mute">
          An agent looks for evidence with read-only tools, guards check every claim against what is stored,
          and only then is an answer released.
        </p>
      )}
      <Composer
        autoFocus={isIdle || question !== ""}
        blocked={refused ?? blocked}
        detached={detached}
        isFollowUp={sessionId !== undefined}
        field={field}
        // A question in the address is written into the field, and never asked by itself.
        key={question}
        onAsk={ask}
        onDetachedChange={setDetached}
        written={question}
      />
      {owner.kind === "refused" && <Refusal error={owner.error} query={owner.query} />}
      {owner.kind === "starting" ? (
        <RunSkeleton />
      ) : runId === null ? (
        <>
          {address !== null && (
            <IgnoredInAddress
              because="not a run"
              onRemove={() => void setAddress(null)}
              written={[`run=${address}`]}
            />
          )}
          <ExampleQuestions disabled={refused !== null} onPick={(question) => void ask(question, {})} />
        </>
      ) : (
        <LiveRun key={runId} owner={owner} runId={runId} takesFocus={runId === asked} />
      )}
      <p aria-live="polite" className="sr-only">
        {owner.kind === "starting" ? "The run is being started." : run === undefined ? "" : announceRun(run)}
      </p>
    </div>
  );
}

function Refusal({ error, query }: { error: Error; query: string }) {
  return (
    <Notice title="The question was not taken" tone="bad" urgent>
      <p>{error.message}</p>
      {error instanceof ProblemError &&
        error.problem.fields?.map((field) => (
          <p key={field.path}>
            <span className="font-mono text-xs">{field.path}</span> {field.message}
          </p>
        ))}
      <p className="mt-1 text-xs text-mute">
        It was: <ClampedText text={`“${query}”`} />
      </p>
    </Notice>
  );
}

/** The address wins; without one, coming back to this page shows the run this tab still holds. */
function shownRun(address: string | null, owner: OwnerState): RunId | null {
  const parsed = RunId.safeParse(address);
  if (parsed.success) return parsed.data;
  return "runId" in owner ? owner.runId : null;
}

function useShownRun(runId: RunId | null): RunDetail | undefined {
  const view = useQuery({ ...runViewOptions(runId ?? ""), enabled: runId !== null });
  return runId === null ? undefined : view.data?.run;
}

/** A follow-up belongs to the session of the run that is shown. */
function sessionOf(
  run: RunDetail | undefined,
  runId: RunId | null,
  owner: OwnerState,
): SessionId | undefined {
  if (runId !== null && "runId" in owner && owner.runId === runId) return owner.sessionId;
  return run?.sessionId;
}

function blockedBecause(owner: OwnerState): string | null {
  if (owner.kind === "starting") return "The run is being started.";
  if (owner.kind !== "attached") return null;
  return "A run tied to this page is under way: wait for it, cancel it, or run the next question detached in another tab.";
}
