"use client";

import { X } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { shortId } from "@/lib/client/format-quantity";
import { FACET_NAMES, type FacetName } from "@/lib/client/run-filter-address";
import { describeRange } from "@/lib/client/time-range";
import { TRIAGE_STATUS_TABLE } from "@/lib/contracts/triage";
import { useHydrated } from "../access/use-hydrated";
import { KEY_TABLE } from "../keys/key-table";
import { AXES, type Axis } from "../ui/axes";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { SEARCH_FIELD_ID } from "./search-field";
import { FACET_AXES, type AxisFacetName } from "./run-facets";
import type { RunFilterState } from "./use-run-filter";

interface Chip {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly isId?: true;
  readonly remove: () => void;
}

/** Each condition that holds, and the way out of it. */
export function FilterChips({ filter }: { filter: RunFilterState }) {
  const list = useRef<HTMLDivElement>(null);
  // The server does not know the reader's zone.
  const isHere = useHydrated();
  const chips = chipsOf(filter, isHere);
  if (chips.length === 0) return null;
  const leave = (act: () => void, at: number) => {
    // The pressed button goes: the focus stays with the next one, or goes back to where filters begin.
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-chip]") ?? [])];
    const next = buttons[at + 1] ?? buttons[at - 1] ?? document.getElementById(SEARCH_FIELD_ID);
    next?.focus();
    act();
  };
  return (
    <div aria-label="Conditions" className="flex flex-wrap items-center gap-1.5" ref={list} role="group">
      {chips.map(({ key, name, value, isId, remove }, at) => (
        <button
          className="inline-flex h-6 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line-strong bg-panel pr-1.5 pl-2.5 text-xs hover:bg-sunken"
          data-chip={key}
          key={key}
          onClick={() => leave(remove, at)}
          title={value}
          type="button"
        >
          <span className="shrink-0 text-mute">
            <span className="sr-only">Remove </span>
            {name}
          </span>{" "}
          <b className={`truncate font-semibold ${isId === true ? "font-mono text-2xs" : ""}`}>
            {isId === true ? shortId(value) : value}
          </b>
          <X aria-hidden className="size-3 shrink-0 text-mute" />
        </button>
      ))}
      <ClearAll
        onClear={() => {
          document.getElementById(SEARCH_FIELD_ID)?.focus();
          filter.clear();
        }}
      >
        Clear all
      </ClearAll>
    </div>
  );
}

function ClearAll({ onClear, children }: { onClear: () => void; children: ReactNode }) {
  return (
    <Button look="quiet" onClick={onClear} size="sm">
      {children} <Kbd>{KEY_TABLE.clearFilters.keys}</Kbd>
    </Button>
  );
}

function chipsOf(filter: RunFilterState, isZoneKnown: boolean): Chip[] {
  const { text, session, assignee, label, from, to } = filter.filter;
  const range = isZoneKnown ? describeRange(from, to) : null;
  return [
    ...(text === undefined
      ? []
      : [{ key: "text", name: "Question has", value: text, remove: () => filter.set({ text: null }) }]),
    ...FACET_NAMES.flatMap((name) =>
      filter.selected[name].map((value) => ({
        key: `${name}-${value}`,
        ...wordsOf(name, value),
        remove: () =>
          filter.select(
            name,
            filter.selected[name].filter((each) => each !== value),
          ),
      })),
    ),
    ...(assignee === undefined
      ? []
      : [
          {
            key: "assignee",
            name: "Assignee",
            value: assignee,
            remove: () => filter.set({ assignee: null }),
          },
        ]),
    ...(label === undefined
      ? []
      : [{ key: "label", name: "Label", value: label, remove: () => filter.set({ label: null }) }]),
    ...(range === null
      ? []
      : [{ key: "time", name: "Began", value: range, remove: () => filter.set({ from: null, to: null }) }]),
    ...(session === undefined
      ? []
      : [
          {
            key: "session",
            name: "Session",
            value: session,
            isId: true as const,
            remove: () => filter.set({ session: null }),
          },
        ]),
  ];
}

function wordsOf(name: FacetName, value: string): { name: string; value: string } {
  if (isAxisFacet(name)) {
    const axis: Axis = AXES[FACET_AXES[name].axis];
    return { name: axis.name, value: axis.table[value]?.label ?? value };
  }
  const known: Readonly<Record<string, { readonly label: string }>> = TRIAGE_STATUS_TABLE;
  return { name: "Triage", value: known[value]?.label ?? value };
}

function isAxisFacet(name: FacetName): name is AxisFacetName {
  return name in FACET_AXES;
}
