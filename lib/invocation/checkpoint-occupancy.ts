/** Who holds which context id of which store in this process. Local and synchronous; calls no host code (step 13). */
import type { CheckpointStore } from "./checkpoint-store";

const held = new WeakMap<CheckpointStore, Set<string>>();

/** False when another call holds it. */
export function occupyCheckpoint(store: CheckpointStore, contextId: string): boolean {
  const ids = held.get(store);
  if (ids === undefined) {
    held.set(store, new Set([contextId]));
    return true;
  }
  if (ids.has(contextId)) return false;
  ids.add(contextId);
  return true;
}

export function releaseCheckpoint(store: CheckpointStore, contextId: string): void {
  held.get(store)?.delete(contextId);
}
