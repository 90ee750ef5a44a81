import type { FacetName } from "@/lib/client/run-filter-address";
import type { RunCounts } from "@/lib/contracts/run-stats";

/** The facets that are axes of a run: the axis, and the key that opens it. */
export const FACET_AXES = {
  state: { axis: "runState", action: "filterState" },
  outcome: { axis: "releaseOutcome", action: "filterOutcome" },
  fallback: { axis: "fallbackType", action: "filterFallback" },
  intent: { axis: "intent", action: "filterIntent" },
  stopReason: { axis: "stopReason", action: "filterStopReason" },
} as const satisfies Partial<Record<FacetName, object>>;
export type AxisFacetName = keyof typeof FACET_AXES;
export const AXIS_FACET_NAMES = Object.keys(FACET_AXES) as readonly AxisFacetName[];

/** How many runs choosing a value would show; null while that is not known. A `+` says that there may be more. */
export function countOfValue(
  counts: RunCounts | null,
  facet: AxisFacetName,
  value: string,
): { readonly text: string; readonly isNone: boolean } | null {
  if (counts === null) return null;
  const perValue: Readonly<Partial<Record<string, number>>> = counts.facets[facet];
  const count = perValue[value] ?? 0;
  return {
    text: `${count.toLocaleString("en")}${counts.isExact ? "" : "+"}`,
    isNone: count === 0 && counts.isExact,
  };
}
