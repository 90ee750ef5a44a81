import { ChevronRight } from "lucide-react";
import type { DeliveryAttempt, WebhookDelivery } from "@/lib/contracts/webhooks";
import { plural } from "@/lib/client/format-quantity";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { attemptAnswer, attemptFailure, nextAttempt } from "@/lib/client/webhook-words";
import { Button } from "../ui/button";
import { datedClock } from "./dated-clock";
import { DeliveryBadge } from "./delivery-badge";

export interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly now: number;
  readonly isBusy: boolean;
  /** Why it may not be sent again; null where it may. */
  readonly mayNot: string | null;
  readonly onAgain: () => void;
}

export function DeliveryRow({ delivery, now, isBusy, mayNot, onAgain }: DeliveryRowProps) {
  const { messageId, type, status, createdAt, attempts } = delivery;
  const next = nextAttempt(delivery, now);
  const made = attempts.at(-1)?.number ?? 0;
  return (
    <li aria-label={messageId} className="grid grid-cols-1 gap-1 px-3 py-2" data-delivery={messageId}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DeliveryBadge status={status} />
        <span className="font-semibold">{type}</span>
        <span className="min-w-0 font-mono text-xs break-all text-mute">{messageId}</span>
        <span className="ml-auto text-xs whitespace-nowrap text-mute" data-hint={formatExactHint(createdAt)}>
          {now > 0 && formatAgo(createdAt, now)}
        </span>
        {status !== "PENDING" && (
          <Button
            data-hint={mayNot === null ? undefined : `Deliver again\n${mayNot}`}
            disabled={isBusy || mayNot !== null}
            onClick={onAgain}
            size="sm"
          >
            Deliver again
            <span className="sr-only">, {messageId}</span>
          </Button>
        )}
      </div>
      {next !== null && now > 0 && <p className="text-xs text-mute">{capital(next)}</p>}
      {made > 0 && (
        <details className="group text-xs" open={status !== "DELIVERED"}>
          <summary className="flex w-fit items-center gap-1 text-mute hover:text-ink">
            <ChevronRight aria-hidden className="size-3 transition-transform group-open:rotate-90" />
            {plural(made, "attempt")}
          </summary>
          <ol className="mt-1 grid gap-1 pl-4">
            {attempts.map((attempt) => (
              <AttemptLine attempt={attempt} key={attempt.number} />
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

function AttemptLine({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const failure = attemptFailure(attempt);
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 sm:grid-cols-[1.5rem_12rem_11rem_minmax(0,1fr)]">
      <span className="text-mute">{attempt.number}</span>
      <span className="font-mono text-mute" data-hint={formatExactHint(attempt.at)}>
        {datedClock(attempt.at)}
      </span>
      <span className="max-sm:col-start-2">{attemptAnswer(attempt)}</span>
      <span className={`max-sm:col-start-2 ${failure === null ? "text-ok" : "text-bad"}`}>
        {failure ?? "Delivered."}
      </span>
    </li>
  );
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
