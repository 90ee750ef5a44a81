"use client";

import { useState } from "react";
import {
  describeRange,
  instantOfLocalInput,
  localInputOf,
  presetFrom,
  RANGE_PRESETS,
} from "@/lib/client/time-range";
import { useHydrated } from "../access/use-hydrated";
import { KEY_TABLE } from "../keys/key-table";
import { Button } from "../ui/button";
import { FilterPopover } from "./filter-popover";
import type { RunFilterState } from "./use-run-filter";

const FIELD = "h-8 w-full rounded-[7px] border bg-panel px-2 text-sm text-ink";

/** When a run began: so far back from now, or between two minutes of the reader's own zone. */
export function TimeFilter({ filter }: { filter: RunFilterState }) {
  const { from, to } = filter.filter;
  // The server does not know the reader's zone.
  const isHere = useHydrated();
  return (
    <FilterPopover
      id="time"
      name="Began"
      shortcut={KEY_TABLE.filterTime.keys}
      value={isHere ? describeRange(from, to) : from === undefined && to === undefined ? null : "…"}
    >
      <p className="px-1 text-xs font-semibold text-mute" id="range-presets">
        The last
      </p>
      <div aria-labelledby="range-presets" className="mt-1 grid grid-cols-4 gap-1.5" role="group">
        {RANGE_PRESETS.map(({ name, ms }) => (
          <Button
            key={name}
            onClick={() => filter.set({ from: String(presetFrom(ms, Date.now())), to: null })}
            size="sm"
          >
            {name}
          </Button>
        ))}
      </div>
      <RangeFields
        from={isHere ? from : undefined}
        // What another address says takes the place of what was typed.
        key={`${from}-${to}-${isHere}`}
        onChange={(range) => filter.set(range)}
        to={isHere ? to : undefined}
      />
    </FilterPopover>
  );
}

interface RangeFieldsProps {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly onChange: (range: { from: string | null; to: string | null }) => void;
}

function RangeFields({ from, to, onChange }: RangeFieldsProps) {
  const [typed, setTyped] = useState({
    from: from === undefined ? "" : localInputOf(from),
    to: to === undefined ? "" : localInputOf(to),
  });
  const begin = instantOfLocalInput(typed.from);
  const end = instantOfLocalInput(typed.to);
  const isEmpty = begin !== null && end !== null && end <= begin;
  return (
    <form
      className="mt-2.5 grid gap-2 px-1"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) onChange({ from: begin?.toString() ?? null, to: end?.toString() ?? null });
      }}
    >
      <label className="grid gap-1 text-xs text-mute">
        From (your local time)
        <input
          className={`${FIELD} border-line-strong`}
          onChange={({ target }) => setTyped({ ...typed, from: target.value })}
          type="datetime-local"
          value={typed.from}
        />
      </label>
      <label className="grid gap-1 text-xs text-mute">
        Before (your local time)
        <input
          aria-describedby={isEmpty ? "range-problem" : undefined}
          aria-invalid={isEmpty}
          className={`${FIELD} ${isEmpty ? "border-bad" : "border-line-strong"}`}
          onChange={({ target }) => setTyped({ ...typed, to: target.value })}
          type="datetime-local"
          value={typed.to}
        />
      </label>
      {isEmpty && (
        <p className="text-xs font-semibold text-bad" id="range-problem" role="alert">
          The end must be after the beginning.
        </p>
      )}
      <div className="flex justify-between gap-2">
        <Button
          disabled={from === undefined && to === undefined}
          onClick={() => onChange({ from: null, to: null })}
          size="sm"
        >
          Any time
        </Button>
        <Button aria-disabled={isEmpty} look="primary" size="sm" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}
