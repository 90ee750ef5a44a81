"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { DELIVERY_STATUS_TABLE, DeliveryStatus, type Webhook } from "@/lib/contracts/webhooks";
import { webhookClient } from "@/lib/client/webhook-client";
import { deliveriesKey, deliveriesOptions } from "@/lib/client/webhook-queries";
import { Button } from "../ui/button";
import { useNow } from "../ui/use-now";
import { ActError } from "./act-error";
import { DeliveryRow } from "./delivery-row";
import { FilterSelect } from "./filter-select";
import { ListPanel } from "./list-panel";
import { MoreButton } from "./more-button";

export interface DeliveryLogProps {
  readonly id: string;
  readonly webhook: Webhook;
  /** Why nothing may be sent; null where it may. */
  readonly refused: string | null;
}

/** The messages to one webhook of the last 30 days, newest first, and every attempt to send them. */
export function DeliveryLog({ id, webhook: { webhookId, url, enabled }, refused }: DeliveryLogProps) {
  const client = useQueryClient();
  const now = useNow(true);
  const [status, setStatus] = useState<DeliveryStatus | null>(null);
  const log = useInfiniteQuery(deliveriesOptions(webhookId, status));
  const again = useMutation({
    mutationFn: (messageId: string) => webhookClient.redeliver(webhookId, messageId),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesKey(webhookId) }),
  });
  const { error, refetch } = log;
  const mayNot = refused ?? (enabled ? null : "Enable the webhook first.");
  return (
    <section
      aria-label={`Deliveries to ${url}`}
      className="grid grid-cols-1 gap-2.5 rounded-[10px] bg-sunken p-3"
      id={id}
    >
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect
          label="Status"
          onChange={setStatus}
          options={DeliveryStatus.options}
          value={status}
          wordFor={(option) => DELIVERY_STATUS_TABLE[option].label}
        />
        <Button className="ml-auto" look="quiet" onClick={() => void refetch()}>
          <RefreshCw aria-hidden className="size-3.5" />
          Read again
        </Button>
      </div>
      <ActError error={again.error} title="It is not sent again" />
      <ListPanel
        empty={
          status === null
            ? {
                title: "Nothing was sent yet",
                text: "A message appears here as soon as it waits to be sent. Send a test to see whether the receiver works.",
              }
            : { title: "Nothing matches", text: "No delivery has this status." }
        }
        query={{ data: log.data?.pages.flatMap((page) => page.items), error, refetch }}
        what="The deliveries"
      >
        {(delivery) => (
          <DeliveryRow
            delivery={delivery}
            isBusy={again.isPending}
            key={delivery.messageId}
            mayNot={mayNot}
            now={now}
            onAgain={() => again.mutate(delivery.messageId)}
          />
        )}
      </ListPanel>
      <MoreButton list={log}>Load older deliveries</MoreButton>
    </section>
  );
}
