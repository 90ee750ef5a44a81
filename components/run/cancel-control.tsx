"use client";

import { Ban } from "lucide-react";
import { useState } from "react";
import { RUN_STATE_TABLE } from "@/lib/contracts/axes";
import type { CancellationReceipt } from "@/lib/contracts/cancellation";
import type { RunDetail } from "@/lib/contracts/run";
import { formatClock, formatDuration, formatExactHint } from "@/lib/client/format-time";
import { plural } from "@/lib/client/format-quantity";
import { describeEarlierEnd, earlierEndOf } from "@/lib/client/earlier-end";
import { stoppingCalls } from "@/lib/client/run-view";
import { useRefusal } from "../access/principal-context";
import { useKeys } from "../keys/use-keys";
import type { KeyAction } from "../keys/key-table";
import { AxisIcon } from "../ui/axis-icon";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { TONE_CLASSES } from "../ui/tone-classes";
import { useFocusOnMount } from "../ui/use-focus-on-mount";
import { useNow } from "../ui/use-now";
import { useCancelling, useCancelRun } from "./use-cancel-run";

export interface CancelControlProps {
  readonly run: RunDetail;
  /** Which entry of the key table cancels here. */
  readonly action: Extract<KeyAction, "cancel" | "cancelAsked">;
}

/** Always there while the run is RUNNING; afterwards it says what became of the cancel, from the receipt (RUN-12, RUN-14). */
export function CancelControl({ run, action }: CancelControlProps) {
  const [note, setNote] = useState("");
  const cancel = useCancelRun();
  const cancelling = useCancelling().has(run.runId);
  const refused = useRefusal("runs.cancel");
  const ask = () => {
    if (refused === null && run.runState === "RUNNING" && !cancelling)
      cancel.mutate({ runId: run.runId, note });
  };
  useKeys({ [action]: ask });

  const earlier = earlierEndOf(cancel.error);
  if (run.runState !== "RUNNING" || earlier !== null) {
    return (
      <div className="grid justify-items-end gap-1">
        {run.cancellation !== null && run.runState !== "RUNNING" && (
          <CancelOutcome receipt={run.cancellation} run={run} takesFocus={!cancel.isIdle} />
        )}
        {earlier !== null && (
          <p className="max-w-80 text-right text-xs text-warn" role="alert">
            {describeEarlierEnd(earlier)}
          </p>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {refused !== null && <p className="text-xs text-mute">{refused}</p>}
      <input
        aria-label="Note for the cancellation receipt (optional)"
        className="h-8 w-44 rounded-[7px] border border-line-strong bg-panel px-2.5 text-sm"
        disabled={cancelling}
        hidden={refused !== null}
        maxLength={500}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") ask();
        }}
        placeholder="Note (optional)"
        value={note}
      />
      <Button
        aria-disabled={refused !== null}
        data-hint={refused ?? undefined}
        disabled={cancelling}
        look="danger"
        onClick={ask}
      >
        <Ban aria-hidden className="size-3.5" />
        {cancelling ? "Cancelling…" : "Cancel run"}
        {!cancelling && <Kbd>c</Kbd>}
      </Button>
      {cancel.isError && (
        <p className="text-xs text-bad" role="alert">
          Not cancelled: {cancel.error.message}
        </p>
      )}
    </div>
  );
}

interface CancelOutcomeProps {
  readonly run: RunDetail;
  readonly receipt: CancellationReceipt;
  /** True when it replaces the button that was pressed. */
  readonly takesFocus: boolean;
}

/** How a run ended that someone or something stopped, with the icon and tone of that state and of no other. */
function CancelOutcome({ run, receipt, takesFocus }: CancelOutcomeProps) {
  const outcome = useFocusOnMount<HTMLParagraphElement>(takesFocus);
  const stopping = stoppingCalls(run);
  const now = useNow(stopping > 0, true);
  const { label, icon, tone } = RUN_STATE_TABLE[run.runState];
  const look = TONE_CLASSES[stopping > 0 ? "warn" : tone];
  const since = receipt.stateSetAt ?? receipt.requestedAt;
  return (
    <p
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-[7px] px-3 py-1 font-semibold ${look.soft} ${look.text}`}
      data-hint={formatExactHint(since)}
      ref={outcome}
      role="status"
      tabIndex={-1}
    >
      <AxisIcon className="size-3.5 shrink-0" name={icon} />
      {stopping > 0
        ? `${label}, stopping ${plural(stopping, "call")}${now === 0 ? "" : ` · ${formatDuration(Math.max(0, now - since))}`}`
        : `${label} ${formatClock(since)}`}
    </p>
  );
}
