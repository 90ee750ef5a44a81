"use client";

import { useQuery } from "@tanstack/react-query";
import { lastDeliveryOptions } from "@/lib/client/webhook-queries";
import { attemptAnswer, attemptFailure, nextAttempt } from "@/lib/client/webhook-words";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { Skeleton } from "../ui/skeleton";
import { useNow } from "../ui/use-now";
import { DeliveryBadge } from "./delivery-badge";

/** The newest message to a webhook, and what came of it so far. */
export function LastDelivery({ webhookId }: { readonly webhookId: string }) {
  const last = useQuery(lastDeliveryOptions(webhookId));
  const now = useNow(true);
  if (last.isPending) return <Skeleton width="9rem" />;
  if (last.isError) return <p className="text-xs text-bad">Its deliveries could not be read</p>;
  const delivery = last.data;
  if (delivery === null) return <p className="text-xs text-mute">Nothing was sent yet</p>;
  const attempt = delivery.attempts.at(-1);
  const failure = attempt === undefined ? null : attemptFailure(attempt);
  const next = nextAttempt(delivery, now);
  return (
    <div className="min-w-0 text-xs text-mute">
      <p className="flex flex-wrap items-center gap-x-2">
        <DeliveryBadge status={delivery.status} />
        {now > 0 && (
          <span data-hint={formatExactHint(delivery.createdAt)}>{formatAgo(delivery.createdAt, now)}</span>
        )}
      </p>
      {attempt !== undefined && (
        <p className="mt-0.5" data-hint={failure ?? undefined}>
          {attemptAnswer(attempt)}
        </p>
      )}
      {next !== null && now > 0 && <p>{next}</p>}
    </div>
  );
}
