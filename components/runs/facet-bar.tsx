"use client";

import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { RunCounts } from "@/lib/contracts/run-stats";
import { FACET_VALUES } from "@/lib/client/run-filter-address";
import { KEY_TABLE } from "../keys/key-table";
import { useKeys } from "../keys/use-keys";
import { AXES, type Axis } from "../ui/axes";
import { AxisBadge } from "../ui/axis-badge";
import { Button } from "../ui/button";
import { FacetPopover } from "../ui/facet-popover";
import { openFilter } from "./filter-popover";
import { AXIS_FACET_NAMES, countOfValue, FACET_AXES, type AxisFacetName } from "./run-facets";
import { SEARCH_FIELD_ID, SearchField } from "./search-field";
import { TimeFilter } from "./time-filter";
import { TriageFilter } from "./triage-filter";
import type { RunFilterState } from "./use-run-filter";

interface FacetBarProps {
  readonly filter: RunFilterState;
  readonly counts: RunCounts | null;
  readonly onOpenRun: (runId: string) => void;
}

/** Everything that the list is filtered by, all of it in the address; on narrow screens all but the search is folded away. */
export function FacetBar({ filter, counts, onOpenRun }: FacetBarProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  useKeys({
    searchRuns: () => document.getElementById(SEARCH_FIELD_ID)?.focus(),
    filterState: () => openFilter("state"),
    filterOutcome: () => openFilter("outcome"),
    filterFallback: () => openFilter("fallback"),
    filterIntent: () => openFilter("intent"),
    filterStopReason: () => openFilter("stopReason"),
    filterTriage: () => openFilter("triage"),
    filterTime: () => openFilter("time"),
    clearFilters: filter.clear,
  });
  return (
    <div aria-label="Filters" className="flex min-w-0 flex-1 flex-wrap items-center gap-2" role="group">
      <SearchField
        onRun={onOpenRun}
        onSearch={(text) => filter.set({ text })}
        onSession={(session) => filter.set({ session })}
        text={filter.filter.text}
      />
      <Button
        aria-controls="run-facets"
        aria-expanded={isUnfolded}
        className="md:hidden"
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        <SlidersHorizontal aria-hidden className="size-3.5" />
        Filters
      </Button>
      <div className={`contents ${isUnfolded ? "" : "max-md:hidden"}`} id="run-facets">
        {AXIS_FACET_NAMES.map((name) => (
          <AxisFacet counts={counts} filter={filter} key={name} name={name} />
        ))}
        <TriageFilter filter={filter} />
        <TimeFilter filter={filter} />
      </div>
    </div>
  );
}

interface AxisFacetProps extends Pick<FacetBarProps, "filter" | "counts"> {
  readonly name: AxisFacetName;
}

function AxisFacet({ name, filter, counts }: AxisFacetProps) {
  const { axis, action } = FACET_AXES[name];
  const shown: Axis = AXES[axis];
  const values: readonly string[] = FACET_VALUES[name];
  return (
    <FacetPopover
      id={name}
      name={shown.name}
      onChange={(selected) => filter.select(name, selected)}
      options={values.map((value) => {
        const count = countOfValue(counts, name, value);
        return {
          value,
          label: shown.table[value]?.label ?? value,
          badge: (
            <span className="flex min-w-0 flex-1 items-center justify-between gap-3">
              <span className={count?.isNone === true ? "grayscale" : ""}>
                <AxisBadge axis={axis} value={value} />
              </span>
              {count !== null && (
                <span className={`font-mono text-2xs ${count.isNone ? "text-faint" : "text-mute"}`}>
                  {count.text}
                  <span className="sr-only"> runs</span>
                </span>
              )}
            </span>
          ),
        };
      })}
      selected={filter.selected[name]}
      shortcut={KEY_TABLE[action].keys}
    />
  );
}
