import { parseAsArrayOf, parseAsString, useQueryStates } from "nuqs";
import { FACET_VALUES, readFilter, type FacetName, type ReadFilter } from "@/lib/client/run-filter-address";

/** The axis of each facet, and the key that opens it. */
export const FACETS = {
  state: { axis: "runState", action: "filterState" },
  outcome: { axis: "releaseOutcome", action: "filterOutcome" },
  fallback: { axis: "fallbackType", action: "filterFallback" },
  intent: { axis: "intent", action: "filterIntent" },
} as const satisfies Record<FacetName, object>;

const PARSERS = {
  state: parseAsArrayOf(parseAsString),
  outcome: parseAsArrayOf(parseAsString),
  fallback: parseAsArrayOf(parseAsString),
  intent: parseAsArrayOf(parseAsString),
  session: parseAsString,
};

export interface RunFilterState extends ReadFilter {
  readonly isFiltered: boolean;
  readonly select: (facet: FacetName, values: readonly string[]) => void;
  readonly dropSession: () => void;
  /** Takes out of the address what filters nothing. */
  readonly dropIgnored: () => void;
  readonly clear: () => void;
}

/** Which runs are asked for: it stands in the address and nowhere else. */
export function useRunFilter(): RunFilterState {
  const [query, setQuery] = useQueryStates(PARSERS, { history: "push" });
  const read = readFilter(query);
  return {
    ...read,
    isFiltered: Object.keys(read.filter).length > 0,
    select: (facet, values) => {
      void setQuery({ [facet]: orNull(FACET_VALUES[facet].filter((value) => values.includes(value))) });
    },
    dropSession: () => void setQuery({ session: null }),
    dropIgnored: () => {
      const { state, outcome, fallback, intent } = read.selected;
      void setQuery({
        state: orNull(state),
        outcome: orNull(outcome),
        fallback: orNull(fallback),
        intent: orNull(intent),
        session: read.session,
      });
    },
    clear: () => void setQuery(null),
  };
}

function orNull(values: readonly string[]): string[] | null {
  return values.length === 0 ? null : [...values];
}
