/** How far each run of a bulk cancel has come: from what the server answered and what it has said of the run since. Pure. */
import { RUN_STATE_TABLE, type Tone } from "../contracts/axes";
import type { CancellationReceipt, HandleStop } from "../contracts/cancellation";
import type { BulkCancelResult } from "../contracts/run-acts";
import type { RunDetail } from "../contracts/run";
import { describeEarlierEnd } from "./earlier-end";
import { plural } from "./format-quantity";
import { formatDuration } from "./format-time";
import { isUnsettled, stoppingCalls } from "./run-view";

export interface CancelProgress {
  readonly phase: "stopping" | "stopped" | "ended_before" | "not_held" | "not_found" | "unknown";
  readonly tone: Tone;
  readonly says: string;
  /** Of the cancel that stands, whoever asked for it. */
  readonly receipt: CancellationReceipt | null;
  /** As the run was last known; null while nothing is known. */
  readonly runState: RunDetail["runState"] | null;
}

/** @param run as read after the answer; undefined while it has not been */
export function progressOf(result: BulkCancelResult, run: RunDetail | undefined): CancelProgress {
  switch (result.result) {
    case "accepted":
      return acceptedProgress(result.receipt, run);
    case "already_terminated":
      return {
        phase: "ended_before",
        tone: "off",
        says: describeEarlierEnd(result),
        receipt: result.receipt,
        runState: result.termination.state,
      };
    case "not_held":
      return without(
        "not_held",
        "This process does not run it: it is being taken over, or another console runs it. Try again in a moment.",
      );
    case "not_found":
      return without("not_found", "No run with this id is stored.");
    case "unknown":
      return without(
        "unknown",
        "The store did not answer for this run. Look at it, and cancel again if it runs.",
      );
  }
}

/** True while the server may still have something to say of that run. */
export function isFollowed(result: BulkCancelResult, run: RunDetail | undefined): boolean {
  return result.result === "accepted" && (run === undefined || isUnsettled(run));
}

/** "3 accepted · 1 stopping · 2 had ended before", in that order; what does not occur is left out. */
export function summaryOfProgress(all: readonly CancelProgress[]): string {
  const count = (phase: CancelProgress["phase"]) => all.filter((each) => each.phase === phase).length;
  const [stopping, stopped] = [count("stopping"), count("stopped")];
  const parts: readonly [number, string][] = [
    [stopped, "cancelled and stopped"],
    [stopping, "still stopping"],
    [count("ended_before"), "had ended before"],
    [count("not_held"), "run elsewhere"],
    [count("not_found"), "not found"],
    [count("unknown"), "not answered for"],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`)
    .join(" · ");
}

function acceptedProgress(first: CancellationReceipt, run: RunDetail | undefined): CancelProgress {
  const receipt = run?.cancellation ?? first;
  const runState = run?.runState ?? null;
  const pending =
    run === undefined ? first.handles.filter(({ stop }) => stop === "pending").length : stoppingCalls(run);
  if (run === undefined || isUnsettled(run)) {
    const says =
      pending === 0 ? "Accepted; the run is ending." : `Accepted; stopping ${plural(pending, "call")}.`;
    return { phase: "stopping", tone: "warn", says, receipt, runState };
  }
  const { label, tone } = RUN_STATE_TABLE[run.runState];
  const isUnconfirmed = receipt.handles.some(({ stop }) => stop === "unconfirmed");
  return {
    phase: "stopped",
    tone: isUnconfirmed ? "bad" : tone,
    says: `${label}; ${stopsInWords(receipt.handles)}.`,
    receipt,
    runState,
  };
}

function stopsInWords(handles: readonly HandleStop[]): string {
  if (handles.length === 0) return "no call was in flight";
  const unconfirmed = handles.filter(({ stop }) => stop === "unconfirmed").length;
  const longest = Math.max(...handles.map(({ afterMs }) => afterMs ?? 0));
  if (unconfirmed === 0)
    return `${plural(handles.length, "call")} confirmed stopped after ${formatDuration(longest)}`;
  return `that ${unconfirmed} of ${plural(handles.length, "call")} stopped could not be established`;
}

function without(phase: "not_held" | "not_found" | "unknown", says: string): CancelProgress {
  return { phase, tone: "warn", says, receipt: null, runState: null };
}
