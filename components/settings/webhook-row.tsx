"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Send } from "lucide-react";
import { useState } from "react";
import { WEBHOOK_EVENT_TABLE, type ChangeWebhookRequest, type Webhook } from "@/lib/contracts/webhooks";
import { webhookClient } from "@/lib/client/webhook-client";
import { deliveriesKey, webhooksOptions } from "@/lib/client/webhook-queries";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import { ActError } from "./act-error";
import { DeliveryLog } from "./delivery-log";
import { LastDelivery } from "./last-delivery";
import { WebhookForm } from "./webhook-form";

export interface WebhookRowProps {
  readonly webhook: Webhook;
  /** Why nothing may be changed; null where it may. */
  readonly refused: string | null;
  /** Whether the log of deliveries is shown. */
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** The secret is told this once. */
  readonly onRotated: (reply: { readonly webhook: Webhook; readonly secret: string }) => void;
}

export function WebhookRow({ webhook, refused, isOpen, onToggle, onRotated }: WebhookRowProps) {
  const { webhookId, url, events, description, enabled } = webhook;
  const [isEditing, setIsEditing] = useState(false);
  const acts = useWebhookActs(webhookId, onRotated, () => (isOpen ? onToggle(false) : undefined));
  const { change, rotate, remove, test } = acts;
  const mayNot = refused !== null || acts.isBusy;
  const logId = `deliveries-${webhookId}`;
  return (
    <li aria-label={url} className="grid grid-cols-1 gap-2.5 px-4 py-3" data-webhook={webhookId}>
      <div className="grid grid-cols-1 gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_10rem_minmax(0,16rem)]">
        <div className="min-w-0">
          <p className="font-semibold break-all">{url}</p>
          {description !== "" && <p className="text-xs break-words text-mute">{description}</p>}
          <p className="mt-1 flex flex-wrap gap-1">
            {events.map((event) => (
              <span
                className="rounded-[4px] bg-off-soft px-1.5 py-px text-xs text-off"
                data-hint={`${event}\n${WEBHOOK_EVENT_TABLE[event].meaning}`}
                key={event}
              >
                {WEBHOOK_EVENT_TABLE[event].label}
              </span>
            ))}
          </p>
        </div>
        <Standing webhook={webhook} />
        <LastDelivery webhookId={webhookId} />
      </div>
      <div className="flex flex-wrap gap-2" data-hint={refused ?? undefined}>
        <Button
          data-hint={enabled ? undefined : "Send test\nEnable it first."}
          disabled={mayNot || !enabled}
          onClick={() => test.mutate()}
          size="sm"
        >
          <Send aria-hidden className="size-3" />
          Send test
        </Button>
        <Button
          aria-controls={isOpen ? logId : undefined}
          aria-expanded={isOpen}
          onClick={() => onToggle(!isOpen)}
          size="sm"
        >
          <ChevronDown aria-hidden className={`size-3 ${isOpen ? "rotate-180" : ""}`} />
          Deliveries
        </Button>
        <Button disabled={mayNot} onClick={() => setIsEditing(true)} size="sm">
          Edit
        </Button>
        <ConfirmButton confirm="Rotate now?" disabled={mayNot} onConfirm={() => rotate.mutate()} size="sm">
          Rotate secret
        </ConfirmButton>
        {enabled ? (
          <ConfirmButton
            confirm="Disable?"
            data-hint={"Disable\nWhat happens meanwhile is not kept for it."}
            disabled={mayNot}
            onConfirm={() => change.mutate({ enabled: false })}
            size="sm"
          >
            Disable
          </ConfirmButton>
        ) : (
          <Button disabled={mayNot} onClick={() => change.mutate({ enabled: true })} size="sm">
            Enable
          </Button>
        )}
        <ConfirmButton
          confirm="Delete it and its deliveries?"
          disabled={mayNot}
          onConfirm={() => remove.mutate()}
          size="sm"
        >
          Delete
        </ConfirmButton>
      </div>
      <ActError error={acts.error ?? (isEditing ? null : change.error)} title="It was not done" />
      {isEditing && (
        <WebhookForm
          busyLabel="Saving…"
          error={change.error}
          failedTitle="The webhook was not changed"
          isBusy={change.isPending}
          label="Save webhook"
          onCancel={() => {
            change.reset();
            setIsEditing(false);
          }}
          onSubmit={(body) => change.mutate(body, { onSuccess: () => setIsEditing(false) })}
          webhook={webhook}
        />
      )}
      {isOpen && <DeliveryLog id={logId} refused={refused} webhook={webhook} />}
    </li>
  );
}

/** Whether it is called, and why not where the server decided that. */
function Standing({ webhook: { enabled, disabledReason } }: { readonly webhook: Webhook }) {
  if (enabled) return <p className="text-xs text-mute">Enabled</p>;
  return (
    <div className="min-w-0 text-xs">
      <p className="font-semibold text-bad">Disabled</p>
      {disabledReason !== null && (
        <p className="break-words text-mute first-letter:uppercase">{disabledReason}.</p>
      )}
    </div>
  );
}

function useWebhookActs(webhookId: string, onRotated: WebhookRowProps["onRotated"], onRemoved: () => void) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: webhooksOptions.queryKey });
  const lookAtDeliveries = () => client.invalidateQueries({ queryKey: deliveriesKey(webhookId) });
  const change = useMutation({
    mutationFn: (body: ChangeWebhookRequest) => webhookClient.change(webhookId, body),
    onSettled: () => Promise.all([refresh(), lookAtDeliveries()]),
  });
  const rotate = useMutation({
    mutationFn: () => webhookClient.rotateSecret(webhookId),
    onSuccess: (reply) => {
      onRotated(reply);
      return refresh();
    },
  });
  const remove = useMutation({
    mutationFn: () => webhookClient.remove(webhookId),
    onSuccess: onRemoved,
    onSettled: refresh,
  });
  const test = useMutation({
    mutationFn: () => webhookClient.sendTest(webhookId),
    onSettled: lookAtDeliveries,
  });
  return {
    change,
    rotate,
    remove,
    test,
    isBusy: change.isPending || rotate.isPending || remove.isPending || test.isPending,
    error: rotate.error ?? remove.error ?? test.error,
  };
}
