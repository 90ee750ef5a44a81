/** What SHOW and DESCRIBE answer is the server's, also where the statement picked it by its name (TOOL-4). */
import { expect, test } from "vitest";
import { checkEvidence } from "../../diagnosis/guards/evidence-guard";
import { storeOf } from "../../diagnosis/testing/ready-record";
import { answeredStatement } from "../testing/answered-statement";

function violationsOf(statement: string, cells: readonly string[], text: string): readonly string[] {
  const record = answeredStatement(statement, cells);
  if (record === null) return ["refused"];
  const claims = [{ text, kind: "presence" as const, invocationIds: [record.invocationId], scope: "" }];
  const draft = { conclusion: text, claims, missing_info: [], recommended_actions: [] };
  return checkEvidence(draft, storeOf([record]), "why?").map(({ code }) => code);
}

test.each([
  ["SHOW VARIABLES LIKE 'max_connections'", ["max_connections", "151"], "max_connections is 151"],
  ["SHOW GLOBAL STATUS LIKE 'Threads_running'", ["Threads_running", "12"], "Threads_running is 12"],
  ["SHOW TABLE STATUS LIKE 'orders_2026'", ["orders_2026", "InnoDB"], "orders_2026 is an InnoDB table"],
])("%s: found", (statement, cells, text) => {
  expect(violationsOf(statement, cells, text)).toEqual([]);
});

test("SHOW finds nothing that it was only asked for", () => {
  expect(violationsOf("SHOW VARIABLES LIKE '%4711%'", ["port", "3306"], "port is 4711")).not.toEqual([]);
});

test.each(["EXPLAIN", "DESCRIBE", "DESC"])("%s of a statement repeats its constants", (word) => {
  const statement = `${word} SELECT id FROM payments WHERE note = '4711 refused'`;
  expect(violationsOf(statement, ["payments", "4711 refused"], "payments: '4711 refused'")).not.toEqual([]);
});
