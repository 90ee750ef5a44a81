import { describe, expect, it } from "vitest";
import type { CanonicalEvidence } from "../contracts/evidence";
import { projectResult } from "./result-projection";

function evidence(
  structuredContent: Record<string, unknown> | undefined,
  ...texts: string[]
): CanonicalEvidence {
  const projected = projectResult({
    content: texts.map((text) => ({ type: "text" as const, text })),
    ...(structuredContent === undefined ? {} : { structuredContent }),
  });
  if (projected.kind !== "evidence") throw new Error(projected.kind);
  return projected.evidence;
}
const tableOf = (found: CanonicalEvidence) => [found.columns.map(({ name }) => name), ...found.rows];

describe("the canonical form of a tool's answer", () => {
  it("is the same whatever the order of members", () => {
    const one = evidence(undefined, '[{"a":1,"b":"x"},{"b":null,"c":true}]');
    expect(evidence(undefined, '[{"b":"x","a":1},{"c":true,"b":null}]')).toEqual(one);
    expect(tableOf(one)).toEqual([
      ["a", "b", "c"],
      ["1", "x", null],
      [null, null, "true"],
    ]);
    expect(one.columns.map(({ type }) => type)).toEqual(["number", "text", "text"]);
  });

  it("keeps numbers as they were written", () => {
    const ids = '{"ids":[{"id":1234567890123456789,"share":0.10},{"id":-1e400,"share":1.0}]}';
    expect(evidence(undefined, ids).rows).toEqual([
      ["1234567890123456789", "0.10"],
      ["-1e400", "1.0"],
    ]);
  });

  it("takes them from the text that says the same as the structure, and keeps no rounded one", () => {
    const structure = { hits: [{ id: 9007199254740993, n: 1.5 }] };
    expect(evidence(structure, '{"hits":[{"id":9007199254740993,"n":1.50}]}').rows).toEqual([
      ["9007199254740993", "1.50"],
    ]);
    const alone = evidence(structure, "two hits");
    expect(alone.rows).toEqual([[null, "1.5"]]);
    expect(alone.truncated.cells).toBe(1);
  });

  it("writes an object as paths and values, without positions", () => {
    expect(tableOf(evidence({ status: "up", nodes: [{ n: "a" }, { n: "b" }], none: [], total: 2 }))).toEqual([
      ["path", "value"],
      ["nodes[].n", "a"],
      ["nodes[].n", "b"],
      ["none", "[]"],
      ["status", "up"],
      ["total", "2"],
    ]);
  });

  it("writes a list of its own under its name, and nested values as JSON", () => {
    expect(tableOf(evidence({ names: ["b", "a"] }))).toEqual([["names"], ["b"], ["a"]]);
    expect(evidence(undefined, '[{"a":{"y":1.0,"x":[2]}}]').rows).toEqual([['{"x":[2],"y":1.0}']]);
    expect(evidence(undefined, '["a",1]').rows).toEqual([["a"], ["1"]]);
  });

  it.each([
    [{}, []],
    [{ hits: [] }, []],
    [undefined, ["[]"]],
    [undefined, ["{}"]],
    [undefined, ["null"]],
    [undefined, [" \n\n "]],
    [undefined, []],
  ])("has no rows for %j %j", (structure, texts) => {
    expect(evidence(structure, ...texts).rows).toEqual([]);
  });

  it("keeps text that only looks like JSON, and several texts, as lines", () => {
    expect(evidence(undefined, "{not json}\r\nnext").rows).toEqual([["{not json}"], ["next"]]);
    expect(evidence(undefined, "[1]", "[2]").rows).toEqual([["[1]"], ["[2]"]]);
    expect(evidence(undefined, "[01]").rows).toEqual([["[01]"]]);
  });

  it("is bounded in rows, columns, cells and bytes", () => {
    const rows = evidence(undefined, JSON.stringify(Array.from({ length: 300 }, (_, n) => ({ n }))));
    expect([rows.rows.length, rows.truncated.rows]).toEqual([200, true]);
    const wide = evidence(
      Object.fromEntries([
        ["rows", [Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`c${n}`, n]))]],
      ]),
    );
    expect([wide.columns.length, wide.truncated.columns]).toEqual([64, true]);
    const long = evidence(undefined, "x".repeat(5_000));
    expect([long.rows[0]?.[0]?.length, long.truncated.cells]).toEqual([2_000, 1]);
    const many = evidence(undefined, `${"y".repeat(1_999)}\n`.repeat(150));
    expect(many.rows.length).toBeLessThan(70);
    expect(many.truncated.rows).toBe(true);
  });

  it("takes resources with text and links, and not those without", () => {
    const uri = "kb://1";
    const projected = projectResult({
      content: [
        { type: "resource", resource: { uri, text: "a note" } },
        { type: "resource_link", name: "more", uri },
        { type: "resource", resource: { uri, blob: "AAAA" } },
      ],
    });
    expect(projected).toMatchObject({
      evidence: { rows: [["a note"], ["more kb://1"]], truncated: { cells: 1 } },
    });
  });
});
