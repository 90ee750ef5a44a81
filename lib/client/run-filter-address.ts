/** The runs table's filter as it stands in the address, where anyone may have written anything. Pure. */
import type { z } from "zod";
import { DiagnosisStopReason, FallbackType, IntentType, ReleaseOutcome, RunState } from "../contracts/axes";
import { RUN_FILTER_PARAMETERS, type RunFilter } from "../contracts/run-filter";
import { TriageStatus } from "../contracts/triage";

/** The values of each facet, by its name in the address and in the API. */
export const FACET_VALUES = {
  state: RunState.options,
  outcome: ReleaseOutcome.options,
  fallback: FallbackType.options,
  intent: IntentType.options,
  stopReason: DiagnosisStopReason.options,
  triage: TriageStatus.options,
} as const;
export type FacetName = keyof typeof FACET_VALUES;
export const FACET_NAMES = Object.keys(FACET_VALUES) as readonly FacetName[];

/** Conditions of one value each. */
const SINGLE_NAMES = ["text", "session", "assignee", "label", "from", "to"] as const;
export type SingleName = (typeof SINGLE_NAMES)[number];

/** As written; null, or left out, where the address does not name it. */
export type FilterAddress = Readonly<Partial<Record<FacetName, readonly string[] | null>>> &
  Readonly<Partial<Record<SingleName, string | null>>>;
export interface ReadFilter {
  readonly filter: RunFilter;
  readonly selected: Readonly<Record<FacetName, readonly string[]>>;
  /** What stands in the address and filters nothing, as "state=BOGUS". */
  readonly ignored: readonly string[];
}

/** What is asked for, and what of the address is no filter at all. Values come out once each, in the order of their table. */
export function readFilter(address: FilterAddress): ReadFilter {
  const ignored: string[] = [];
  const facet = <T extends string>(name: FacetName, values: readonly T[]): T[] => {
    const written = address[name] ?? [];
    const isKnown = new Set<string>(values);
    ignored.push(...written.filter((value) => !isKnown.has(value)).map((value) => `${name}=${value}`));
    return values.filter((value) => written.includes(value));
  };
  const single = <T>(name: SingleName, schema: z.ZodType<T | undefined>): T | undefined => {
    const written = address[name] ?? null;
    if (written === null) return undefined;
    const parsed = schema.safeParse(written);
    if (!parsed.success) ignored.push(`${name}=${written}`);
    return parsed.data;
  };
  const selected = {
    state: facet("state", FACET_VALUES.state),
    outcome: facet("outcome", FACET_VALUES.outcome),
    fallback: facet("fallback", FACET_VALUES.fallback),
    intent: facet("intent", FACET_VALUES.intent),
    stopReason: facet("stopReason", FACET_VALUES.stopReason),
    triage: facet("triage", FACET_VALUES.triage),
  };
  const { state, outcome, fallback, intent, stopReason, triage } = selected;
  const session = single("session", RUN_FILTER_PARAMETERS.session);
  const assignee = single("assignee", RUN_FILTER_PARAMETERS.assignee);
  const label = single("label", RUN_FILTER_PARAMETERS.label);
  const from = single("from", RUN_FILTER_PARAMETERS.from);
  const to = single("to", RUN_FILTER_PARAMETERS.to);
  const text = single("text", RUN_FILTER_PARAMETERS.text);
  return {
    filter: {
      ...(state.length === 0 ? {} : { state }),
      ...(outcome.length === 0 ? {} : { outcome }),
      ...(fallback.length === 0 ? {} : { fallback }),
      ...(intent.length === 0 ? {} : { intent }),
      ...(stopReason.length === 0 ? {} : { stopReason }),
      ...(triage.length === 0 ? {} : { triage }),
      ...(session === undefined ? {} : { session }),
      ...(assignee === undefined ? {} : { assignee }),
      ...(label === undefined ? {} : { label }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(text === undefined ? {} : { text }),
    },
    selected,
    ignored: [...new Set(ignored)],
  };
}

/** The query string that shows a filter, without `?`; the same filter always has the same one. */
export function searchOfFilter(filter: RunFilter): string {
  const facets = FACET_NAMES.map((name) => [name, filter[name]?.join(",") ?? ""] as const);
  const singles = SINGLE_NAMES.map((name) => [name, String(filter[name] ?? "")] as const);
  return [...facets, ...singles]
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`)
    .join("&");
}

/** Reads a query string as the page reads its address. */
export function readSearch(search: string): ReadFilter {
  const parameters = new URLSearchParams(search);
  const list = (name: FacetName) => parameters.get(name)?.split(",") ?? null;
  return readFilter({
    state: list("state"),
    outcome: list("outcome"),
    fallback: list("fallback"),
    intent: list("intent"),
    stopReason: list("stopReason"),
    triage: list("triage"),
    text: parameters.get("text"),
    session: parameters.get("session"),
    assignee: parameters.get("assignee"),
    label: parameters.get("label"),
    from: parameters.get("from"),
    to: parameters.get("to"),
  });
}
