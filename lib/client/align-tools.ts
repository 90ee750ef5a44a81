/** The tool calls of two runs side by side, by label, and what their evidence has in common. Pure. */
import type { CanonicalEvidence, ToolRecord } from "../contracts/evidence";

export type Change = "same" | "changed" | "only_a" | "only_b";

export type RowDiff =
  | {
      readonly kind: "rows";
      readonly columns: readonly string[];
      /** In both, however often it stands in each. */
      readonly same: number;
      readonly onlyA: readonly (readonly (string | null)[])[];
      readonly onlyB: readonly (readonly (string | null)[])[];
      /** A bound cut something off: rows that are missing on one side may only be cut. */
      readonly isCut: boolean;
    }
  | { readonly kind: "columns"; readonly a: readonly string[]; readonly b: readonly string[] };

export interface ToolPair {
  readonly key: string;
  readonly label: string;
  readonly a: ToolRecord | null;
  readonly b: ToolRecord | null;
  /** Whether what came out is the same, whatever was asked. */
  readonly change: Change;
  /** In what the question under the same label was another one; null where it was the same, or has no counterpart. */
  readonly askedOtherwise: "statement" | "parameters" | null;
  /** Null unless both brought evidence that is not the same. */
  readonly rows: RowDiff | null;
}

/** The nth call of a label in one run stands beside the nth in the other; the order is that of `a`, with what is only in `b` where it came there. */
export function alignTools(a: readonly ToolRecord[], b: readonly ToolRecord[]): ToolPair[] {
  const keyed = (tools: readonly ToolRecord[]) => {
    const seen = new Map<string, number>();
    return tools.map((tool) => {
      const nth = (seen.get(tool.label) ?? 0) + 1;
      seen.set(tool.label, nth);
      return { key: `${tool.label} ${nth}`, tool };
    });
  };
  const inB = keyed(b);
  const ofB = new Map(inB.map(({ key, tool }) => [key, tool]));
  const pairs = keyed(a).map(({ key, tool }) => pairOf(key, tool, ofB.get(key) ?? null));
  let at = 0;
  for (const { key, tool } of inB) {
    const known = pairs.findIndex((pair) => pair.key === key);
    if (known !== -1) {
      at = known + 1;
      continue;
    }
    pairs.splice(at, 0, pairOf(key, null, tool));
    at += 1;
  }
  return pairs;
}

function pairOf(key: string, a: ToolRecord | null, b: ToolRecord | null): ToolPair {
  const label = (a ?? b)?.label ?? key;
  if (a === null || b === null) {
    const change = b === null ? "only_a" : "only_b";
    return { key, label, a, b, change, askedOtherwise: null, rows: null };
  }
  const isSameStatement = a.source === b.source && a.tool === b.tool && a.statement === b.statement;
  const askedOtherwise = !isSameStatement
    ? "statement"
    : JSON.stringify(a.params) === JSON.stringify(b.params)
      ? null
      : "parameters";
  const cameOutSame =
    a.status === b.status &&
    a.evidenceStatus === b.evidenceStatus &&
    a.contentHash === b.contentHash &&
    a.errorCode === b.errorCode;
  const rows =
    a.status === "READY" && b.status === "READY" && a.contentHash !== b.contentHash
      ? diffRows(a.evidence, b.evidence)
      : null;
  return {
    key,
    label,
    a,
    b,
    change: cameOutSame ? "same" : "changed",
    askedOtherwise,
    rows,
  };
}

function diffRows(a: CanonicalEvidence, b: CanonicalEvidence): RowDiff {
  const [columnsA, columnsB] = [a, b].map(({ columns }) => columns.map(({ name }) => name));
  if (columnsA === undefined || columnsB === undefined || columnsA.join("\n") !== columnsB.join("\n"))
    return { kind: "columns", a: columnsA ?? [], b: columnsB ?? [] };
  const left = new Map<string, number>();
  for (const row of b.rows) left.set(JSON.stringify(row), (left.get(JSON.stringify(row)) ?? 0) + 1);
  const onlyA = a.rows.filter((row) => {
    const count = left.get(JSON.stringify(row)) ?? 0;
    if (count > 0) left.set(JSON.stringify(row), count - 1);
    return count === 0;
  });
  const onlyB = b.rows.toReversed().filter((row) => {
    const count = left.get(JSON.stringify(row)) ?? 0;
    if (count > 0) left.set(JSON.stringify(row), count - 1);
    return count > 0;
  });
  const isCut = [a, b].some(({ truncated }) => truncated.rows || truncated.columns || truncated.cells > 0);
  return {
    kind: "rows",
    columns: columnsA,
    same: a.rows.length - onlyA.length,
    onlyA,
    onlyB: onlyB.toReversed(),
    isCut,
  };
}
