"use client";

import type { CancellationReceipt, HandleStop } from "@/lib/contracts/cancellation";
import type { RunDetail } from "@/lib/contracts/run";
import { Card } from "../ui/card";
import { TONE_CLASSES } from "../ui/tone-classes";
import { ReceiptSteps, STOP_MEANING, STOP_TONE } from "./receipt-steps";

/** RUN-12, RUN-16: who asked, which reason won, and what became of each call in flight. */
export function ReceiptCard({ run, receipt }: { run: RunDetail; receipt: CancellationReceipt }) {
  const overall = overallStop(receipt.handles);
  const tone = TONE_CLASSES[STOP_TONE[overall]];
  return (
    <Card
      aside={
        <span
          className={`rounded-full px-2 text-xs font-semibold ${tone.soft} ${tone.text}`}
          data-hint={`${overall}\n${receipt.handles.length === 0 ? "No call was in flight." : STOP_MEANING[overall]}`}
        >
          {overall}
        </span>
      }
      title="Cancellation receipt"
    >
      <ReceiptSteps receipt={receipt} runState={run.runState} />
      {receipt.handles.some(({ kind }) => kind === "model" || kind === "guard") && (
        <p className="mt-2 text-2xs text-faint">
          A stopped model call is no longer waited for; whether the provider stops computing is its own
          affair.
        </p>
      )}
      {receipt.handles.some(({ kind }) => kind === "mcp_call") && (
        <p className="mt-2 text-2xs text-faint">
          A cancelled call of an MCP server is no longer waited for; the protocol lets the server stop it
          without saying so.
        </p>
      )}
    </Card>
  );
}

function overallStop(handles: readonly HandleStop[]): HandleStop["stop"] {
  if (handles.some((handle) => handle.stop === "pending")) return "pending";
  return handles.some((handle) => handle.stop === "unconfirmed") ? "unconfirmed" : "confirmed";
}
