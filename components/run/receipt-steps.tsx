import type { Tone } from "@/lib/contracts/axes";
import type { CancellationReceipt, HandleStop } from "@/lib/contracts/cancellation";
import type { RunDetail } from "@/lib/contracts/run";
import { formatClockMs, formatDuration, formatExactHint, formatOffset } from "@/lib/client/format-time";
import { TimedStep as Step } from "../ui/timed-step";

export const STOP_TONE: Readonly<Record<HandleStop["stop"], Tone>> = {
  pending: "warn",
  confirmed: "ok",
  unconfirmed: "bad",
};
export const STOP_MEANING: Readonly<Record<HandleStop["stop"], string>> = {
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

interface ReceiptStepsProps {
  readonly receipt: CancellationReceipt;
  readonly runState: RunDetail["runState"];
}

/** RUN-12, RUN-16: who asked, which reason won, when it was set and stored, what became of each call, and who came later. */
export function ReceiptSteps({ receipt, runState }: ReceiptStepsProps) {
  return (
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
        State <span className="font-mono text-2xs break-all">{runState}</span> set
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
        <Step
          at={formatOffset(request.requestedAt, receipt.requestedAt)}
          exact={formatExactHint(request.requestedAt)}
          key={index}
          tone="off"
        >
          <span className="text-mute">
            Came later: <span className="font-mono text-2xs break-all">{request.reason}</span> by{" "}
            {request.requestedBy}
            {request.note !== null && ` “${request.note}”`}
          </span>
        </Step>
      ))}
    </ol>
  );
}
