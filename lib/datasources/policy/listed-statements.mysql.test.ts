/** The server's lists of statements hold what earlier calls wrote: none of it is found (TOOL-4). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ReadyToolRecord } from "../../contracts/evidence";
import { digestOf } from "../../diagnosis/evidence/content-hash";
import { checkEvidence } from "../../diagnosis/guards/evidence-guard";
import type { EvidenceSources } from "../../diagnosis/ports";
import { invocationIdOf, readyRecord, storeOf } from "../../diagnosis/testing/ready-record";
import { createEvidenceDatabase, type EvidenceDatabase } from "../testing/evidence-database";

let db: EvidenceDatabase;
let sources: EvidenceSources;

beforeAll(async () => {
  db = await createEvidenceDatabase("listed", process.env["TEST_DATABASE_ADMIN_URL"]);
  await db.createNumbers();
});
const serverSources = (maxConnections: number): EvidenceSources =>
  db.sources({
    maxConnections,
    sources: [{ name: "shop", url: db.healthUrl, description: "the server" }],
  });
afterEach(async () => {
  await sources.close();
});
afterAll(async () => {
  await db.drop();
});

/** The record of a call that bears the mark of its ordinal. */
async function recordOf(ordinal: number, statement: string): Promise<ReadyToolRecord> {
  const result = await sources.run({
    source: "shop",
    statement,
    params: [],
    timeoutMs: 20_000,
    callId: invocationIdOf(ordinal),
  }).result;
  if (result.kind !== "rows") throw new Error(`${result.code}: ${result.message}`);
  const { evidence } = result;
  return { ...readyRecord({ ordinal, statement, rows: [["x"]] }), evidence, ...digestOf(evidence) };
}
/** Is a claim of what only a statement says believed? */
function violationsOf(record: ReadyToolRecord, text = "Gateway lumen: 471147 refused"): readonly string[] {
  const claims = [{ text, kind: "presence" as const, invocationIds: [record.invocationId], scope: "" }];
  const draft = { conclusion: text, claims, missing_info: [], recommended_actions: [] };
  return checkEvidence(draft, storeOf([record]), "why?").map(({ code }) => code);
}
const holds = (record: ReadyToolRecord, text: string): boolean =>
  record.evidence.rows.some((row) => row.some((cell) => cell?.includes(text) === true));

describe("a call that shows the statements of the server", () => {
  test.each([
    "SELECT INFO FROM information_schema.PROCESSLIST WHERE INFO LIKE '%471147 refused%'",
    "SELECT MAX(INFO) AS i FROM information_schema.PROCESSLIST WHERE INFO LIKE '%471147 refused%'",
    "SELECT LEFT(INFO, 300) AS i FROM information_schema.PROCESSLIST WHERE INFO LIKE '%471147 refused%'",
  ])("finds nothing in itself: %s", async (statement) => {
    sources = serverSources(1);
    const record = await recordOf(1, statement);
    expect(holds(record, "471147 refused")).toBe(true);
    expect(violationsOf(record)).toContain("FIGURE_NOT_IN_EVIDENCE");
  });
  test("finds nothing in an earlier call that still runs", async () => {
    sources = serverSources(2);
    const slow = sources.run({
      source: "shop",
      statement: "SELECT COUNT(*) AS n FROM n a, n b, n c, n d WHERE a.id + b.id + c.id + d.id <> 471147",
      params: [],
      timeoutMs: 60_000,
      callId: invocationIdOf(1),
    });
    let record = await recordOf(2, "SHOW FULL PROCESSLIST");
    for (let round = 0; round < 200 && !holds(record, "471147"); round += 1) {
      record = await recordOf(2, "SHOW FULL PROCESSLIST");
    }
    await slow.stop();
    await slow.result;
    expect(holds(record, "471147")).toBe(true);
    expect(violationsOf(record)).toContain("FIGURE_NOT_IN_EVIDENCE");
  });
  test("keeps the rest of a report of the engine", async () => {
    sources = serverSources(1);
    const record = await recordOf(1, "SHOW ENGINE INNODB STATUS");
    // Of its head: a deadlock that is told in it may take all the room.
    const said =
      /([-\d]{10} [:\d]{8})[^=]*INNODB MONITOR/.exec(JSON.stringify(record.evidence.rows))?.[1] ?? "";
    expect(said).not.toBe("");
    expect(violationsOf(record, `The report is of ${said}`)).toEqual([]);
  });
});
