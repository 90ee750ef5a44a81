import { readdir, readFile, readlink } from "node:fs/promises";
import { commandLineOf } from "./process-identity";
import { runProgram } from "./run-program";

export interface PortHolder {
  readonly pid: number;
  readonly command: string;
  /** Where it was started, when the system tells. */
  readonly workingDir: string | undefined;
}

/** Which process listens on a TCP port; undefined when it belongs to another user or the system will not tell. */
export async function findPortHolder(port: number): Promise<PortHolder | undefined> {
  const pid = process.platform === "linux" ? await findByProc(port) : await findByLsof(port);
  if (pid === undefined) return undefined;
  const workingDir = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return { pid, command: await commandLineOf(pid), workingDir };
}

async function findByProc(port: number): Promise<number | undefined> {
  const inodes = new Set<string>();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const text = await readFile(table, "utf8").catch(() => "");
    for (const line of text.split("\n").slice(1)) {
      const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
      const listens = state === "0A" && parseInt(local.slice(local.lastIndexOf(":") + 1), 16) === port;
      if (listens && inode !== undefined) inodes.add(`socket:[${inode}]`);
    }
  }
  if (inodes.size === 0) return undefined;
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // Processes of other users, and those that just ended, cannot be looked into: they are not ours to name.
    const descriptors = await readdir(`/proc/${name}/fd`).catch(() => []);
    for (const descriptor of descriptors) {
      const target = await readlink(`/proc/${name}/fd/${descriptor}`).catch(() => "");
      if (inodes.has(target)) return Number(name);
    }
  }
  return undefined;
}

async function findByLsof(port: number): Promise<number | undefined> {
  const outcome = await runProgram("lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-t"]);
  if (outcome.kind !== "exited" || outcome.code !== 0) return undefined;
  const pid = Number(outcome.stdout.trim().split("\n")[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}
