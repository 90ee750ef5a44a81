/**
 * Information collection as a pure transition function (INFO-1 … INFO-4).
 *
 * Invariants: 1 SATURATED is final. 2 only GAINED resets the NO_GAIN count, only a valid report resets the violation count. 3 a technical
 * failure is no event here, so it produces no verdict. 4 the stop is delivered at most once, and only when SATURATED. 5 a
 * budget stop changes the stop reason alone, never the collection state (INFO-3).
 */
import { z } from "zod";
import { CollectionState, DiagnosisStopReason, type InformationGain } from "../../contracts/axes";
import { InvocationId } from "../../contracts/ids";

export interface CollectionThresholds {
  readonly noGainThreshold: number;
  readonly violationThreshold: number;
}

export const CollectionSnapshot = z.object({
  state: CollectionState,
  stopReason: DiagnosisStopReason.nullable(),
  consecutiveNoGain: z.int(),
  consecutiveViolations: z.int(),
  /** The result whose gain the agent's next step has to report (INFO-2a). */
  awaitingReport: InvocationId.nullable(),
  /** INFO-4: a boolean beside the state, not a third state. */
  stopDelivered: z.boolean(),
});
export type CollectionSnapshot = Readonly<z.infer<typeof CollectionSnapshot>>;

export type CollectionEvent =
  /** A READY result reached the agent; `harnessVerdict` NO_GAIN for an empty result or an exact repeat (INFO-2). */
  | {
      readonly kind: "result";
      readonly invocationId: InvocationId;
      readonly harnessVerdict: "NO_GAIN" | null;
    }
  /** What the agent's next step carried, as it came from the model. */
  | {
      readonly kind: "report";
      readonly report: { readonly invocationId: string; readonly gain: InformationGain } | null;
    }
  | { readonly kind: "stop_delivered" }
  | { readonly kind: "budget_exhausted" };

/** What the event meant. `unsolicited`: a report that nothing had asked for; it changes nothing. */
export type CollectionRemark =
  | { readonly kind: "none" }
  | {
      readonly kind: "verdict";
      readonly invocationId: InvocationId;
      readonly gain: InformationGain;
      readonly by: "harness" | "agent";
    }
  | {
      readonly kind: "violation";
      readonly awaited: InvocationId;
      readonly problem: "missing" | "misaddressed";
    }
  | { readonly kind: "unsolicited"; readonly reported: string };

export interface CollectionTransition {
  readonly next: CollectionSnapshot;
  readonly remark: CollectionRemark;
}

export const INITIAL_COLLECTION: CollectionSnapshot = {
  state: "COLLECTING",
  stopReason: null,
  consecutiveNoGain: 0,
  consecutiveViolations: 0,
  awaitingReport: null,
  stopDelivered: false,
};

const NOTHING: CollectionRemark = { kind: "none" };

/** Decides; changes nothing. Throws on events that the rules make impossible: those are bugs of the caller. */
export function advanceCollection(
  current: CollectionSnapshot,
  event: CollectionEvent,
  thresholds: CollectionThresholds,
): CollectionTransition {
  switch (event.kind) {
    case "result":
      return onResult(current, event.invocationId, event.harnessVerdict, thresholds);
    case "report":
      return onReport(current, event.report, thresholds);
    case "stop_delivered":
      if (current.state !== "SATURATED") throw new Error("a stop is delivered only when saturated");
      if (current.stopDelivered) throw new Error("a stop is delivered once");
      return { next: { ...current, stopDelivered: true }, remark: NOTHING };
    case "budget_exhausted":
      return { next: { ...current, stopReason: "BUDGET_LIMIT_REACHED" }, remark: NOTHING };
  }
}

function onResult(
  current: CollectionSnapshot,
  invocationId: InvocationId,
  harnessVerdict: "NO_GAIN" | null,
  thresholds: CollectionThresholds,
): CollectionTransition {
  if (current.state === "SATURATED") throw new Error("no evidence tool runs after saturation");
  if (harnessVerdict === null) {
    return { next: { ...current, awaitingReport: invocationId }, remark: NOTHING };
  }
  return {
    next: judged({ ...current, awaitingReport: null }, harnessVerdict, thresholds),
    remark: { kind: "verdict", invocationId, gain: harnessVerdict, by: "harness" },
  };
}

function onReport(
  current: CollectionSnapshot,
  report: { readonly invocationId: string; readonly gain: InformationGain } | null,
  thresholds: CollectionThresholds,
): CollectionTransition {
  const awaited = current.awaitingReport;
  if (awaited === null) {
    const remark: CollectionRemark =
      report === null ? NOTHING : { kind: "unsolicited", reported: report.invocationId };
    return { next: current, remark };
  }
  // The obligation is the next step's alone: it lapses here whatever that step carried.
  const settled = { ...current, awaitingReport: null };
  if (report?.invocationId !== awaited) {
    return {
      next: violated(settled, thresholds),
      remark: { kind: "violation", awaited, problem: report === null ? "missing" : "misaddressed" },
    };
  }
  return {
    next: judged({ ...settled, consecutiveViolations: 0 }, report.gain, thresholds),
    remark: { kind: "verdict", invocationId: awaited, gain: report.gain, by: "agent" },
  };
}

function judged(
  current: CollectionSnapshot,
  gain: InformationGain,
  thresholds: CollectionThresholds,
): CollectionSnapshot {
  if (gain === "GAINED") return { ...current, consecutiveNoGain: 0 };
  const next = { ...current, consecutiveNoGain: current.consecutiveNoGain + 1 };
  return next.consecutiveNoGain >= thresholds.noGainThreshold
    ? saturated(next, "INFORMATION_SATURATED")
    : next;
}

function violated(current: CollectionSnapshot, thresholds: CollectionThresholds): CollectionSnapshot {
  const next = { ...current, consecutiveViolations: current.consecutiveViolations + 1 };
  return next.consecutiveViolations >= thresholds.violationThreshold
    ? saturated(next, "PROGRESS_PROTOCOL_VIOLATED")
    : next;
}

function saturated(
  current: CollectionSnapshot,
  reason: "INFORMATION_SATURATED" | "PROGRESS_PROTOCOL_VIOLATED",
): CollectionSnapshot {
  // Invariant 1: reached while collecting alone, since no result comes and no report is awaited once it is saturated.
  return { ...current, state: "SATURATED", stopReason: reason };
}
