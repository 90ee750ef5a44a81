import { describe, expect, it } from "vitest";
import { invocationIdOf, readyRecord, storeOf, type ReadyRecordOptions } from "../testing/ready-record";
import { checkActs } from "./act-guard";

const codesOf = (text: string, options: ReadyRecordOptions): readonly string[] => {
  const claims = [{ text, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" }];
  const draft = { conclusion: "It is so.", claims, missing_info: [], recommended_actions: [] };
  return checkActs(draft, storeOf([readyRecord(options)])).map(({ code }) => code);
};

describe("a change that a row tells of, in other words", () => {
  it.each<[string, ReadyRecordOptions]>([
    ["The deploy was reverted.", { columns: ["status"], rows: [["rolled_back"]] }],
    ["部署已回滚。", { columns: ["status"], rows: [["rolled_back"]] }],
    ["The connection was terminated.", { columns: ["message"], rows: [["Connection was killed"]] }],
    ["已删除 1200 行", { columns: ["deleted_rows"], rows: [["1200"]] }],
    ["Los pagos fueron reembolsados.", { columns: ["status"], rows: [["refunded"]] }],
    ["The payments were reimbursed.", { columns: ["state"], rows: [["refunded"]] }],
    [
      "5 payments were refunded.",
      {
        columns: ["n"],
        rows: [["5"]],
        statement: "SELECT COUNT(*) AS n FROM payments WHERE refunded_at IS NOT NULL",
      },
    ],
  ])("is no act of ours: %s", (text, options) => {
    expect(codesOf(text, options)).toEqual([]);
  });
});

describe("a name that the statement gives itself", () => {
  it.each([
    "SELECT COUNT(*) AS refunded FROM payments",
    "SELECT COUNT(*) refunded FROM payments",
    "SELECT COUNT(*) AS `refunded` FROM payments",
    "SELECT refunded.n FROM (SELECT COUNT(*) AS n FROM payments) refunded",
    "WITH refunded AS (SELECT 5 AS n) SELECT n FROM refunded",
    "SELECT COUNT(*) AS n FROM payments refunded",
    "SELECT COUNT(*) AS n FROM payments /* refunded */ WHERE note = 'refunded'",
  ])("carries no change: %s", (statement) => {
    const columns = [/refunded\b(?=`? FROM payments$)/u.test(statement) ? "refunded" : "n"];
    expect(codesOf("5 payments were refunded.", { columns, rows: [["5"]], statement })).toEqual([
      "CHANGE_NOT_IN_EVIDENCE",
    ]);
  });
});
