import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { FallbackType, IntentType, ReleaseOutcome, RunState } from "@/lib/contracts/axes";
import { SessionId } from "@/lib/contracts/ids";
import type { RunFilter } from "@/lib/contracts/requests";

/** The facets of the table, by their names in the address and in the API. */
export const FACETS = {
  state: { axis: "runState", values: RunState.options, action: "filterState" },
  outcome: { axis: "releaseOutcome", values: ReleaseOutcome.options, action: "filterOutcome" },
  fallback: { axis: "fallbackType", values: FallbackType.options, action: "filterFallback" },
  intent: { axis: "intent", values: IntentType.options, action: "filterIntent" },
} as const;
export type FacetName = keyof typeof FACETS;

const PARSERS = {
  state: parseAsArrayOf(parseAsStringLiteral(RunState.options)).withDefault([]),
  outcome: parseAsArrayOf(parseAsStringLiteral(ReleaseOutcome.options)).withDefault([]),
  fallback: parseAsArrayOf(parseAsStringLiteral(FallbackType.options)).withDefault([]),
  intent: parseAsArrayOf(parseAsStringLiteral(IntentType.options)).withDefault([]),
  session: parseAsString,
};

export interface RunFilterState {
  readonly filter: RunFilter;
  readonly selected: Readonly<Record<FacetName, readonly string[]>>;
  readonly session: string | null;
  readonly isFiltered: boolean;
  readonly select: (facet: FacetName, values: readonly string[]) => void;
  readonly dropSession: () => void;
  readonly clear: () => void;
}

/** Which runs are asked for: it stands in the address and nowhere else. */
export function useRunFilter(): RunFilterState {
  const [query, setQuery] = useQueryStates(PARSERS, { history: "push" });
  const session = SessionId.safeParse(query.session);
  const filter: RunFilter = {
    ...(query.state.length === 0 ? {} : { state: query.state }),
    ...(query.outcome.length === 0 ? {} : { outcome: query.outcome }),
    ...(query.fallback.length === 0 ? {} : { fallback: query.fallback }),
    ...(query.intent.length === 0 ? {} : { intent: query.intent }),
    ...(session.success ? { session: session.data } : {}),
  };
  return {
    filter,
    selected: query,
    session: session.success ? session.data : null,
    isFiltered: Object.keys(filter).length > 0,
    select: (facet, values) => {
      const known = FACETS[facet].values.filter((value) => values.includes(value));
      void setQuery({ [facet]: known.length === 0 ? null : known });
    },
    dropSession: () => void setQuery({ session: null }),
    clear: () => void setQuery(null),
  };
}
