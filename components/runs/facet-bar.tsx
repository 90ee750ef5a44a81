"use client";

import { X } from "lucide-react";
import { shortId } from "@/lib/client/format-quantity";
import { FACET_NAMES, FACET_VALUES, type FacetName } from "@/lib/client/run-filter-address";
import { KEY_TABLE } from "../keys/key-table";
import { useKeys } from "../keys/use-keys";
import { AXES, type Axis } from "../ui/axes";
import { AxisBadge } from "../ui/axis-badge";
import { Button } from "../ui/button";
import { FacetPopover } from "../ui/facet-popover";
import { Kbd } from "../ui/kbd";
import { FACETS, type RunFilterState } from "./use-run-filter";

/** The filters: one per axis, each of several values, all in the address. */
export function FacetBar({ filter }: { filter: RunFilterState }) {
  useKeys({
    filterState: () => openFacet("state"),
    filterOutcome: () => openFacet("outcome"),
    filterFallback: () => openFacet("fallback"),
    filterIntent: () => openFacet("intent"),
    clearFilters: filter.clear,
  });
  return (
    <div aria-label="Filters" className="flex flex-wrap items-center gap-2" role="group">
      {FACET_NAMES.map((name) => {
        const { axis, action } = FACETS[name];
        const values: readonly string[] = FACET_VALUES[name];
        const shown: Axis = AXES[axis];
        return (
          <FacetPopover
            id={name}
            key={name}
            name={shown.name}
            onChange={(selected) => filter.select(name, selected)}
            options={values.map((value) => ({
              value,
              label: shown.table[value]?.label ?? value,
              badge: <AxisBadge axis={axis} value={value} />,
            }))}
            selected={filter.selected[name]}
            shortcut={KEY_TABLE[action].keys}
          />
        );
      })}
      {filter.session !== null && (
        <Button aria-label={`Stop filtering by session ${filter.session}`} onClick={filter.dropSession}>
          <span className="font-normal text-mute">Session</span>
          <span className="font-mono text-xs">{shortId(filter.session)}</span>
          <X aria-hidden className="size-3.5" />
        </Button>
      )}
      {filter.isFiltered && (
        <Button
          look="quiet"
          onClick={() => {
            // This button goes; the focus stays with the filters.
            document.querySelector<HTMLElement>("[data-facet]")?.focus();
            filter.clear();
          }}
        >
          Clear <Kbd>{KEY_TABLE.clearFilters.keys}</Kbd>
        </Button>
      )}
    </div>
  );
}

function openFacet(name: FacetName): void {
  document.querySelector<HTMLButtonElement>(`[data-facet="${name}"]`)?.click();
}
