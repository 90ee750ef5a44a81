import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sourceFingerprint } from "./source-fingerprint";

describe("sourceFingerprint", () => {
  let root: string;
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "interlock-sources-"));
    await write("prisma/schema.prisma", "model");
    await write("app/page.tsx", "page");
    await write("package-lock.json", "{}");
  });
  afterEach(() => rm(root, { recursive: true }));

  it.each([
    "app/page.tsx",
    "lib/a/b.ts",
    "components/c.css",
    "next.config.js",
    "instrumentation-node.ts",
    "prisma/schema.prisma",
    "package-lock.json",
  ])("changes with %s", async (path) => {
    const before = await sourceFingerprint(root);
    await write(path, "other");
    expect(await sourceFingerprint(root)).not.toBe(before);
  });

  it.each([
    "lib/a.test.ts",
    "README.md",
    "lib/README.md",
    "docs/guide.md",
    "playbooks/a.md",
    "e2e/a.spec.ts",
    "scripts/a.ts",
    "lib/persistence/generated/client.ts",
    ".next/x.js",
  ])("does not change with %s", async (path) => {
    const before = await sourceFingerprint(root);
    await write(path, "other");
    expect(await sourceFingerprint(root)).toBe(before);
  });

  it("tells a moved line from two files", async () => {
    await write("app/a.ts", "x");
    await write("app/b.ts", "yz");
    const before = await sourceFingerprint(root);
    await write("app/a.ts", "xy");
    await write("app/b.ts", "z");
    expect(await sourceFingerprint(root)).not.toBe(before);
  });
});
