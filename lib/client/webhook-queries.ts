/** Query option factories of webhooks and their deliveries. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { DeliveryStatus } from "../contracts/webhooks";
import { webhookClient } from "./webhook-client";
import { deliveryPauseMs } from "./webhook-words";

const DELIVERY_PAGE_SIZE = 25;

export const webhooksOptions = queryOptions({
  queryKey: ["webhooks", "list"] as const,
  queryFn: async () => (await webhookClient.list()).items,
});

/** Whatever is known of the deliveries of one webhook. */
export function deliveriesKey(webhookId: string) {
  return ["webhooks", "deliveries", webhookId] as const;
}

/** The newest delivery; null where there is none. Asked for again for as long as somebody looks. */
export function lastDeliveryOptions(webhookId: string) {
  return queryOptions({
    queryKey: [...deliveriesKey(webhookId), "last"] as const,
    queryFn: async () => (await webhookClient.listDeliveries(webhookId, null, null, 1)).items[0] ?? null,
    refetchInterval: ({ state }) => deliveryPauseMs(state.data == null ? [] : [state.data], Date.now()),
  });
}

/** Newest first. Asked for again for as long as somebody looks. */
export function deliveriesOptions(webhookId: string, status: DeliveryStatus | null) {
  return infiniteQueryOptions({
    queryKey: [...deliveriesKey(webhookId), "log", status] as const,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      webhookClient.listDeliveries(webhookId, status, pageParam, DELIVERY_PAGE_SIZE),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      deliveryPauseMs(state.data?.pages.flatMap(({ items }) => items) ?? [], Date.now()),
  });
}
