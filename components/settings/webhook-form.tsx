"use client";

import {
  CreateWebhookRequest,
  WEBHOOK_EVENT_TABLE,
  WebhookEvent,
  type Webhook,
} from "@/lib/contracts/webhooks";
import { TextField } from "../ui/text-field";
import { EntryForm, type EntryFormProps } from "./entry-form";
import { useCheckedFields } from "./use-checked-fields";

export interface WebhookFormProps extends Omit<EntryFormProps, "children" | "onSubmit"> {
  /** What stands in the fields at first; absent for a new one. */
  readonly webhook?: Webhook;
  readonly onSubmit: (request: CreateWebhookRequest) => void;
}

/** Where a webhook calls, and of what it is told. */
export function WebhookForm({ webhook, onSubmit, ...form }: WebhookFormProps) {
  const { problems, check } = useCheckedFields(CreateWebhookRequest);
  const submit = (data: FormData) => {
    const request = check({
      url: data.get("url"),
      description: data.get("description"),
      events: data.getAll("events"),
    });
    if (request !== null) onSubmit(request);
  };
  return (
    <EntryForm {...form} onSubmit={submit}>
      <div className="grid items-start gap-3.5 sm:grid-cols-[minmax(0,1fr)_16rem]">
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          autoFocus
          defaultValue={webhook?.url}
          inputMode="url"
          label="Address"
          name="url"
          placeholder="https://hooks.example/interlock"
          problem={problems["url"]}
          spellCheck={false}
        />
        <TextField
          autoComplete="off"
          defaultValue={webhook?.description}
          label="Description"
          name="description"
          placeholder="Who listens there"
          problem={problems["description"]}
        />
      </div>
      <fieldset
        aria-describedby={problems["events"] === undefined ? undefined : "webhook-events-problem"}
        className="grid gap-1.5"
      >
        <legend className="mb-1 font-semibold">Events</legend>
        {WebhookEvent.options.map((event) => (
          <label className="flex items-start gap-2" key={event}>
            <input
              className="mt-[3px] size-3.5 shrink-0 accent-accent"
              defaultChecked={webhook?.events.includes(event) ?? false}
              name="events"
              type="checkbox"
              value={event}
            />
            <span>
              {WEBHOOK_EVENT_TABLE[event].label}{" "}
              <span className="block text-xs text-mute">{WEBHOOK_EVENT_TABLE[event].meaning}</span>
            </span>
          </label>
        ))}
        {problems["events"] !== undefined && (
          <p className="text-xs font-semibold text-bad" id="webhook-events-problem">
            {problems["events"]}
          </p>
        )}
      </fieldset>
    </EntryForm>
  );
}
