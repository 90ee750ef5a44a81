import { setTimeout as delay } from "node:timers/promises";
import { isStillRunning, type ProcessIdentity } from "./process-identity";
import { signalGroup, signalIfAlive } from "./signal-process";

const POLL_MS = 25;

/**
 * Asks a process to end (SIGTERM), waits, and ends it and its group by force when it takes too long. Only the process
 * that was identified is ever signalled. Says how it ended.
 */
export async function endProcess(
  identity: ProcessIdentity,
  options: { readonly graceMs: number; readonly ownGroup?: boolean },
): Promise<"gone" | "ended" | "killed"> {
  if (!(await isStillRunning(identity))) return "gone";
  signalIfAlive(identity.pid, "SIGTERM");
  if (await waitForEnd(identity, options.graceMs)) return "ended";
  if (options.ownGroup === true) signalGroup(identity.pid, "SIGKILL");
  signalIfAlive(identity.pid, "SIGKILL");
  await waitForEnd(identity, 5_000);
  return "killed";
}

async function waitForEnd(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  while (await isStillRunning(identity)) {
    if (performance.now() > deadlineMs) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Settles when the process is gone; for processes that are not children of this one. */
export async function whenGone(identity: ProcessIdentity, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await isStillRunning(identity))) {
    await delay(500, undefined, { ref: false });
  }
}
