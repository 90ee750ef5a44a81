"use client";

import { Download } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { FallbackType } from "@/lib/contracts/axes";
import { FiledOutcome, type TriageCounts } from "@/lib/contracts/triage";
import { formatCount } from "@/lib/client/format-quantity";
import { NOBODY, TRIAGE_VIEW_NAMES, TRIAGE_VIEWS, type TriageView } from "@/lib/client/triage-address";
import { triageParameters } from "@/lib/client/triage-client";
import { KEY_TABLE } from "../keys/key-table";
import { useKeys } from "../keys/use-keys";
import { AXES, type Axis } from "../ui/axes";
import { AxisBadge } from "../ui/axis-badge";
import { Button } from "../ui/button";
import { FacetPopover } from "../ui/facet-popover";
import { Kbd } from "../ui/kbd";
import type { TriageAddressState } from "./use-triage-address";

/** How long typing rests before it is searched for, ms. */
const TYPING_MS = 300;
const SEARCH_ID = "triage-search";
const SELECT = "h-8 max-w-44 rounded-[7px] border bg-panel px-2 text-sm";

interface TriageFilterBarProps {
  readonly address: TriageAddressState;
  readonly counts: TriageCounts | undefined;
}

/** Views with their counts, and what narrows them: all of it in the address. */
export function TriageFilterBar({ address, counts }: TriageFilterBarProps) {
  useKeys({
    filterGroupOutcome: () => openFacet("group-outcome"),
    filterGroupFallback: () => openFacet("group-fallback"),
    searchGroups: () => document.getElementById(SEARCH_ID)?.focus(),
  });
  return (
    <div className="grid gap-2">
      <div aria-label="Status" className="flex flex-wrap gap-1" role="group">
        {TRIAGE_VIEW_NAMES.map((view) => (
          <button
            aria-pressed={view === address.view}
            className={`inline-flex h-7 items-center gap-1.5 rounded-[7px] px-2.5 transition-colors ${view === address.view ? "bg-ink font-semibold text-bg" : "text-mute hover:bg-off-soft hover:text-ink"}`}
            key={view}
            onClick={() => address.setView(view)}
            type="button"
          >
            {TRIAGE_VIEWS[view].label}
            {counts !== undefined && (
              <span className="font-mono text-2xs">{formatCount(countOf(view, counts))}</span>
            )}
          </button>
        ))}
      </div>
      <div aria-label="Filters" className="flex flex-wrap items-center gap-2" role="group">
        <SearchField onSearch={(text) => address.set({ text })} text={address.text} />
        <AxisFacet
          axis="releaseOutcome"
          id="group-outcome"
          onChange={(outcome) => address.set({ outcome })}
          selected={address.outcome}
          shortcut={KEY_TABLE.filterGroupOutcome.keys}
          values={FiledOutcome.options}
        />
        <AxisFacet
          axis="fallbackType"
          id="group-fallback"
          onChange={(fallback) => address.set({ fallback })}
          selected={address.fallback}
          shortcut={KEY_TABLE.filterGroupFallback.keys}
          values={FallbackType.options}
        />
        <select
          aria-label="Assignee"
          className={`${SELECT} ${address.assignee === null ? "border-line-strong" : "border-accent bg-accent-soft"}`}
          onChange={(event) =>
            address.set({ assignee: event.target.value === "" ? null : event.target.value })
          }
          value={address.assignee ?? ""}
        >
          <option value="">Anybody</option>
          <option value={NOBODY}>Nobody</option>
          {optionsOf(counts?.people, address.assignee, NOBODY).map((person) => (
            <option key={person} value={person}>
              @{person}
            </option>
          ))}
        </select>
        <select
          aria-label="Label"
          className={`${SELECT} ${address.label === null ? "border-line-strong" : "border-accent bg-accent-soft"}`}
          onChange={(event) => address.set({ label: event.target.value === "" ? null : event.target.value })}
          value={address.label ?? ""}
        >
          <option value="">Any label</option>
          {optionsOf(counts?.labels, address.label).map((label) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
        </select>
        {address.isFiltered && (
          <Button look="quiet" onClick={address.clear}>
            Clear
          </Button>
        )}
        <ExportLinks address={address} />
      </div>
    </div>
  );
}

/** What is shown, as a file. */
function ExportLinks({ address }: { address: TriageAddressState }) {
  const href = (format: "csv" | "jsonl", of: "groups" | "runs") =>
    `/api/triage/export?${triageParameters(address.filter, { format, of })}`;
  return (
    <details className="relative ml-auto">
      <summary className="inline-flex h-8 items-center gap-1.5 rounded-[7px] border border-line-strong bg-panel px-2.5 font-semibold hover:bg-sunken">
        <Download aria-hidden className="size-3.5" />
        Export
      </summary>
      <div className="panel absolute right-0 z-20 mt-1 grid w-56 gap-0.5 border-line-strong p-1.5 shadow-lg">
        {(["groups", "runs"] as const).flatMap((of) =>
          (["csv", "jsonl"] as const).map((format) => (
            <a
              className="rounded-md px-2 py-1.5 hover:bg-sunken"
              download
              href={href(format, of)}
              key={`${of}-${format}`}
            >
              {of === "groups" ? "Groups" : "Their runs"} as {format === "csv" ? "CSV" : "JSON lines"}
            </a>
          )),
        )}
      </div>
    </details>
  );
}

interface SearchFieldProps {
  readonly text: string | null;
  readonly onSearch: (text: string | null) => void;
}

function SearchField({ text, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(text ?? "");
  const [known, setKnown] = useState<{ text: string | null; sent: string | null }>({ text, sent: text });
  if (text !== known.text) {
    // Another address puts another text into the field; what it says of itself leaves the field alone.
    if (text !== known.sent) setTyped(text ?? "");
    setKnown({ text, sent: known.sent });
  }
  const search = useEffectEvent((wanted: string | null) => {
    setKnown({ text, sent: wanted });
    onSearch(wanted);
  });
  // Outside system: the clock, so that each letter does not ask the server.
  useEffect(() => {
    const wanted = typed.trim() === "" ? null : typed.trim();
    if (wanted === text) return;
    const timer = setTimeout(() => search(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, text]);
  return (
    <span className="relative">
      <input
        aria-label="Search causes, questions, playbooks and tools"
        className="h-8 w-52 rounded-[7px] border border-line-strong bg-panel px-2.5 pr-7 text-sm"
        id={SEARCH_ID}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
        }}
        placeholder="Search"
        role="searchbox"
        type="text"
        value={typed}
      />
      <span aria-hidden className="pointer-events-none absolute top-1.5 right-2 text-faint">
        <Kbd>{KEY_TABLE.searchGroups.keys}</Kbd>
      </span>
    </span>
  );
}

interface AxisFacetProps {
  readonly id: string;
  readonly axis: "releaseOutcome" | "fallbackType";
  readonly values: readonly string[];
  readonly selected: readonly string[];
  readonly shortcut: string;
  readonly onChange: (values: string[]) => void;
}

function AxisFacet({ id, axis, values, selected, shortcut, onChange }: AxisFacetProps) {
  const shown: Axis = AXES[axis];
  return (
    <FacetPopover
      id={id}
      name={shown.name}
      onChange={onChange}
      options={values.map((value) => ({
        value,
        label: shown.table[value]?.label ?? value,
        badge: <AxisBadge axis={axis} value={value} />,
      }))}
      selected={selected}
      shortcut={shortcut}
    />
  );
}

function openFacet(id: string): void {
  document.querySelector<HTMLButtonElement>(`[data-facet="${id}"]`)?.click();
}

function countOf(view: TriageView, { status }: TriageCounts): number {
  const { status: shown } = TRIAGE_VIEWS[view];
  const statuses = shown.length === 0 ? (["NEW", "ACKNOWLEDGED", "RESOLVED"] as const) : shown;
  return statuses.reduce((sum, each) => sum + status[each], 0);
}

/** What is chosen stands among the options also when nobody has it any more. */
function optionsOf(
  known: readonly string[] | undefined,
  chosen: string | null,
  except?: string,
): readonly string[] {
  const all = new Set(known);
  if (chosen !== null && chosen !== except) all.add(chosen);
  return [...all];
}
