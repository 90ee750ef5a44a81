"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useRef, useState } from "react";
import { MAX_BULK_CANCEL } from "@/lib/contracts/run-acts";
import { ProblemError } from "@/lib/client/api-error";
import { excerpt } from "@/lib/client/excerpt";
import { plural } from "@/lib/client/format-quantity";
import { followCancelOptions } from "@/lib/client/run-act-queries";
import type { SelectedRun } from "@/lib/client/run-selection";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { CloseDialogButton, ModalDialog } from "../ui/modal-dialog";
import { Notice } from "../ui/notice";
import { CancelResults } from "./cancel-results";
import { useCancelRuns } from "./use-cancel-runs";

interface CancelRunsDialogProps {
  /** As they were when it opened: what is picked or begins later is not among them. */
  readonly runs: readonly SelectedRun[];
  readonly onClosed: () => void;
}

const SAMPLE = 6;

/** Shows what would be cancelled, asks for a note, and then says for each run what became of it, until all have really stopped. */
export function CancelRunsDialog({ runs, onClosed }: CancelRunsDialogProps) {
  const cancel = useCancelRuns();
  const results = cancel.data?.results ?? [];
  const follow = useQuery({
    ...followCancelOptions(results, String(cancel.submittedAt)),
    enabled: cancel.isSuccess,
  });
  const noteField = useRef<HTMLInputElement>(null);
  const running = runs.filter((run) => run.runState === "RUNNING");
  return (
    <ModalDialog first={noteField} onClosed={onClosed} title={titleOf(runs, running.length)}>
      {cancel.isSuccess ? (
        <CancelResults followed={follow.data} results={results} runs={running} />
      ) : (
        <div className="grid gap-3.5">
          <Preview ended={runs.length - running.length} running={running} />
          {cancel.isError && <Failure error={cancel.error} />}
          <Confirm
            isPending={cancel.isPending}
            noteField={noteField}
            onConfirm={(note) => cancel.mutate({ runIds: running.map(({ runId }) => runId), note })}
            running={running.length}
          />
        </div>
      )}
    </ModalDialog>
  );
}

/** A refusal did nothing; silence says nothing of what was done. */
function Failure({ error }: { error: Error }) {
  const isRefused = error instanceof ProblemError && error.problem.status < 500;
  return (
    <Notice
      title={isRefused ? "Nothing was cancelled" : "It is not known whether the runs were cancelled"}
      tone="bad"
      urgent
    >
      {error.message}
      {!isRefused && " Cancel again: a run that is cancelled already only says so."}
    </Notice>
  );
}

function Preview({ running, ended }: { running: readonly SelectedRun[]; ended: number }) {
  return (
    <div className="grid gap-2">
      {running.length === 0 ? (
        <p>Nothing is left to cancel: each of these runs has ended.</p>
      ) : (
        <ul className="grid gap-1 rounded-lg border border-line bg-sunken px-3 py-2">
          {running.slice(0, SAMPLE).map((run) => (
            <li className="min-w-0 break-words" key={run.runId}>
              {excerpt(run.query, 160)}
            </li>
          ))}
          {running.length > SAMPLE && (
            <li className="text-mute">and {plural(running.length - SAMPLE, "more run")}</li>
          )}
        </ul>
      )}
      {ended > 0 && running.length > 0 && (
        <p className="text-xs text-mute">
          {plural(ended, "picked run has", "picked runs have")} ended and {ended === 1 ? "is" : "are"} left
          alone.
        </p>
      )}
      {running.length > MAX_BULK_CANCEL && (
        <Notice title={`${running.length - MAX_BULK_CANCEL} runs are over`} tone="warn">
          At most {MAX_BULK_CANCEL} are cancelled at once: take some out, and cancel those afterwards.
        </Notice>
      )}
    </div>
  );
}

interface ConfirmProps {
  readonly running: number;
  readonly isPending: boolean;
  readonly noteField: React.RefObject<HTMLInputElement | null>;
  readonly onConfirm: (note: string) => void;
}

function Confirm({ running, isPending, noteField, onConfirm }: ConfirmProps) {
  const [note, setNote] = useState("");
  const isPossible = running > 0 && running <= MAX_BULK_CANCEL && !isPending;
  return (
    <form
      className="grid gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPossible) onConfirm(note);
      }}
    >
      <label className="grid gap-1 text-xs text-mute">
        Note for the {running === 1 ? "receipt" : "receipts"} (optional)
        <input
          className="h-8 rounded-[7px] border border-line-strong bg-panel px-2.5 text-sm text-ink"
          disabled={isPending || running === 0}
          maxLength={500}
          onChange={(event) => setNote(event.target.value)}
          ref={noteField}
          value={note}
        />
      </label>
      <p className="flex flex-wrap justify-end gap-2">
        <CloseDialogButton>
          {running === 0 ? "Close" : "Keep running"} <Kbd>esc</Kbd>
        </CloseDialogButton>
        <Button aria-disabled={!isPossible} look="danger" type="submit">
          <Ban aria-hidden className="size-3.5" />
          {isPending ? "Cancelling…" : `Cancel ${plural(running, "run")}`} <Kbd>↵</Kbd>
        </Button>
      </p>
    </form>
  );
}

function titleOf(runs: readonly SelectedRun[], running: number): string {
  return running === 1 && runs.length === 1 ? "Cancel this run?" : `Cancel ${plural(running, "run")}?`;
}
