/** The inbox's filter as it stands in the address, where anyone may have written anything. Pure. */
import { FallbackType } from "../contracts/axes";
import type { TriageStatus } from "../contracts/triage";
import { FiledOutcome, TriageLabel, type TriageFilter } from "../contracts/triage";

/** What the inbox shows, by status. */
export const TRIAGE_VIEWS = {
  open: { label: "Open", status: ["NEW", "ACKNOWLEDGED"] },
  new: { label: "New", status: ["NEW"] },
  acknowledged: { label: "Acknowledged", status: ["ACKNOWLEDGED"] },
  resolved: { label: "Resolved", status: ["RESOLVED"] },
  all: { label: "All", status: [] },
} as const satisfies Record<string, { label: string; status: readonly TriageStatus[] }>;
export type TriageView = keyof typeof TRIAGE_VIEWS;
export const TRIAGE_VIEW_NAMES = Object.keys(TRIAGE_VIEWS) as TriageView[];

/** As written; null where the address does not name it. */
export interface TriageAddress {
  readonly view: string | null;
  readonly outcome: readonly string[] | null;
  readonly fallback: readonly string[] | null;
  readonly assignee: string | null;
  readonly label: string | null;
  readonly text: string | null;
}
export interface ReadTriageAddress {
  readonly view: TriageView;
  readonly filter: TriageFilter;
  readonly outcome: readonly FiledOutcome[];
  readonly fallback: readonly FallbackType[];
  readonly ignored: readonly string[];
}

/** Nobody is assigned; no person can have that name. */
export const NOBODY = "-";

export function readTriageAddress(address: TriageAddress): ReadTriageAddress {
  const view = TRIAGE_VIEW_NAMES.find((name) => name === address.view) ?? "open";
  const outcome = FiledOutcome.options.filter((value) => address.outcome?.includes(value));
  const fallback = FallbackType.options.filter((value) => address.fallback?.includes(value));
  const label = TriageLabel.safeParse(address.label);
  const assignee = bounded(address.assignee, 191);
  const text = bounded(address.text, 200);
  const { status } = TRIAGE_VIEWS[view];
  const ignored = [
    ...(address.view !== null && address.view !== view ? [`view=${address.view}`] : []),
    ...unknownOf("outcome", address.outcome, outcome),
    ...unknownOf("fallback", address.fallback, fallback),
    ...(address.label !== null && !label.success ? [`label=${address.label}`] : []),
  ];
  return {
    view,
    outcome,
    fallback,
    ignored,
    filter: {
      ...(status.length === 0 ? {} : { status: [...status] }),
      ...(outcome.length === 0 ? {} : { outcome }),
      ...(fallback.length === 0 ? {} : { fallback }),
      ...(assignee === null ? {} : assignee === NOBODY ? { assigned: "none" as const } : { assignee }),
      ...(label.success ? { label: [label.data] } : {}),
      ...(text === null ? {} : { text }),
    },
  };
}

function bounded(value: string | null, longest: number): string | null {
  const trimmed = value?.trim().slice(0, longest) ?? "";
  return trimmed === "" ? null : trimmed;
}

function unknownOf(name: string, written: readonly string[] | null, known: readonly string[]): string[] {
  return (written ?? []).filter((value) => !known.includes(value)).map((value) => `${name}=${value}`);
}
