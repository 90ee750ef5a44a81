/** The runs table's filter as it stands in the address, where anyone may have written anything. Pure. */
import { FallbackType, IntentType, ReleaseOutcome, RunState } from "../contracts/axes";
import { SessionId } from "../contracts/ids";
import type { RunFilter } from "../contracts/requests";

/** The values of each facet, by its name in the address and in the API. */
export const FACET_VALUES = {
  state: RunState.options,
  outcome: ReleaseOutcome.options,
  fallback: FallbackType.options,
  intent: IntentType.options,
} as const;
export type FacetName = keyof typeof FACET_VALUES;
export const FACET_NAMES: readonly FacetName[] = ["state", "outcome", "fallback", "intent"];

/** As written; null where the address does not name it. */
export type FilterAddress = Readonly<Record<FacetName, readonly string[] | null>> & {
  readonly session: string | null;
};
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
  const session = SessionId.safeParse(address.session);
  const ignored = FACET_NAMES.flatMap((name) => {
    const values: readonly string[] = FACET_VALUES[name];
    return (address[name] ?? [])
      .filter((value) => !values.includes(value))
      .map((value) => `${name}=${value}`);
  });
  if (address.session !== null && !session.success) ignored.push(`session=${address.session}`);
  return {
    filter: {
      ...(state.length === 0 ? {} : { state }),
      ...(outcome.length === 0 ? {} : { outcome }),
      ...(fallback.length === 0 ? {} : { fallback }),
      ...(intent.length === 0 ? {} : { intent }),
      ...(session.success ? { session: session.data } : {}),
    },
    selected: { state, outcome, fallback, intent },
    session: session.success ? session.data : null,
    ignored: [...new Set(ignored)],
  };
}

function known<T extends string>(values: readonly T[], written: readonly string[] | null): T[] {
  return values.filter((value) => written?.includes(value));
}
