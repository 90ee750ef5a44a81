/** The codes of this room and those that the server generates are the same, for every value of every axis. */
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  DiagnosisStopReason,
  FallbackType,
  IntentType,
  ReleaseOutcome,
  RunState,
} from "../../contracts/axes";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";
import { axesOf, facetOf, facetPasses, type FacetAxes } from "./run-facet";

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = await createConnection({ uri: database.url });
});
afterAll(async () => {
  await connection.end();
  await database.drop();
});

const NOTHING: FacetAxes = {
  state: "RUNNING",
  outcome: null,
  fallback: null,
  intent: null,
  stopReason: null,
};
const EVERY_VALUE: readonly FacetAxes[] = [
  ...RunState.options.map((state) => ({ ...NOTHING, state })),
  ...ReleaseOutcome.options.map((outcome) => ({ ...NOTHING, outcome })),
  ...FallbackType.options.map((fallback) => ({ ...NOTHING, fallback })),
  ...IntentType.options.map((intent) => ({ ...NOTHING, intent })),
  ...DiagnosisStopReason.options.map((stopReason) => ({ ...NOTHING, stopReason })),
  {
    state: "BUDGET_EXHAUSTED",
    outcome: "FALLBACK",
    fallback: "SEMANTIC_UNAVAILABLE",
    intent: "DIAGNOSIS",
    stopReason: "BUDGET_LIMIT_REACHED",
  },
];

it("every value has a code of its own, which the server generates and which reads back", async () => {
  const codes = new Set<number>();
  for (const [at, axes] of EVERY_VALUE.entries()) {
    const runId = `run_${String(at).padStart(26, "0")}`;
    await connection.query(
      `INSERT INTO diagnosis_run (run_id, session_id, query, mode, model, status, budget_json, deadline_at, created_at, owner_id,
         request_hash, run_state, release_outcome, fallback_type, intent, stop_reason)
       VALUES (?, 's', 'q', 'detached', 'm', 'RUNNING', '{}', NOW(), NOW(), 'o', 'h', ?, ?, ?, ?, ?)`,
      [runId, axes.state, axes.outcome, axes.fallback, axes.intent, axes.stopReason],
    );
    const [[row]] = await connection.query<RowDataPacket[]>(
      "SELECT facet FROM diagnosis_run WHERE run_id = ?",
      [runId],
    );
    expect(row?.["facet"]).toBe(facetOf(axes));
    expect(axesOf(facetOf(axes))).toEqual(axes);
    codes.add(facetOf(axes));
  }
  // RUNNING with nothing else is the first of the states; every other one differs from it.
  expect(codes.size).toBe(EVERY_VALUE.length);
});

it("a filter passes what has one of its values on each axis, and nothing that has none", () => {
  const facet = facetOf({
    ...NOTHING,
    state: "SUCCESS",
    outcome: "FALLBACK",
    fallback: "INSUFFICIENT_EVIDENCE",
  });
  expect(facetPasses(facet, {})).toBe(true);
  expect(facetPasses(facet, { state: ["FAILED", "SUCCESS"], outcome: ["FALLBACK"] })).toBe(true);
  expect(facetPasses(facet, { intent: ["DIAGNOSIS"] })).toBe(false);
  expect(facetPasses(facet, { intent: ["DIAGNOSIS"] }, "intent")).toBe(true);
});

it("a number that is no code is refused", () => {
  for (const wrong of [0, 9_000, 70_000, 21_000.5, 29_000]) expect(() => axesOf(wrong)).toThrow(RangeError);
});
