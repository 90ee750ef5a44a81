/** A run store that tells what it took. Nothing of what it does is changed. */
import type { RunId } from "../contracts/ids";
import type { RunOutcome, RunStore } from "../runs/ports";
import type { RunObserver } from "./run-observer";

export function observeRunStore(store: RunStore, told: Required<RunObserver>): RunStore {
  /** Cancelled runs of this process whose receipt is not final yet. */
  const settling = new Set<RunId>();
  /** By when the open calls of a lost process were ended here. */
  const failedAt = new Map<RunId, number>();
  const noteEnd = (outcome: RunOutcome): void => {
    if (outcome.releaseOutcome === "CANCELLED") settling.add(outcome.runId);
    told.ended(outcome);
  };
  const observed: Partial<RunStore> = {
    async createRun(run) {
      const result = await store.createRun(run);
      if (result.kind === "created") told.created(run);
      return result;
    },
    async storeOutcome(outcome, replace) {
      const stands = await store.storeOutcome(outcome, replace);
      if (stands) noteEnd(outcome);
      return stands;
    },
    async storeAftermath(runId, aftermath) {
      await store.storeAftermath(runId, aftermath);
      if (settling.delete(runId) && aftermath.receipt !== null) told.settled(runId, aftermath.receipt);
    },
    async abandonRun(runId, reason, at) {
      await store.abandonRun(runId, reason, at);
      told.abandoned(runId, at);
    },
    async failProjectingTools(runId, at) {
      const count = await store.failProjectingTools(runId, at);
      if (count > 0) failedAt.set(runId, at);
      return count;
    },
    async readRemains(runId) {
      const remains = await store.readRemains(runId);
      const at = failedAt.get(runId);
      failedAt.delete(runId);
      for (const record of at === undefined ? [] : remains.records)
        if (record.errorCode === "PROCESS_LOST" && record.completedAt === at) told.toolEnded(record);
      return remains;
    },
  };
  const replaced = new Map<PropertyKey, unknown>(Object.entries(observed));
  return new Proxy(store, {
    get(target, property) {
      const own = replaced.get(property);
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function"
        ? (...args: unknown[]): unknown => Reflect.apply(value, target, args)
        : value;
    },
  });
}
