import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SetupProblem } from "../provision/setup-problem";
import { checkServerSettings } from "./server-settings";

let projectRoot: string;
beforeEach(async () => {
  projectRoot = await mkdtemp(join(tmpdir(), "interlock-settings-"));
});
afterEach(() => rm(projectRoot, { recursive: true }));

async function problemOf(environment: Record<string, string>): Promise<SetupProblem | undefined> {
  try {
    await checkServerSettings(environment, { projectRoot, mode: "production" });
    return undefined;
  } catch (error) {
    if (error instanceof SetupProblem) return error;
    throw error;
  }
}

describe("checkServerSettings", () => {
  it("needs nothing, the private database's URL least of all", async () => {
    expect(await problemOf({})).toBeUndefined();
    expect(await problemOf({ DATABASE_URL: "" })).toBeUndefined();
  });

  it.each([
    ["INTERLOCK_MAX_RUNS", "0"],
    ["INTERLOCK_MAX_RUNS", "abc"],
    ["INTERLOCK_GRACE_MS", "-7"],
    ["INTERLOCK_LOG_LEVEL", "loud"],
    ["MODEL_BASE_URL", "no-url-at-all"],
    ["SOURCE_ORDERS_URL", "postgres://reader:secret@host/orders"],
    ["SOURCE_ORDERS_URL", "mysql://reader:secret@host/orders?tls=bogus"],
    ["PROMETHEUS_METRICS_URL", "http://reader:secret@host:9090"],
    ["MODEL_API_KEY", "secret"],
  ])("names %s=%s without its value", async (name, value) => {
    const problem = await problemOf({ [name]: value });
    expect(problem?.message).toContain(name);
    expect(problem?.message).not.toContain(`${value} `);
    expect(problem?.remedy).toContain("unset");
  });

  it("names every wrong variable, a line each", async () => {
    const problem = await problemOf({ INTERLOCK_MAX_RUNS: "0", INTERLOCK_LOG_LEVEL: "loud" });
    expect(problem?.message.split("\n")).toEqual([
      expect.stringContaining("environment") as unknown,
      expect.stringContaining("INTERLOCK_MAX_RUNS") as unknown,
      expect.stringContaining("INTERLOCK_LOG_LEVEL") as unknown,
    ]);
  });

  it("wants both settings of a model", async () => {
    const url = "http://127.0.0.1:11434/v1";
    expect((await problemOf({ MODEL_BASE_URL: url }))?.message).toContain("MODEL_ID");
    expect((await problemOf({ MODEL_ID: "qwen3" }))?.message).toContain("MODEL_BASE_URL");
    expect(await problemOf({ MODEL_BASE_URL: url, MODEL_ID: "qwen3" })).toBeUndefined();
  });

  it("counts what the server reads from the project's .env files, the environment first", async () => {
    await writeFile(join(projectRoot, ".env"), "MODEL_ID=qwen3\nINTERLOCK_MAX_RUNS=0\n");
    await writeFile(join(projectRoot, ".env.production"), "INTERLOCK_MAX_RUNS=abc\n");
    expect((await problemOf({}))?.message).toMatch(/INTERLOCK_MAX_RUNS: is not a whole number/);
    const url = "http://127.0.0.1:11434/v1";
    expect(await problemOf({ MODEL_BASE_URL: url, INTERLOCK_MAX_RUNS: "3" })).toBeUndefined();
  });

  it.each(["INTERLOCK_PLAYBOOKS_DIR", "INTERLOCK_DOCUMENTS_DIR"])(
    "wants %s to be a folder, where it is set",
    async (name) => {
      expect((await problemOf({ [name]: "nowhere" }))?.message).toBe(
        `${name}: there is no folder ${join(projectRoot, "nowhere")}.`,
      );
      await writeFile(join(projectRoot, "a-file"), "");
      expect((await problemOf({ [name]: "a-file" }))?.message).toBe(
        `${name}: ${join(projectRoot, "a-file")} is a file, not a folder.`,
      );
      expect((await problemOf({ [name]: "a-file/below" }))?.message).toContain("there is no folder");
      await mkdir(join(projectRoot, "mine"));
      expect(await problemOf({ [name]: "mine" })).toBeUndefined();
    },
  );
});
