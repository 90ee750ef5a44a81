"use client";

import { SaveViewRequest } from "@/lib/contracts/saved-views";
import { Button } from "../ui/button";
import { TextField } from "../ui/text-field";
import { useCheckedFields } from "./use-checked-fields";

export interface ViewAddressFormProps {
  readonly isBusy: boolean;
  /** `done` empties the form. */
  readonly onSave: (body: SaveViewRequest, done: () => void) => void;
}

/** Gives a name to an address of the run list. */
export function ViewAddressForm({ isBusy, onSave }: ViewAddressFormProps) {
  const { problems, check } = useCheckedFields(SaveViewRequest);
  const submit = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const request = check({
      name: data.get("name"),
      search: searchOf(String(data.get("address") ?? "")),
      shared: data.get("shared") === "on",
    });
    if (request !== null) onSave(request, () => form.reset());
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
