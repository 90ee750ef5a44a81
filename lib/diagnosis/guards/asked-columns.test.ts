/** What the statement itself wrote into its result is asked, never found (EvidenceGuard, TOOL-4). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EvidenceColumn, ReadyToolRecord, ToolParameter } from "../../contracts/evidence";
import { digestOf } from "../evidence/content-hash";
import { invocationIdOf, readyRecord, storeOf } from "../testing/ready-record";
import { checkEvidence } from "./evidence-guard";

type Column = readonly [EvidenceColumn["name"], Pick<EvidenceColumn, "asked" | "written">, string | null];
interface Options {
  readonly params?: readonly ToolParameter[];
  readonly question?: string;
  readonly statement?: string;
  readonly scope?: string;
}

function recordOf(columns: readonly Column[], options: Options): ReadyToolRecord {
  const base = readyRecord({
    params: options.params ?? [],
    statement: options.statement ?? "SELECT 1",
    scope: options.scope ?? "payments of today",
  });
  const evidence = {
    columns: columns.map(([name, flags]) => ({ name, type: "text" as const, ...flags })),
    rows: [columns.map(([, , cell]) => cell)],
    truncated: { rows: false, columns: false, cells: 0 },
  };
  return { ...base, evidenceStatus: "EVIDENCE_FOUND", evidence, ...digestOf(evidence) };
}
function codesOf(text: string, columns: readonly Column[], options: Options = {}): readonly string[] {
  const claims = [{ text, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" }];
  const draft = { conclusion: text, claims, missing_info: [], recommended_actions: [] };
  const store = storeOf([recordOf(columns, options)]);
  return checkEvidence(draft, store, options.question ?? "why?").map(({ code }) => code);
}

const LUMEN: Column = ["gateway", {}, "lumen"];

describe("a column that the statement wrote", () => {
  it.each<[string, Column]>([
    ["Gateway lumen refused 4711 payments", ["finding", { asked: true }, "gateway lumen refused 4711"]],
    ["Gateway lumen refused 4,711 payments", ["failures", { asked: true }, "4711"]],
    ["Gateway lumen failed at 2026-01-01", ["at", { asked: true }, "2026-01-01"]],
    ["Gateway lumen says E_TLS_9", ["code", { asked: true }, "E_TLS_9"]],
    ["Gateway lumen is 'down for good'", ["state", { asked: true }, "down for good"]],
    ["Gateway lumen refused 4711", ["n", { written: ["4711"] }, "4711"]],
    ["Gateway lumen refused 4711", ["n", { written: ["4711"] }, "4711.00"]],
    ["Gateway lumen refused 4711", ["n", { written: [" refused 4711"] }, "failed refused 4711"]],
    ["Gateway lumen is 'down for good'", ["state", { written: ["down for good"] }, "down for good"]],
    ["Gateway lumen refused 4711", ["at", { written: ["refused 4711 %Y"] }, "refused 4711 2026"]],
  ])("is no evidence of %s", (text, column) => {
    const found = codesOf(text, [LUMEN, column], { statement: "SELECT gateway, … 4711" });
    expect(found).toEqual(["FIGURE_WRITTEN_IN_STATEMENT", "CONCLUSION_FIGURE_WRITTEN_IN_STATEMENT"]);
  });
  it("is no evidence of a parameter that it shows, nor through the scope", () => {
    const column: Column = ["failures", { asked: true }, "4711"];
    const options = { params: [4711], scope: "the 4711 payments of lumen" };
    expect(codesOf("Gateway lumen refused 4711", [LUMEN, column], options)).toContain(
      "FIGURE_WRITTEN_IN_STATEMENT",
    );
  });
  it("grounds nothing by its words", () => {
    expect(codesOf("The gateway down is the cause", [["state", { asked: true }, "gateway down"]])).toEqual([
      "CONCLUSION_SAYS_NOTHING_FOUND",
    ]);
    expect(
      codesOf("The gateway down is the cause", [
        ["state", { written: ["gateway down", "up"] }, "gateway down"],
      ]),
    ).toEqual(["CONCLUSION_SAYS_NOTHING_FOUND"]);
  });
  it("does not take the figure from a cell of data that has it too", () => {
    const columns: Column[] = [["day", { asked: true }, "4711"], LUMEN, ["n", {}, "4711"]];
    expect(codesOf("Gateway lumen refused 4711", columns)).toEqual([]);
  });
  it("may be repeated where the user asked with it, beside what was found", () => {
    const columns: Column[] = [
      ["customer", { asked: true }, "4711"],
      ["n", {}, "3"],
    ];
    expect(codesOf("Customer 4711 has 3 orders", columns, { question: "what of customer 4711?" })).toEqual(
      [],
    );
  });
  it("leaves what stands beside its texts in the cell", () => {
    const column: Column = [
      "s",
      { written: [" failed at ", "none", "0", "%Y-%m-%d %H:00"] },
      "lumen failed at 12:30 37",
    ];
    expect(codesOf("lumen: 37", [column])).toEqual([]);
    expect(
      codesOf("It was at '2026-11-30 10:00'", [
        ["hour", { written: ["%Y-%m-%d %H:00"] }, "2026-11-30 10:00"],
      ]),
    ).toEqual([]);
    expect(codesOf("007 failed", [["code", { written: ["0"] }, "007"]])).toEqual([]);
    expect(codesOf("orca is slow", [["code", { written: ["none"] }, "orca"]])).toEqual([]);
  });
  it("is also the statement in the process list", () => {
    const own = `/* interlock ${invocationIdOf(1)} */ SELECT INFO FROM PROCESSLIST WHERE 4711 = 4711`;
    expect(
      codesOf("Connection 8 refused 4711", [
        ["id", {}, "8"],
        ["info", {}, own],
      ]),
    ).not.toEqual([]);
  });
  it("holds for every value: written it is not found, of data it is", () => {
    const value = fc.oneof(
      fc.integer({ min: 2, max: 10 ** 9 }).map(String),
      fc.stringMatching(/^[a-z]{2,6}_[0-9]{2,5}$/),
      fc.tuple(fc.integer({ min: 2, max: 999 }), fc.integer({ min: 1, max: 9 })).map(([a, b]) => `${a}.${b}`),
    );
    fc.assert(
      fc.property(value, fc.constantFrom<"asked" | "written">("asked", "written"), (cell, how) => {
        const flags = how === "asked" ? { asked: true as const } : { written: [cell] };
        const text = `Gateway lumen: ${cell}`;
        expect(codesOf(text, [LUMEN, ["x", flags, cell]])).toContain("FIGURE_WRITTEN_IN_STATEMENT");
        expect(codesOf(text, [LUMEN, ["x", {}, cell]])).toEqual([]);
      }),
    );
  });
});

describe("one number of one cell has one unit", () => {
  const codes = (texts: readonly string[], columns: readonly Column[], options: Options = {}) => {
    const record = recordOf(columns, options);
    const claims = texts.map((text) => ({
      text,
      kind: "presence" as const,
      invocationIds: [invocationIdOf(1)],
      scope: "",
    }));
    const draft = { conclusion: texts.join("; "), claims, missing_info: [], recommended_actions: [] };
    return checkEvidence(draft, storeOf([record]), options.question ?? "why?").map(({ code }) => code);
  };
  const LATENCY: Column = ["latency", {}, "42"];
  it.each<[readonly string[], readonly Column[]]>([
    [["It took 42 ms", "42 % failed"], [LATENCY]],
    [["It took 42 ms", "It took 42 s"], [LATENCY]],
    [["It took 42 ms and 42 MB"], [LATENCY]],
    [["It took 42.0 ms", "42 % failed"], [LATENCY]],
    [
      ["42 ms", "42 %", "42 MB"],
      [LATENCY, ["share", {}, "42"]],
    ],
    [
      ["42 ms", "42 %", "42 s"],
      [["took_ms", {}, "42"], LATENCY],
    ],
  ])("%j", (texts, columns) => {
    expect(codes(texts, columns)).toEqual(["FIGURE_IN_TWO_UNITS"]);
  });
  it.each<[readonly string[], readonly Column[]]>([
    [
      ["It took 42 ms", "42 % failed"],
      [LATENCY, ["share", {}, "42"]],
    ],
    [
      ["It took 42 ms", "42 % failed"],
      [["took_ms", {}, "42"], LATENCY],
    ],
    [["It took 42 ms", "that is 42 milliseconds"], [LATENCY]],
    [["It took 42 ms", "42 payments"], [LATENCY]],
    [["It took 42 ms", "42 % failed"], [["text", {}, "42 ms, 42 %"]]],
  ])("%j stands", (texts, columns) => {
    expect(codes(texts, columns)).toEqual([]);
  });
  it("leaves out a unit in which it was asked", () => {
    const options = { statement: "SELECT n FROM t WHERE at > NOW() - INTERVAL 1 HOUR" };
    expect(codes(["1 % failed in 1 hour"], [["n", {}, "1"]], options)).toEqual([]);
  });
});
