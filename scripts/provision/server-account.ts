import { chown, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { runProgram } from "./run-program";

/** The operating-system account mariadbd runs as. It refuses to run as root unless it is told to. */
export interface ServerAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Undefined for everyone but root: the server runs as whoever starts it. For root, the owner of a data folder that
 * exists, else `mysql` or `nobody` when that account can reach the folder, else root itself (a clone under /root).
 */
export async function chooseServerAccount(databaseDir: string): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existingOwner = await ownerOf(databaseDir);
  for (const name of ["mysql", "nobody"]) {
    const account = await lookUpAccount(name);
    if (account === undefined) continue;
    const usable =
      existingOwner === undefined
        ? await canReach(account, dirname(databaseDir))
        : existingOwner === account.uid;
    if (usable) return account;
  }
  return { name: "root", uid: 0, gid: 0 };
}

/** Gives a path to the account; without an account it stays with whoever made it. */
export async function giveTo(account: ServerAccount | undefined, path: string): Promise<void> {
  if (account !== undefined) await chown(path, account.uid, account.gid);
}

export function accountArguments(account: ServerAccount | undefined): string[] {
  return account === undefined ? [] : [`--user=${account.name}`];
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

async function lookUpAccount(name: string): Promise<ServerAccount | undefined> {
  const [uid, gid] = await Promise.all([runProgram("id", ["-u", name]), runProgram("id", ["-g", name])]);
  if (uid.kind !== "exited" || uid.code !== 0 || gid.kind !== "exited" || gid.code !== 0) return undefined;
  return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Whether an account may pass through a folder and all folders above it. */
async function canReach(account: ServerAccount, folder: string): Promise<boolean> {
  const { mode, uid } = await stat(folder);
  const passes = (mode & 0o001) !== 0 || (uid === account.uid && (mode & 0o100) !== 0);
  const parent = dirname(folder);
  return passes && (parent === folder || (await canReach(account, parent)));
}
