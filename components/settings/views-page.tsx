"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { SaveViewRequest, type SavedView } from "@/lib/contracts/saved-views";
import { settingsClient } from "@/lib/client/settings-client";
import { savedViewsOptions } from "@/lib/client/settings-queries";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { TextField } from "../ui/text-field";
import { ListSkeleton } from "./list-skeleton";

/** Filters of the run list that have a name: one's own, and those that everybody sees. */
export function ViewsPage() {
  const client = useQueryClient();
  const views = useQuery(savedViewsOptions);
  const refresh = () => client.invalidateQueries({ queryKey: savedViewsOptions.queryKey });
  const save = useMutation({
    mutationFn: (body: SaveViewRequest) => settingsClient.saveView(body),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (viewId: string) => settingsClient.removeView(viewId),
    onSettled: refresh,
  });
  const error = save.error ?? remove.error;
  return (
    <section aria-label="Saved views" className="grid gap-4">
      <SaveViewForm isBusy={save.isPending} onSave={(body, done) => save.mutate(body, { onSuccess: done })} />
      {error !== null && (
        <Notice title="The views were not changed" tone="bad" urgent>
          <p>{error.message}</p>
        </Notice>
      )}
      {views.isPending ? (
        <ListSkeleton />
      ) : views.isError ? (
        <Notice title="The views could not be read" tone="bad" urgent>
          <p>{views.error.message}</p>
        </Notice>
      ) : views.data.length === 0 ? (
        <div className="panel">
          <EmptyState title="There are no saved views">
            Filter the runs, then save the address of that list here under a name.
          </EmptyState>
        </div>
      ) : (
        <ul className="panel divide-y divide-line">
          {views.data.map((view) => (
            <ViewRow
              isBusy={remove.isPending}
              key={view.viewId}
              onRemove={() => remove.mutate(view.viewId)}
              view={view}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ViewRowProps {
  readonly view: SavedView;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

function ViewRow({ view: { name, search, shared, ownerName, isMine }, isBusy, onRemove }: ViewRowProps) {
  return (
    <li
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2.5"
    >
      <Link
        className="min-w-0 font-semibold hover:underline"
        href={`/runs${search === "" ? "" : `?${search}`}`}
      >
        {name}
      </Link>
      <div className="row-span-2">
        {isMine && (
          <ConfirmButton confirm="Remove?" disabled={isBusy} onConfirm={onRemove}>
            Remove
          </ConfirmButton>
        )}
      </div>
      <p className="min-w-0 text-xs break-all text-mute">
        {shared ? `Everybody's, by ${ownerName}` : "Yours alone"} · {search === "" ? "all runs" : search}
      </p>
    </li>
  );
}

interface SaveViewFormProps {
  readonly isBusy: boolean;
  readonly onSave: (body: SaveViewRequest, done: () => void) => void;
}

function SaveViewForm({ isBusy, onSave }: SaveViewFormProps) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const submit = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const parsed = SaveViewRequest.safeParse({
      name: data.get("name"),
      search: searchOf(String(data.get("address") ?? "")),
      shared: data.get("shared") === "on",
    });
    if (parsed.success) {
      setProblems({});
      onSave(parsed.data, () => form.reset());
      return;
    }
    setProblems(
      Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
    );
  };
  return (
    <form
      aria-label="Save a view"
      className="panel grid items-start gap-3.5 px-4 py-4 sm:grid-cols-[14rem_minmax(0,1fr)]"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <TextField autoComplete="off" label="Name" name="name" problem={problems["name"]} />
      <TextField
        autoComplete="off"
        hint="As the browser shows it, or what stands behind its ?"
        label="Address of the run list"
        name="address"
        placeholder="/runs?outcome=FALLBACK"
        problem={problems["search"]}
      />
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        <Button disabled={isBusy} look="primary" type="submit">
          {isBusy ? "Saving…" : "Save view"}
        </Button>
        <label className="flex items-center gap-2">
          <input className="size-3.5 accent-accent" name="shared" type="checkbox" />
          Everybody sees it
        </label>
      </div>
    </form>
  );
}

function searchOf(address: string): string {
  const at = address.indexOf("?");
  return (at === -1 ? (address.includes("/") ? "" : address) : address.slice(at + 1))
    .replace(/#.*$/, "")
    .trim();
}
