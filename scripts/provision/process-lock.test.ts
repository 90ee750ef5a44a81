import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findProcess, ownIdentity } from "./process-identity";
import { acquireProcessLock } from "./process-lock";

describe("acquireProcessLock", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "interlock-lock-"));
    path = join(folder, "console.lock");
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is held by one process until it is released", async () => {
    const first = await acquireProcessLock(path);
    expect(await acquireProcessLock(path)).toEqual({ kind: "held", by: await ownIdentity() });
    if (first.kind !== "acquired") throw new Error("the first is to get it");
    await first.release();
    expect((await acquireProcessLock(path)).kind).toBe("acquired");
    expect(await readdir(folder)).toEqual(["console.lock"]);
  });

  it("is taken over from a process that was killed", async () => {
    const child = spawn("sleep", ["60"], { stdio: "ignore" });
    const identity = await findProcess(child.pid ?? 0);
    await writeFile(path, JSON.stringify(identity));
    expect((await acquireProcessLock(path)).kind).toBe("held");
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    expect((await acquireProcessLock(path)).kind).toBe("acquired");
  });

  it("is taken over when the pid belongs to another process by now", async () => {
    await writeFile(path, JSON.stringify({ pid: process.pid, began: "before the last restart" }));
    expect((await acquireProcessLock(path)).kind).toBe("acquired");
  });

  it("is taken over when its file is damaged", async () => {
    await writeFile(path, "{");
    expect((await acquireProcessLock(path)).kind).toBe("acquired");
  });
});
