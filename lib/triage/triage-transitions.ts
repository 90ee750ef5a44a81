/** The triage of one group as a state machine: what may be done to it, and what that makes of it. Values in, values out. */
import type {
  TriageChange,
  TriageEvent,
  TriageResolution,
  TriageStatus,
  TRIAGE_STATUS_TABLE,
} from "../contracts/triage";
import { MAX_LABELS } from "../contracts/triage";
import type { RunId } from "../contracts/ids";

interface Stamp {
  readonly by: string;
  readonly at: number;
}
/** What a change may touch. */
export interface TriageState {
  readonly status: TriageStatus;
  readonly assignee: string | null;
  /** In the order of the alphabet, each once. */
  readonly labels: readonly string[];
  readonly acknowledgement: Stamp | null;
  readonly resolution: TriageResolution | null;
  readonly reopenCount: number;
  readonly reopenedAt: number | null;
}

export type Decision =
  | { readonly kind: "changed"; readonly state: TriageState; readonly event: TriageEvent }
  /** It is so already: nothing to store, nothing to record. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly why: string };

export const NEW_GROUP: TriageState = {
  status: "NEW",
  assignee: null,
  labels: [],
  acknowledgement: null,
  resolution: null,
  reopenCount: 0,
  reopenedAt: null,
};

type StatusAction = "acknowledge" | "resolve" | "reopen";
type Step =
  | { readonly kind: "to"; readonly status: TriageStatus }
  | { readonly kind: "stays" }
  | { readonly kind: "refused"; readonly why: string };

const to = (status: TriageStatus): Step => ({ kind: "to", status });
const STAYS: Step = { kind: "stays" };

/** Every status × every action on it. */
export const TRANSITION_TABLE = {
  NEW: { acknowledge: to("ACKNOWLEDGED"), resolve: to("RESOLVED"), reopen: STAYS },
  ACKNOWLEDGED: { acknowledge: STAYS, resolve: to("RESOLVED"), reopen: to("NEW") },
  RESOLVED: {
    acknowledge: { kind: "refused", why: "it is resolved: open it again first" },
    // With another reason or note the resolution is corrected.
    resolve: to("RESOLVED"),
    reopen: to("NEW"),
  },
} as const satisfies Record<keyof typeof TRIAGE_STATUS_TABLE, Record<StatusAction, Step>>;

/** What an operator's change makes of a group. */
export function decideChange(state: TriageState, change: TriageChange, actor: string, at: number): Decision {
  switch (change.action) {
    case "acknowledge":
    case "resolve":
    case "reopen":
      return decideStatus(state, change, { by: actor, at });
    case "assign":
      if (state.assignee === change.assignee) return { kind: "unchanged" };
      return {
        kind: "changed",
        state: { ...state, assignee: change.assignee },
        event: { kind: "assigned", from: state.assignee, to: change.assignee },
      };
    case "label":
      return decideLabels(state, change);
    case "note":
      return { kind: "changed", state, event: { kind: "noted", text: change.text } };
  }
}

function decideStatus(
  state: TriageState,
  change: Extract<TriageChange, { action: StatusAction }>,
  stamp: Stamp,
): Decision {
  const step: Step = TRANSITION_TABLE[state.status][change.action];
  if (step.kind === "refused") return step;
  if (step.kind === "stays") return { kind: "unchanged" };
  switch (change.action) {
    case "acknowledge":
      return {
        kind: "changed",
        state: { ...state, status: step.status, acknowledgement: stamp },
        event: { kind: "acknowledged" },
      };
    case "resolve": {
      const { reason, note } = change;
      const standing = state.status === "RESOLVED" ? state.resolution : null;
      if (standing?.reason === reason && standing.note === note) return { kind: "unchanged" };
      return {
        kind: "changed",
        state: { ...state, status: step.status, resolution: { ...stamp, reason, note } },
        event: { kind: "resolved", reason, note },
      };
    }
    case "reopen":
      return {
        kind: "changed",
        state: { ...state, status: step.status, acknowledgement: null },
        event: { kind: "reopened", note: change.note },
      };
  }
}

function decideLabels(state: TriageState, change: Extract<TriageChange, { action: "label" }>): Decision {
  const has = new Set(state.labels);
  const added = [...new Set(change.add)].filter((label) => !has.has(label) && !change.remove.includes(label));
  const removed = [...new Set(change.remove)].filter((label) => has.has(label));
  if (added.length === 0 && removed.length === 0) return { kind: "unchanged" };
  const labels = [...state.labels.filter((label) => !removed.includes(label)), ...added].sort();
  if (labels.length > MAX_LABELS) {
    return { kind: "refused", why: `a group has at most ${MAX_LABELS} labels: remove one first` };
  }
  return {
    kind: "changed",
    state: { ...state, labels },
    event: { kind: "labelled", added: added.sort(), removed: removed.sort() },
  };
}

/**
 * What one more run makes of a group. A run that had ended before the group was resolved is no recurrence, however late it is filed: whoever
 * resolved it may have known of it.
 */
export function decideRecurrence(
  state: TriageState,
  run: { runId: RunId; endedAt: number },
  at: number,
): Decision {
  if (state.status !== "RESOLVED") return { kind: "unchanged" };
  if (state.resolution !== null && run.endedAt <= state.resolution.at) return { kind: "unchanged" };
  return {
    kind: "changed",
    state: {
      ...state,
      status: "NEW",
      acknowledgement: null,
      reopenCount: state.reopenCount + 1,
      reopenedAt: at,
    },
    event: { kind: "recurred", runId: run.runId, resolution: state.resolution },
  };
}
