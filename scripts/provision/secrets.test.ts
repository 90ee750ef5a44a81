import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSecrets } from "./secrets";

describe("loadSecrets", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "interlock-secrets-"));
    path = join(folder, "secrets.json");
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("makes them once, for the owner's eyes only", async () => {
    const [first, second] = await Promise.all([loadSecrets(path), loadSecrets(path)]);
    expect(second).toEqual(first);
    expect(await loadSecrets(path)).toEqual(first);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const passwords = [first.rootPassword, first.storePassword, first.readerPassword, first.healthPassword];
    expect(new Set(passwords).size).toBe(4);
    for (const password of passwords) expect(password).toMatch(/^[\w-]{32,}$/);
  });

  it("does not overwrite a damaged file, in which a password may still be found", async () => {
    await writeFile(path, "{}");
    await expect(loadSecrets(path)).rejects.toThrow("is damaged");
  });
});
