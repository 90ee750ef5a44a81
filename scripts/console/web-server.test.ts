import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dataFolderAt, prepareDataFolder, type DataFolder } from "../provision/data-folder";
import { chooseFreePort } from "../provision/free-port";
import { writeRecord } from "../provision/json-record";
import { findProcess, isStillRunning, type ProcessIdentity } from "../provision/process-identity";
import { assertPortFree, endOrphanedWebServer } from "./web-server";

let folder: DataFolder;
const children: ChildProcess[] = [];

/** A process in a group of its own, with a command line like the one given. */
async function begin(argument: string): Promise<ProcessIdentity> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", argument], {
    stdio: "ignore",
    detached: true,
  });
  children.push(child);
  const identity = await findProcess(child.pid ?? 0);
  if (identity === undefined) throw new Error("the process did not start");
  return identity;
}

beforeEach(async () => {
  folder = dataFolderAt(await mkdtemp(join(tmpdir(), "interlock-web-")));
  await prepareDataFolder(folder, 0);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await rm(folder.root, { recursive: true });
});

describe("endOrphanedWebServer", () => {
  const record = (server: ProcessIdentity): Promise<void> =>
    writeRecord(join(folder.run, "web.json"), { server, port: 1 });

  it("ends the server that was recorded", async () => {
    const server = await begin("next start");
    await record(server);
    expect(await endOrphanedWebServer(folder)).toBe("ended");
    expect(await isStillRunning(server)).toBe(false);
    expect(await endOrphanedWebServer(folder)).toBe("none");
  });

  it("leaves a process alone that has the pid by now", async () => {
    const other = await begin("next start");
    await record({ ...other, began: "at another time" });
    expect(await endOrphanedWebServer(folder)).toBe("none");
    expect(await isStillRunning(other)).toBe(true);
  });

  it("leaves a process alone that is no web server", async () => {
    const other = await begin("editor");
    await record(other);
    expect(await endOrphanedWebServer(folder)).toBe("none");
    expect(await isStillRunning(other)).toBe(true);
  });
});

describe("assertPortFree", () => {
  it("names who has the port, and another one to take", async () => {
    const port = await chooseFreePort();
    await expect(assertPortFree(port, "127.0.0.1")).resolves.toBeUndefined();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    await expect(assertPortFree(port, "127.0.0.1")).rejects.toMatchObject({
      message: expect.stringMatching(
        new RegExp(`^Port ${port} .* is taken, by .*pid ${process.pid}`),
      ) as unknown,
      remedy: expect.stringContaining("PORT=") as unknown,
    });
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});
