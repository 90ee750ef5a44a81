import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKnowledgeSearch } from "./knowledge-search";
import { loadKnowledge, MATCH_THRESHOLD, type Knowledge } from "./load-knowledge";
import { ACCOUNTS_GUIDE, GATEWAYS_PLAYBOOK } from "./testing/fixture-knowledge";

let directory = "";
let knowledge: Knowledge;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "knowledge-"));
  await mkdir(join(directory, "playbooks"));
  await mkdir(join(directory, "guides", "more"), { recursive: true });
  await writeFile(join(directory, "playbooks", "gateways.md"), GATEWAYS_PLAYBOOK);
  await writeFile(join(directory, "guides", "accounts.md"), ACCOUNTS_GUIDE);
  await writeFile(
    join(directory, "guides", "more", "backup.md"),
    "# Backups\n\n## Restore a backup\n\nStop the server, copy, start.\n",
  );
  await writeFile(join(directory, "guides", "empty.md"), "\n");
  knowledge = await loadKnowledge({
    playbooksDir: join(directory, "playbooks"),
    documentsDirs: [join(directory, "guides"), join(directory, "missing")],
  });
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

describe("knowledge search", () => {
  it("loads documents of subfolders and reports what it left out", () => {
    expect(knowledge.documents.map(({ id }) => id)).toEqual(["guides/accounts", "guides/more/backup"]);
    expect(knowledge.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("no text"),
      expect.stringContaining("ENOENT"),
    ]);
    expect(knowledge.findPlaybook("gateways")?.title).toBe("Gateways fail");
    expect(knowledge.findPlaybook("__proto__")).toBeUndefined();
  });

  it.each([
    ["How do I rotate the read-only account?", "Rotate the read-only account"],
    ["rotating read only accounts", "Rotate the read-only account"],
    ["如何轮换只读账号？", "轮换只读账号"],
    ["how can I restore backups", "Restore a backup"],
    ["what does merchant mean", "Glossary"],
  ])("%s → %s", async (query, heading) => {
    const found = await createKnowledgeSearch(knowledge).search(query, 2);
    expect(found[0]?.heading).toBe(heading);
    expect(found.every(({ score }) => score >= MATCH_THRESHOLD && score <= 1)).toBe(true);
    expect(found.length).toBeLessThanOrEqual(2);
  });

  it.each(["What is the weather in Paris?", "", "zzz"])("finds nothing for %j", async (query) => {
    expect(await createKnowledgeSearch(knowledge).search(query, 5)).toEqual([]);
  });
});
