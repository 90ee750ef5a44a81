import assert from "node:assert/strict";
import { terminalStateOf } from "../../contracts/axes";
import type { HandleStop } from "../../contracts/cancellation";
import type { ReservableResource } from "../../contracts/budget";
import { STOP_WINDOW_MS } from "../held-calls";
import { LIMITS, type InterleavingRun, type ObservedCall } from "./interleaving-run";

/** What must hold of every run, however its parts were interleaved. Throws where it does not. */
export async function assertInvariants(run: InterleavingRun): Promise<void> {
  assertOneTermination(run);
  assertFirstWins(run);
  assertLedgerAddsUp(run);
  for (const call of run.calls) assertCall(run, call);
  assertSubscribers(run);
  await assertStopped(run);
  assertReceipt(run);
  run.fixture.core.dispose(run.ctx);
  assert.equal(run.fixture.timers.count, 0, "a timer outlives the run");
}

/** RUN-1. */
function assertOneTermination({ ctx, terminations, fixture }: InterleavingRun): void {
  assert.equal(terminations.length, 1);
  assert.equal(ctx.lifecycle.termination, terminations[0]);
  assert.ok(Object.isFrozen(terminations[0]));
  assert.equal(ctx.lifecycle.finish("SUCCESS", "too late"), false);
  assert.equal(ctx.lifecycle.termination, terminations[0]);
  assert.equal(fixture.trace.of("terminated").length, 1);
}

/** RUN-3, RUN-5, RUN-6, RUN-16: state and reason are those of whoever came first. */
function assertFirstWins({ ctx, endedBy, accepted, refused, fixture }: InterleavingRun): void {
  const termination = ctx.lifecycle.termination;
  assert.ok(termination !== null);
  const { request } = ctx.cancellation;
  const act = endedBy ?? ({ kind: "return" } as const);
  switch (act.kind) {
    case "cancel":
      assert.equal(termination.state, terminalStateOf(act.reason));
      assert.equal(termination.reason, act.reason);
      assert.equal(request?.requestedBy, accepted);
      break;
    case "complete":
    case "finish":
      assert.equal(termination.state, act.state);
      // Only an exhaustion may still broadcast on a run that has ended (RUN-5).
      assert.ok(request === null || request.reason === "BUDGET_EXHAUSTED");
      break;
    case "advance":
    case "end":
      assert.equal(termination.state, "TIMED_OUT");
      break;
    case "exhaust":
      assert.equal(termination.state, "BUDGET_EXHAUSTED");
      break;
    case "lag":
    case "subscribe":
      assert.fail(`${act.kind} cannot end a run`);
      break;
    default:
      assert.ok(termination.state === "TIMED_OUT" || termination.state === "BUDGET_EXHAUSTED");
  }
  if (act.kind !== "cancel" && act.kind !== "complete" && act.kind !== "finish") {
    assert.equal(terminalStateOf(request?.reason ?? "INTERNAL_FAILURE"), termination.state);
    assert.equal(accepted, null);
    if (termination.state === "TIMED_OUT") assert.ok(termination.completedAt >= ctx.deadline);
  }
  const byActors = ctx.cancellation.lost.map((lost) => lost.requestedBy).filter((by) => by !== "budget");
  assert.deepEqual(byActors, refused);
  assert.equal(
    fixture.trace.of("cancel").filter(({ won }) => won).length,
    request === null ? 0 : 1,
    "one request wins",
  );
}

/** RUN-11. */
function assertLedgerAddsUp({ ctx, fixture }: InterleavingRun): void {
  const { lines } = ctx.budget;
  const used: Record<ReservableResource, number> = { modelCalls: 0, toolCalls: 0, tokens: 0, bytes: 0 };
  for (const [index, line] of lines.entries()) {
    assert.equal(line.seq, index + 1);
    assert.ok(line.resource !== "wallTimeMs");
    if (line.movement !== "refuse") used[line.resource] += line.amount;
    else assert.ok(line.amount > line.balance);
    assert.equal(line.balance, LIMITS[line.resource] - used[line.resource]);
    assert.equal(line.amount < 0, line.movement === "refund");
  }
  const snapshot = ctx.budget.snapshot(fixture.clock.now());
  for (const resource of ["modelCalls", "toolCalls", "tokens", "bytes"] as const) {
    assert.equal(snapshot[resource].used, used[resource]);
    // Only tokens can be charged beyond the limit, on the way back.
    assert.ok(resource === "tokens" || used[resource] <= LIMITS[resource]);
  }
  assert.equal(fixture.trace.of("ledger").length, lines.length);
}

/** RUN-8, RUN-9, RUN-15. */
function assertCall(run: InterleavingRun, call: ObservedCall): void {
  const { core, trace } = run.fixture;
  assert.ok(call.outcome !== "open", "an awaiter waits for ever");
  assert.ok(call.outcome !== "unexpected");
  const late = core.lateArrivals(run.ctx).filter(({ callId }) => callId === call.callId).length;
  if (!call.started) {
    assert.equal(call.outcome, "aborted");
    assert.equal(late, 0);
    return;
  }
  const { settled } = call;
  const cooperative = call.callee === "obeys";
  if (settled === null) assert.ok(call.outcome === "aborted" || call.outcome === "timed_out");
  else if (settled.over || !settled.awaiterOpen) {
    // Too late: never delivered, counted once; an abort that merely comes back is no arrival.
    assert.ok(call.outcome === "aborted" || call.outcome === "timed_out");
    assert.equal(late, cooperative ? 0 : 1);
  }
  if (call.outcome === "value" || call.outcome === "callee_error") {
    assert.equal(late, 0);
    assert.equal(call.stops, 0, "a call that has ended was stopped");
  }
  assert.ok(late <= 1 && call.stops <= 1);
  if (call.outcome === "timed_out" || (call.outcome === "aborted" && settled === null))
    assert.equal(call.stops, 1, "a call was given up and not stopped");
  if (call.kind === "model" && call.outcome === "value") {
    const usage = trace.told.findIndex((told) => told.kind === "usage" && told.callId === call.callId);
    const ended = trace.told.findIndex((told) => told.kind === "terminated");
    assert.ok(usage >= 0 && usage < ended, "a result was merged after the end");
  }
}

/** RUN-2: nothing of a call is left behind; nobody hears of a cancel twice. */
function assertSubscribers({ ctx, subscribed, thrown, heard, fixture }: InterleavingRun): void {
  const { cancellation } = ctx;
  if (cancellation.isCancelled) assert.equal(cancellation.subscriberCount, 0);
  // The control's own subscription and those of the script are left, and no call's.
  else assert.equal(cancellation.subscriberCount, 1 + subscribed);
  for (const request of heard) assert.equal(request, cancellation.request);
  assert.equal(fixture.core.faultCount(ctx), thrown);
  assert.equal(fixture.faults.length, thrown);
}

/** RUN-14. */
async function assertStopped({ ctx, fixture }: InterleavingRun): Promise<void> {
  const { core, timers, trace } = fixture;
  const stopped = core.whenStopped(ctx);
  timers.advance(STOP_WINDOW_MS);
  assert.equal(core.pendingStops(ctx), 0);
  await stopped;
  const last = new Map(trace.of("handle").map(({ stop }) => [stop.id, stop]));
  for (const handle of last.values()) {
    assert.ok(handle.stop !== "pending");
    assert.ok(handle.afterMs !== null && handle.afterMs >= 0 && handle.detail !== null);
  }
}

/** RUN-12. */
function assertReceipt({ ctx, calls, fixture }: InterleavingRun): void {
  const receipt = fixture.core.receipt(ctx);
  if (ctx.cancellation.request === null) return assert.equal(receipt, null);
  assert.ok(receipt !== null);
  assert.equal(receipt.reason, ctx.cancellation.reason);
  assert.equal(receipt.stateSetAt, ctx.lifecycle.termination?.completedAt);
  assert.equal(receipt.lost.length, ctx.cancellation.lostCount);
  for (const call of calls) {
    const handles: readonly HandleStop[] = receipt.handles.filter(({ id }) => id === call.callId);
    const unanswered = call.started && call.settled === null;
    // A call that never answered was in flight when the run ended, and the receipt says what became of it.
    assert.ok(handles.length === (unanswered ? 1 : handles.length) && handles.length <= 1);
    const [handle] = handles;
    if (handle === undefined) continue;
    const expected =
      call.kind === "model"
        ? call.settled === null
          ? "unconfirmed"
          : "confirmed"
        : call.stop === "confirmed"
          ? "confirmed"
          : "unconfirmed";
    assert.equal(handle.stop, expected);
  }
}
