"use client";

import type { CancellationReceipt, HandleStop } from "@/lib/contracts/cancellation";
import type { RunDetail } from "@/lib/contracts/run";
import { formatClockMs, formatDuration, formatExactHint, formatOffset } from "@/lib/client/format-time";
import { Card } from "../ui/card";
import { TimedStep as Step } from "../ui/timed-step";
import { TONE_CLASSES } from "../ui/tone-classes";
import type { Tone } from "@/lib/contracts/axes";

const STOP_TONE: Readonly<Record<HandleStop["stop"], Tone>> = {
  pending: "warn",
  confirmed: "ok",
  unconfirmed: "bad",
};
const STOP_MEANING: Readonly<Record<HandleStop["stop"], string>> = {
  pending: "The stop was sent; whether the call has really ended is not known yet.",
  confirmed: "The call has really stopped.",
  unconfirmed: "That the call has stopped could not be established.",
};

const KIND_WORDS: Readonly<Record<HandleStop["kind"], string>> = {
  model: "Model call",
  guard: "Guard's model call",
  mysql_query: "Database query",
  mcp_call: "Call of an MCP server",
  prometheus_query: "Prometheus query",
};

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
      <ol className="grid gap-2 text-xs">
        <Step at={formatClockMs(receipt.requestedAt)} exact={formatExactHint(receipt.requestedAt)} tone="ok">
          Asked by <b className="font-semibold">{receipt.requestedBy}</b>
          {receipt.note !== null && <span className="block text-mute">“{receipt.note}”</span>}
        </Step>
        <Step tone="ok">
          Reason that won: <span className="font-mono text-2xs break-all">{receipt.reason}</span>
        </Step>
        <Step
          at={receipt.stateSetAt === null ? "–" : formatOffset(receipt.stateSetAt, receipt.requestedAt)}
          tone={receipt.stateSetAt === null ? "warn" : "ok"}
        >
          State <span className="font-mono text-2xs break-all">{run.runState}</span> set
        </Step>
        <Step
          at={receipt.storedAt === null ? "–" : formatOffset(receipt.storedAt, receipt.requestedAt)}
          tone={receipt.storedAt === null ? "warn" : "ok"}
        >
          {receipt.storedAt === null ? "Not stored yet" : "Stored"}
        </Step>
        {receipt.handles.map((handle) => (
          <Step
            at={handle.afterMs === null ? "…" : `+${formatDuration(handle.afterMs)}`}
            key={handle.id}
            tone={STOP_TONE[handle.stop]}
          >
            <span data-hint={`${KIND_WORDS[handle.kind]} ${handle.id}\n${STOP_MEANING[handle.stop]}`}>
              {handle.what}: <b className="font-semibold">{handle.stop}</b>
            </span>
            {handle.detail !== null && <span className="block text-mute">{handle.detail}</span>}
          </Step>
        ))}
        {receipt.lost.map((request, index) => (
          <Step at={formatOffset(request.requestedAt, receipt.requestedAt)} key={index} tone="off">
            <span className="text-mute">
              Lost the race: <span className="font-mono text-2xs break-all">{request.reason}</span> by{" "}
              {request.requestedBy}
            </span>
          </Step>
        ))}
      </ol>
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
