import { parseAsArrayOf, parseAsString, useQueryStates } from "nuqs";
import { readTriageAddress, type ReadTriageAddress, type TriageView } from "@/lib/client/triage-address";

const PARSERS = {
  view: parseAsString,
  outcome: parseAsArrayOf(parseAsString),
  fallback: parseAsArrayOf(parseAsString),
  assignee: parseAsString,
  label: parseAsString,
  text: parseAsString,
};

export interface TriageAddressState extends ReadTriageAddress {
  readonly assignee: string | null;
  readonly label: string | null;
  readonly text: string | null;
  /** Filtered by more than a view. */
  readonly isFiltered: boolean;
  readonly setView: (view: TriageView) => void;
  readonly set: (
    change: Partial<{
      outcome: readonly string[];
      fallback: readonly string[];
      assignee: string | null;
      label: string | null;
      text: string | null;
    }>,
  ) => void;
  readonly dropIgnored: () => void;
  readonly clear: () => void;
}

/** Which groups are asked for: it stands in the address and nowhere else. */
export function useTriageAddress(): TriageAddressState {
  const [query, setQuery] = useQueryStates(PARSERS, { history: "push" });
  const read = readTriageAddress(query);
  const { status: _status, ...narrowing } = read.filter;
  return {
    ...read,
    assignee: query.assignee,
    label: query.label,
    text: query.text,
    isFiltered: Object.keys(narrowing).length > 0,
    setView: (view) => void setQuery({ view: view === "open" ? null : view }),
    set: ({ outcome, fallback, ...rest }) =>
      void setQuery({
        ...rest,
        ...(outcome === undefined ? {} : { outcome: orNull(outcome) }),
        ...(fallback === undefined ? {} : { fallback: orNull(fallback) }),
      }),
    dropIgnored: () =>
      void setQuery({
        view: read.view === "open" ? null : read.view,
        outcome: orNull(read.outcome),
        fallback: orNull(read.fallback),
        label: read.filter.label?.[0] ?? null,
      }),
    clear: () => void setQuery({ outcome: null, fallback: null, assignee: null, label: null, text: null }),
  };
}

function orNull(values: readonly string[]): string[] | null {
  return values.length === 0 ? null : [...values];
}
