import { link, rename, rm, writeFile } from "node:fs/promises";
import { isStillRunning, ownIdentity, processIdentitySchema, type ProcessIdentity } from "./process-identity";
import { readRecord } from "./json-record";

export type LockOutcome =
  | { readonly kind: "acquired"; readonly release: () => Promise<void> }
  | { readonly kind: "held"; readonly by: ProcessIdentity };

/**
 * Takes a lock file for this process. The lock of a process that is gone (kill -9, a reboot) is taken over; that of a
 * living one is reported. The file appears complete or not at all, so its holder can always be read.
 */
export async function acquireProcessLock(path: string): Promise<LockOutcome> {
  const own = await ownIdentity();
  const draft = `${path}.${own.pid}.draft`;
  await writeFile(draft, JSON.stringify(own));
  try {
    for (;;) {
      if (await linkIfAbsent(draft, path))
        return { kind: "acquired", release: () => rm(path, { force: true }) };
      const holder = await readRecord(path, processIdentitySchema);
      if (holder !== undefined && (await isStillRunning(holder))) return { kind: "held", by: holder };
      await removeStaleLock(path, own);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

async function linkIfAbsent(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Two starters may find the same stale lock: moved aside first, then looked at again, a living one is put back. */
async function removeStaleLock(path: string, own: ProcessIdentity): Promise<void> {
  const aside = `${path}.${own.pid}.stale`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
    throw error;
  }
  const moved = await readRecord(aside, processIdentitySchema);
  if (moved !== undefined && (await isStillRunning(moved))) await linkIfAbsent(aside, path);
  await rm(aside, { force: true });
}
