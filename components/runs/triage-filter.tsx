"use client";

import { lazy, Suspense, useState } from "react";
import { FACET_VALUES } from "@/lib/client/run-filter-address";
import { TRIAGE_STATUS_TABLE } from "@/lib/contracts/triage";
import { KEY_TABLE } from "../keys/key-table";
import { StatusBadge } from "../triage/status-badge";
import { FilterPopover } from "./filter-popover";
import type { RunFilterState } from "./use-run-filter";

// What it needs of triage is loaded when somebody looks for it.
const TriageChoices = lazy(async () => ({ default: (await import("./triage-choices")).TriageChoices }));

/** What became of the run's group in triage: its status, who has it, what it is labelled. */
export function TriageFilter({ filter }: { filter: RunFilterState }) {
  const [isOpen, setIsOpen] = useState(false);
  const { assignee, label, triage = [] } = filter.filter;
  const chosen = [
    ...triage.map((status) => TRIAGE_STATUS_TABLE[status].label),
    ...(assignee === undefined ? [] : [`@${assignee}`]),
    ...(label === undefined ? [] : [label]),
  ];
  return (
    <FilterPopover
      id="triage"
      name="Triage"
      onOpenChange={setIsOpen}
      shortcut={KEY_TABLE.filterTriage.keys}
      value={chosen.length === 0 ? null : chosen.join(", ")}
    >
      {FACET_VALUES.triage.map((status) => (
        <label
          className="flex cursor-pointer items-center gap-2.5 rounded-md px-1 py-1.5 hover:bg-sunken has-focus-visible:bg-sunken"
          key={status}
        >
          <input
            checked={triage.includes(status)}
            className="size-3.5 accent-accent"
            onChange={({ target }) =>
              filter.select(
                "triage",
                target.checked ? [...triage, status] : triage.filter((each) => each !== status),
              )
            }
            type="checkbox"
          />
          <StatusBadge status={status} />
        </label>
      ))}
      {isOpen && (
        <Suspense>
          <TriageChoices filter={filter} />
        </Suspense>
      )}
    </FilterPopover>
  );
}
