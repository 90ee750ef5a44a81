import { readdir, readFile } from "node:fs/promises";
import { z } from "zod";
import { runProgram } from "./run-program";

/** A process that is still the same one: pids are given out again, the time a process began at is not. */
export const processIdentitySchema = z.object({
  pid: z.number().int().positive(),
  /** When it began, in the operating system's own words; compared, never read. */
  began: z.string().min(1),
});
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

/** The identity of a running process, or undefined when there is none with this pid (a zombie counts as none). */
export async function findProcess(pid: number): Promise<ProcessIdentity | undefined> {
  return process.platform === "linux" ? findLinuxProcess(pid) : findProcessByPs(pid);
}

/** Whether the process is alive and still the one that was recorded. */
export async function isStillRunning(identity: ProcessIdentity): Promise<boolean> {
  const found = await findProcess(identity.pid);
  return found !== undefined && found.began === identity.began;
}

/** The identity of this process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  const own = await findProcess(process.pid);
  if (own === undefined) throw new Error("this process cannot see itself in the process table");
  return own;
}

/** The command line of a process, its arguments separated by spaces; empty when it cannot be read. */
export async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === "linux") {
    const text = await readProcFile(`/proc/${pid}/cmdline`);
    return (text ?? "").split("\0").join(" ").trim();
  }
  const outcome = await runProgram("ps", ["-o", "command=", "-p", String(pid)]);
  return outcome.kind === "exited" ? outcome.stdout.trim() : "";
}

async function findLinuxProcess(pid: number): Promise<ProcessIdentity | undefined> {
  const stat = await readProcFile(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the program's name in parentheses and may hold anything, spaces and parentheses too.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state] = fields;
  const [threads, , began] = fields.slice(17);
  // A process whose first thread has ended holds its files and ports until its last one has.
  const hasEnded = state === "X" || (state === "Z" && Number(threads) <= 1);
  if (hasEnded || began === undefined) return undefined;
  return { pid, began: `ticks ${began}` };
}

async function findProcessByPs(pid: number): Promise<ProcessIdentity | undefined> {
  const outcome = await runProgram("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    env: { ...process.env, LC_ALL: "C" },
  });
  if (outcome.kind !== "exited" || outcome.code !== 0) return undefined;
  const [, state, began] = /^(\S+)\s+(.+)$/.exec(outcome.stdout.trim()) ?? [];
  if (state === undefined || began === undefined || state.startsWith("Z")) return undefined;
  return { pid, began };
}

async function readProcFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ESRCH" || code === "EACCES") return undefined;
    throw error;
  }
}

/** The processes of this machine whose command line satisfies the predicate, this one left out. */
export async function findProcessesByCommand(
  matches: (command: string) => boolean,
): Promise<ProcessIdentity[]> {
  const found: ProcessIdentity[] = [];
  for (const { pid, command } of await listCommands()) {
    if (pid === process.pid || !matches(command)) continue;
    const identity = await findProcess(pid);
    if (identity !== undefined) found.push(identity);
  }
  return found;
}

async function listCommands(): Promise<{ pid: number; command: string }[]> {
  if (process.platform === "linux") {
    const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
    return Promise.all(pids.map(async (pid) => ({ pid, command: await commandLineOf(pid) })));
  }
  const outcome = await runProgram("ps", ["-axo", "pid=,command="]);
  if (outcome.kind !== "exited") return [];
  return outcome.stdout.split("\n").flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || command === undefined ? [] : [{ pid: Number(pid), command }];
  });
}
