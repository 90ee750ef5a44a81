import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeVersionProblem } from "./check-node.mjs";
import { installDependencies } from "./install-dependencies.mjs";

describe("nodeVersionProblem", () => {
  it.each(["20.19.0", "20.20.2", "22.1.0", "24.0.0"])("takes Node %s", (version) => {
    expect(nodeVersionProblem(version)).toBeUndefined();
  });
  it.each(["20.18.3", "18.20.0", "8.0.0"])("refuses Node %s and says where to get another", (version) => {
    expect(nodeVersionProblem(version)).toMatch(/20\.19 or newer is needed, this is .*\n.*nodejs\.org/);
  });
});

describe("installDependencies", () => {
  let root: string;
  const lock = {
    packages: {
      "": { version: "1.0.0" },
      "node_modules/a": { version: "1.2.3" },
      "node_modules/only-on-another-system": { version: "4.0.0", optional: true },
    },
  };
  const writeJson = (path: string, value: unknown): Promise<void> =>
    writeFile(join(root, path), JSON.stringify(value));

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "interlock-install-"));
    await mkdir(join(root, "node_modules"));
    await writeJson("package-lock.json", lock);
  });
  afterEach(() => rm(root, { recursive: true }));

  it("takes an installation that npm recorded and that matches the lock file", async () => {
    await writeJson("node_modules/.package-lock.json", {
      packages: { "node_modules/a": { version: "1.2.3" } },
    });
    expect(await installDependencies(root)).toEqual({ status: "present" });
    expect(await readFile(join(root, "node_modules", ".interlock-install"), "utf8")).toMatch(
      /^[0-9a-f]{64}$/,
    );
  });

  it.each([
    ["of another version", { "node_modules/a": { version: "1.2.2" } }],
    ["that is incomplete", {}],
    [
      "with something foreign",
      { "node_modules/a": { version: "1.2.3" }, "node_modules/b": { version: "1.0.0" } },
    ],
  ])("installs over an installation %s", async (_, packages) => {
    await writeJson("node_modules/.package-lock.json", { packages });
    // There is no package.json here: npm is called, and its refusal is passed on.
    const outcome = await installDependencies(root);
    expect(outcome).toMatchObject({
      status: "failed",
      message: expect.stringContaining("npm says") as unknown,
    });
  });
});
