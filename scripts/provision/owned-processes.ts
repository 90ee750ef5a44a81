import { signalGroup } from "./signal-process";

/** Process groups that must not outlive this process, and the signal that ends each without further ado. */
const owned = new Map<number, NodeJS.Signals>();
let watchesExit = false;

/**
 * Has a process group ended when this process exits, however that comes about, save by kill -9. Returns the function
 * that gives the group free, to be called when it has ended in order.
 */
export function ownProcessGroup(groupId: number | undefined, endWith: NodeJS.Signals): () => void {
  if (groupId === undefined) return () => undefined;
  if (!watchesExit) {
    watchesExit = true;
    process.on("exit", () => {
      for (const [id, signal] of owned) signalGroup(id, signal);
    });
  }
  owned.set(groupId, endWith);
  return () => owned.delete(groupId);
}
