"use client";

import { useState } from "react";
import { searchOfFilter } from "@/lib/client/run-filter-address";
import type { RunFilter } from "@/lib/contracts/run-filter";
import { SaveViewRequest } from "@/lib/contracts/saved-views";
import { Button } from "../ui/button";

interface SaveViewFormProps {
  readonly filter: RunFilter;
  readonly columns: string | null;
  readonly isBusy: boolean;
  readonly onSave: (body: SaveViewRequest, done: () => void) => void;
}

/** Keeps what the list shows now under a name. */
export function SaveViewForm({ filter, columns, isBusy, onSave }: SaveViewFormProps) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const [withTime, setWithTime] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const hasTime = filter.from !== undefined || filter.to !== undefined;
  const submit = () => {
    const { from: _from, to: _to, ...timeless } = filter;
    const search = [
      searchOfFilter(withTime ? filter : timeless),
      columns === null ? "" : `columns=${columns}`,
    ]
      .filter((part) => part !== "")
      .join("&");
    const parsed = SaveViewRequest.safeParse({ name, search, shared });
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message ?? "this cannot be saved");
      return;
    }
    setProblem(null);
    onSave(parsed.data, () => {
      setName("");
      setShared(false);
    });
  };
  return (
    <form
      aria-label="Save this list"
      className="mt-2 grid gap-1.5 border-t border-line px-1 pt-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) submit();
      }}
    >
      <label className="text-xs font-semibold text-mute" htmlFor="save-view-name">
        Save what is shown as
      </label>
      <span className="flex gap-1.5">
        <input
          aria-describedby={problem === null ? undefined : "save-view-problem"}
          aria-invalid={problem !== null}
          autoComplete="off"
          className={`h-8 min-w-0 flex-1 rounded-[7px] border bg-panel px-2 text-sm ${problem === null ? "border-line-strong" : "border-bad"}`}
          id="save-view-name"
          maxLength={80}
          onChange={({ target }) => setName(target.value)}
          value={name}
        />
        <Button aria-disabled={isBusy} look="primary" type="submit">
          {isBusy ? "Saving…" : "Save"}
        </Button>
      </span>
      {problem !== null && (
        <p className="text-xs font-semibold text-bad" id="save-view-problem" role="alert">
          Please {problem}.
        </p>
      )}
      <Tick checked={shared} onChange={setShared}>
        Everybody sees it
      </Tick>
      {hasTime && (
        <Tick checked={withTime} onChange={setWithTime}>
          With its dates, which do not move on
        </Tick>
      )}
    </form>
  );
}

interface TickProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: string;
}

function Tick({ checked, onChange, children }: TickProps) {
  return (
    <label className="flex items-center gap-2 text-xs">
      <input
        checked={checked}
        className="size-3.5 accent-accent"
        onChange={({ target }) => onChange(target.checked)}
        type="checkbox"
      />
      {children}
    </label>
  );
}
