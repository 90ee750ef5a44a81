/** What has to be true of every random tree of calls, read from its records. */
import { expect } from "vitest";
import { InvocationCancelled } from "../cancel-signal";
import type { CallEnding } from "../observer";
import type { Script } from "./exit-script";
import type { PlayedScript } from "./play-script";
import { rejectionOf } from "./settled-of";

const ROOT = "root";

function at(moment: number | null): number {
  if (moment === null) throw new Error("a moment was not reached");
  return moment;
}

function endingOf(played: PlayedScript, contextId: string): CallEnding {
  const ending = played.endings.get(contextId);
  if (ending === undefined) throw new Error(`${contextId} never ended`);
  return ending;
}

function parentOf(contextId: string): string | null {
  const slash = contextId.lastIndexOf("/");
  return slash === -1 ? null : contextId.slice(0, slash);
}

export async function assertScriptInvariants(played: PlayedScript, script: Script): Promise<void> {
  for (const ending of played.endings.values()) {
    assertMomentsInOrder(ending);
    assertWaitedFor(played, ending);
  }
  assertOperations(played);
  assertAcceptances(played);
  assertSeal(played);
  assertBoundaryFailuresReachTheRoot(played);
  assertDelivery(played, script);
  await assertNothingWorksAnyMore(played);
}

function assertMomentsInOrder({ exit }: CallEnding): void {
  const moments = [
    exit.bodySettled,
    exit.outputSealed,
    exit.acceptancesDrained,
    exit.workClosed,
    exit.contextTerminal,
    exit.delivered,
  ].map(at);
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
}

/** A parent's context is terminal only when its children were delivered, and a body's end was seen after it ended. */
function assertWaitedFor(played: PlayedScript, { contextId, exit }: CallEnding): void {
  const bodyEnded = played.bodies.get(contextId);
  expect(bodyEnded).toBeLessThan(at(exit.bodySettled));
  const parent = parentOf(contextId);
  if (parent === null) return;
  expect(at(exit.delivered)).toBeLessThan(at(endingOf(played, parent).exit.contextTerminal));
}

/** Every operation ended once: answered before its Work was closed, or withdrawn by that close; none began cancelled. */
function assertOperations(played: PlayedScript): void {
  for (const operation of played.operations) {
    const { exit } = endingOf(played, operation.contextId);
    expect(operation.startedAborted).toBe(false);
    expect(operation.startedAt).toBeLessThan(at(exit.workClosed));
    expect(operation.withdrawnAt.length).toBeLessThanOrEqual(1);
    const [withdrawnAt] = operation.withdrawnAt;
    if (withdrawnAt !== undefined) {
      expect(withdrawnAt).toBeGreaterThan(at(exit.acceptancesDrained));
      expect(withdrawnAt).toBeLessThan(at(exit.workClosed));
    } else {
      expect(operation.settledAt).not.toBeNull();
      expect(operation.settledAt).toBeLessThan(at(exit.workClosed));
    }
  }
}

function assertAcceptances(played: PlayedScript): void {
  for (const { contextId, leftAt } of played.acceptances) {
    expect(leftAt).toBeLessThan(at(endingOf(played, contextId).exit.acceptancesDrained));
  }
}

/** The seal falls before the moment is written down, in the continuation that saw the body's end. */
function assertSeal(played: PlayedScript): void {
  for (const { contextId, at: emittedAt, taken } of played.emits) {
    expect(taken).toBe(emittedAt < at(endingOf(played, contextId).exit.bodySettled));
  }
}

/** EXIT-4: whoever received it on the way, a close that failed below is a failure of everybody above. */
function assertBoundaryFailuresReachTheRoot(played: PlayedScript): void {
  for (const operation of played.operations) {
    if (!operation.stopsBadly || operation.withdrawnAt.length === 0) continue;
    for (let id: string | null = operation.contextId; id !== null; id = parentOf(id)) {
      const { context } = endingOf(played, id);
      expect(context.kind).toBe("failed");
      expect(context.kind !== "succeeded" && context.failure.receptionAllowed).toBe(false);
    }
  }
}

function assertDelivery(played: PlayedScript, script: Script): void {
  const { delivered, call, cancelWon } = played;
  const failure = call?.failure ?? null;
  expect(delivered.kind === "rejected").toBe(failure !== null);
  if (delivered.kind === "rejected" && failure !== null) {
    expect(delivered.error).toBe(failure.error);
    const errors = failure.parts.map((part) => part.error);
    if (errors.length === 1) expect(delivered.error).toBe(errors[0]);
    else expect((delivered.error as AggregateError).errors).toEqual(errors);
  }
  const kind = call?.contextState.kind;
  if (cancelWon) expect(kind).not.toBe("succeeded");
  if (kind === "cancelled") {
    expect(cancelWon).toBe(true);
    const [first] = failure?.parts ?? [];
    const error = first?.error;
    expect(error instanceof InvocationCancelled || first?.origin !== "body").toBe(true);
  }
  if (kind === "succeeded") {
    const deliveryFails = script.strictObserverThrows || script.finishThrows;
    expect(delivered.kind).toBe(deliveryFails ? "rejected" : "fulfilled");
    expect(failure?.parts.every((part) => part.stage === "delivery") ?? true).toBe(true);
  }
  expect(call?.exit.runnerSettled).toBeGreaterThan(at(endingOf(played, ROOT).exit.delivered));
}

/** Every window of the tree is closed: what an author kept is refused, and never an unhandled rejection. */
async function assertNothingWorksAnyMore(played: PlayedScript): Promise<void> {
  const before = played.operations.length;
  for (const attempt of played.kept) expect(await rejectionOf(attempt())).toBeInstanceOf(Error);
  expect(played.operations).toHaveLength(before);
}
