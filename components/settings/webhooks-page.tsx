"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { WebhookIcon } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import type { CreateWebhookRequest, Webhook } from "@/lib/contracts/webhooks";
import { webhookClient } from "@/lib/client/webhook-client";
import { webhooksOptions } from "@/lib/client/webhook-queries";
import { useRefusal } from "../access/principal-context";
import { Button } from "../ui/button";
import { ListPanel } from "./list-panel";
import { SettingsSection } from "./settings-section";
import { ShownOnce } from "./shown-once";
import { WebhookForm } from "./webhook-form";
import { WebhookRow } from "./webhook-row";

interface Given {
  readonly webhook: Webhook;
  readonly secret: string;
  readonly isNew: boolean;
}

/** Who is told when something happens, and how that went. The webhook whose log is open stands in the address. */
export function WebhooksPage() {
  const client = useQueryClient();
  const webhooks = useQuery(webhooksOptions);
  const refused = useRefusal("settings.write");
  const [isAdding, setIsAdding] = useState(false);
  const [given, setGiven] = useState<Given | null>(null);
  const [opened, setOpened] = useQueryState("log", parseAsString);
  const create = useMutation({
    mutationFn: (body: CreateWebhookRequest) => webhookClient.create(body),
    onSuccess: (reply) => {
      setGiven({ ...reply, isNew: true });
      setIsAdding(false);
      return client.invalidateQueries({ queryKey: webhooksOptions.queryKey });
    },
  });
  return (
    <SettingsSection
      action={
        !isAdding && (
          <Button
            data-hint={refused ?? undefined}
            disabled={refused !== null}
            look="primary"
            onClick={() => setIsAdding(true)}
          >
            <WebhookIcon aria-hidden className="size-3.5" />
            Create webhook
          </Button>
        )
      }
      label="Webhooks"
      lead="An address of yours is called, with a signature, when a run has finished or fallen back and when a triage group is open again. A message names ids and outcomes, never what was asked or answered."
    >
      {given !== null && (
        <ShownOnce
          key={given.secret}
          onDone={() => setGiven(null)}
          secret={given.secret}
          title={
            given.isNew
              ? `The webhook to ${hostOf(given.webhook)} was created`
              : `The webhook to ${hostOf(given.webhook)} has a new secret`
          }
        >
          {given.isNew
            ? "Give this signing secret to the receiver."
            : "Give it to the receiver within 24 hours: until then messages carry a signature by the old secret as well."}
        </ShownOnce>
      )}
      {isAdding && (
        <WebhookForm
          busyLabel="Creating…"
          error={create.error}
          failedTitle="The webhook was not created"
          isBusy={create.isPending}
          label="Create webhook"
          onCancel={() => {
            create.reset();
            setIsAdding(false);
          }}
          onSubmit={(body) => create.mutate(body)}
        />
      )}
      <ListPanel
        empty={{ title: "There are no webhooks", text: "Nobody is told of anything until one is created." }}
        query={webhooks}
        what="The webhooks"
      >
        {(webhook) => (
          <WebhookRow
            isOpen={opened === webhook.webhookId}
            key={webhook.webhookId}
            onRotated={(reply) => setGiven({ ...reply, isNew: false })}
            onToggle={(isOpen) => void setOpened(isOpen ? webhook.webhookId : null)}
            refused={refused}
            webhook={webhook}
          />
        )}
      </ListPanel>
    </SettingsSection>
  );
}

function hostOf({ url }: Webhook): string {
  return new URL(url).host;
}
