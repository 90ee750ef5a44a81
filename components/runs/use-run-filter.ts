import { parseAsArrayOf, parseAsString, useQueryStates } from "nuqs";
import {
  FACET_VALUES,
  readFilter,
  type FacetName,
  type ReadFilter,
  type SingleName,
} from "@/lib/client/run-filter-address";

const PARSERS = {
  state: parseAsArrayOf(parseAsString),
  outcome: parseAsArrayOf(parseAsString),
  fallback: parseAsArrayOf(parseAsString),
  intent: parseAsArrayOf(parseAsString),
  stopReason: parseAsArrayOf(parseAsString),
  triage: parseAsArrayOf(parseAsString),
  text: parseAsString,
  session: parseAsString,
  assignee: parseAsString,
  label: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

export interface RunFilterState extends ReadFilter {
  readonly isFiltered: boolean;
  readonly select: (facet: FacetName, values: readonly string[]) => void;
  /** Conditions of one value each; null takes one out. */
  readonly set: (change: Partial<Record<SingleName, string | null>>) => void;
  /** Takes out of the address what filters nothing. */
  readonly dropIgnored: () => void;
  readonly clear: () => void;
}

/** Which runs are asked for: it stands in the address and nowhere else. */
export function useRunFilter(): RunFilterState {
  const [query, setQuery] = useQueryStates(PARSERS, { history: "push" });
  const read = readFilter(query);
  const { filter, selected } = read;
  return {
    ...read,
    isFiltered: Object.keys(filter).length > 0,
    select: (facet, values) => {
      void setQuery({ [facet]: orNull(FACET_VALUES[facet].filter((value) => values.includes(value))) });
    },
    set: (change) => void setQuery(change),
    dropIgnored: () => {
      void setQuery({
        state: orNull(selected.state),
        outcome: orNull(selected.outcome),
        fallback: orNull(selected.fallback),
        intent: orNull(selected.intent),
        stopReason: orNull(selected.stopReason),
        triage: orNull(selected.triage),
        text: filter.text ?? null,
        session: filter.session ?? null,
        assignee: filter.assignee ?? null,
        label: filter.label ?? null,
        from: filter.from?.toString() ?? null,
        to: filter.to?.toString() ?? null,
      });
    },
    clear: () => void setQuery(null),
  };
}

function orNull(values: readonly string[]): string[] | null {
  return values.length === 0 ? null : [...values];
}
