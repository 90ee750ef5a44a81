/** The runs table's filter as it stands in the address, where anyone may have written anything. Pure. */
import type { z } from "zod";
import { DiagnosisStopReason, FallbackType, IntentType, ReleaseOutcome, RunState } from "../contracts/axes";
import type { SessionId } from "../contracts/ids";
import { RUN_FILTER_PARAMETERS, type RunFilter } from "../contracts/run-filter";
import { TriageStatus } from "../contracts/triage";

/** The values of each facet, by its name in the address and in the API. */
export const FACET_VALUES = {
  state: RunState.options,
  outcome: ReleaseOutcome.options,
  fallback: FallbackType.options,
  intent: IntentType.options,
} as const;
export type FacetName = keyof typeof FACET_VALUES;
export const FACET_NAMES: readonly FacetName[] = ["state", "outcome", "fallback", "intent"];

/** Lists that have no button of their own above the table; links lead to them. */
const LINKED_VALUES = { stopReason: DiagnosisStopReason.options, triage: TriageStatus.options } as const;
type LinkedName = keyof typeof LINKED_VALUES;
type SingleName = "session" | "assignee" | "label" | "from" | "to" | "text";

/** As written; null, or left out, where the address does not name it. */
export type FilterAddress = Readonly<Record<FacetName, readonly string[] | null>> &
  Readonly<Partial<Record<LinkedName, readonly string[] | null>>> &
  Readonly<Partial<Record<SingleName, string | null>>>;
export interface ReadFilter {
  readonly filter: RunFilter;
  readonly selected: Readonly<Record<FacetName, readonly string[]>>;
  readonly session: SessionId | null;
  /** What stands in the address and filters nothing, as "state=BOGUS". */
  readonly ignored: readonly string[];
}

/** What is asked for, and what of the address is no filter at all. Values come out once each, in the order of their table. */
export function readFilter(address: FilterAddress): ReadFilter {
  const state = known(FACET_VALUES.state, address.state);
  const outcome = known(FACET_VALUES.outcome, address.outcome);
  const fallback = known(FACET_VALUES.fallback, address.fallback);
  const intent = known(FACET_VALUES.intent, address.intent);
  const stopReason = known(LINKED_VALUES.stopReason, address.stopReason);
  const triage = known(LINKED_VALUES.triage, address.triage);
  const ignored = [
    ...unknown("state", FACET_VALUES.state, address.state),
    ...unknown("outcome", FACET_VALUES.outcome, address.outcome),
    ...unknown("fallback", FACET_VALUES.fallback, address.fallback),
    ...unknown("intent", FACET_VALUES.intent, address.intent),
    ...unknown("stopReason", LINKED_VALUES.stopReason, address.stopReason),
    ...unknown("triage", LINKED_VALUES.triage, address.triage),
  ];
  const single = <T>(name: SingleName, schema: z.ZodType<T | undefined>): T | undefined => {
    const written = address[name] ?? null;
    if (written === null) return undefined;
    const parsed = schema.safeParse(written);
    if (!parsed.success) ignored.push(`${name}=${written}`);
    return parsed.data;
  };
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
    selected: { state, outcome, fallback, intent },
    session: session ?? null,
    ignored: [...new Set(ignored)],
  };
}

type Written = readonly string[] | null | undefined;

function known<T extends string>(values: readonly T[], written: Written): T[] {
  return values.filter((value) => written?.includes(value));
}

function unknown(name: string, values: readonly string[], written: Written): string[] {
  return (written ?? []).filter((value) => !values.includes(value)).map((value) => `${name}=${value}`);
}
