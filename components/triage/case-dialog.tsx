"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRef, useState } from "react";
import {
  FALLBACK_TYPE_TABLE,
  FallbackType,
  RELEASE_OUTCOME_TABLE,
  ReleaseOutcome,
  RUN_STATE_TABLE,
  TerminalRunState,
} from "@/lib/contracts/axes";
import type { RunSummary } from "@/lib/contracts/run";
import { CaseAxes } from "@/lib/contracts/triage-regression";
import { excerpt } from "@/lib/client/excerpt";
import { plural } from "@/lib/client/format-quantity";
import { triageClient } from "@/lib/client/triage-client";
import { triageKeys } from "@/lib/client/triage-queries";
import { AXES } from "../ui/axes";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { CloseDialogButton, ModalDialog } from "../ui/modal-dialog";
import { Notice } from "../ui/notice";
import { GroupAxes } from "./group-axes";

type CaseRun = Pick<RunSummary, "runId" | "query" | "runState" | "releaseOutcome" | "fallbackType">;

/** Keeps a run to be asked again, with what is expected of it then. */
export function CaseDialog({ run, onClosed }: { readonly run: CaseRun; readonly onClosed: () => void }) {
  const client = useQueryClient();
  const first = useRef<HTMLSelectElement>(null);
  const [runState, setRunState] = useState<TerminalRunState>(
    () => TerminalRunState.safeParse(run.runState).data ?? "SUCCESS",
  );
  const [releaseOutcome, setReleaseOutcome] = useState<ReleaseOutcome>(() => run.releaseOutcome ?? "SUCCESS");
  const [fallbackType, setFallbackType] = useState<FallbackType>(
    () => run.fallbackType ?? "INSUFFICIENT_EVIDENCE",
  );
  const isFallback = releaseOutcome === "FALLBACK";
  const expected = CaseAxes.parse({
    runState,
    releaseOutcome,
    fallbackType: isFallback ? fallbackType : null,
  });
  const make = useMutation({
    mutationFn: () => triageClient.makeCase({ runId: run.runId, expected }),
    onSuccess: () => client.invalidateQueries({ queryKey: triageKeys.all }),
  });
  return (
    <ModalDialog first={first} onClosed={onClosed} title="Make a regression case">
      {make.isSuccess ? (
        <div className="grid gap-3.5">
          <Notice title={SAYS[make.data.kind]} tone="ok">
            It keeps the question, {plural(make.data.case.evidenceCount, "tool record")} and what is expected.{" "}
            <Link className="font-semibold text-accent underline" href="/triage/cases">
              All cases
            </Link>
          </Notice>
          <p className="flex justify-end">
            <CloseDialogButton autoFocus>
              Close <Kbd>esc</Kbd>
            </CloseDialogButton>
          </p>
        </div>
      ) : (
        <form
          className="grid gap-3.5"
          onSubmit={(event) => {
            event.preventDefault();
            if (!make.isPending) make.mutate();
          }}
        >
          <p className="rounded-lg border border-line bg-sunken px-3 py-2 break-words">
            {excerpt(run.query, 400)}
          </p>
          <div>
            <p className="mb-1 text-xs text-mute">The run ended so</p>
            <GroupAxes
              axes={{
                runState: run.runState,
                releaseOutcome: run.releaseOutcome ?? "FAILED",
                fallbackType: run.fallbackType,
              }}
            />
          </div>
          <fieldset className="grid gap-2 sm:grid-cols-3">
            <legend className="mb-1 text-xs text-mute">Asked again, it should end so</legend>
            <label className="grid gap-1 text-2xs font-semibold text-mute">
              {AXES.runState.name}
              <select
                className={SELECT}
                onChange={(event) => setRunState(TerminalRunState.parse(event.target.value))}
                ref={first}
                value={runState}
              >
                {TerminalRunState.options.map((value) => (
                  <option key={value} value={value}>
                    {RUN_STATE_TABLE[value].label}
                  </option>
                ))}
              </select>
            </label>
            <label className="grid gap-1 text-2xs font-semibold text-mute">
              {AXES.releaseOutcome.name}
              <select
                className={SELECT}
                onChange={(event) => setReleaseOutcome(ReleaseOutcome.parse(event.target.value))}
                value={releaseOutcome}
              >
                {ReleaseOutcome.options.map((value) => (
                  <option key={value} value={value}>
                    {RELEASE_OUTCOME_TABLE[value].label}
                  </option>
                ))}
              </select>
            </label>
            <label className="grid gap-1 text-2xs font-semibold text-mute">
              {AXES.fallbackType.name}
              <select
                className={SELECT}
                disabled={!isFallback}
                onChange={(event) => setFallbackType(FallbackType.parse(event.target.value))}
                value={isFallback ? fallbackType : ""}
              >
                {!isFallback && <option value="">–</option>}
                {FallbackType.options.map((value) => (
                  <option key={value} value={value}>
                    {FALLBACK_TYPE_TABLE[value].label}
                  </option>
                ))}
              </select>
            </label>
          </fieldset>
          {make.isError && (
            <Notice title="No case was made" tone="bad" urgent>
              {make.error.message}
            </Notice>
          )}
          <p className="flex flex-wrap justify-end gap-2">
            <CloseDialogButton>
              Close <Kbd>esc</Kbd>
            </CloseDialogButton>
            <Button look="primary" type="submit">
              {make.isPending ? "Keeping…" : "Make the case"} <Kbd>↵</Kbd>
            </Button>
          </p>
        </form>
      )}
    </ModalDialog>
  );
}

const SELECT =
  "h-9 w-full rounded-[7px] border border-line-strong bg-panel px-2 text-sm font-normal text-ink disabled:opacity-60";
const SAYS = {
  made: "The case is kept",
  updated: "The run was a case already; what is expected of it is new",
  unchanged: "The run is a case already, and expects the same",
} as const;
