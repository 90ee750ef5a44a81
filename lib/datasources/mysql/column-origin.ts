import type { EvidenceColumn, ToolParameter } from "../../contracts/evidence";
import { secretKindOf } from "../../diagnosis/masking/secret-names";
import type { EvidenceQuestion } from "../policy/evidence-question";
import { ANY_PARAMETER, DATA, saysSomething, secretKindOfPath, type Provenance } from "../policy/provenance";
import type { ResultColumns } from "../policy/relations";
import type { ColumnOrigin } from "./row-projection";

type Flags = Pick<EvidenceColumn, "asked" | "written" | "counts">;

/** A column that may hold more texts of the statement than this counts as asked as a whole. */
const MAX_WRITTEN_TEXTS = 64;
const MAX_WRITTEN_CHARACTERS = 4_000;

/** Tells the columns of a result by where their values come from. `params` are the values of its placeholders. */
export function columnOrigin(question: EvidenceQuestion, params: readonly ToolParameter[]): ColumnOrigin {
  return {
    skipsRows: question.skipsRows,
    cutsRows: question.cutsRows,
    flagsOf: (names) => alignColumns(question.columns, names).map((column) => flagsOf(column, params)),
    secretsOf: (names) => alignColumns(question.columns, names).map((column) => secretOf(column, params)),
  };
}

/**
 * One known column for each of the server's. A table's columns are as many as are left over; behind several tables what lies between is told by
 * its name.
 */
function alignColumns(known: readonly ResultColumns[], names: readonly string[]): readonly ResultColumns[] {
  const first = known.findIndex(({ kind }) => kind === "all_of_table");
  if (first === -1) return names.map((_, index) => known[index] ?? OF_TABLE);
  const last = known.findLastIndex(({ kind }) => kind === "all_of_table");
  const between = known.slice(first, last + 1);
  const behind = known.length - 1 - last;
  return names.map((name, index) => {
    if (index < first) return known[index] ?? OF_TABLE;
    const fromEnd = names.length - index;
    if (fromEnd <= behind) return known[known.length - fromEnd] ?? OF_TABLE;
    const named = between.find((column) => column.kind === "column" && column.name === name.toLowerCase());
    return named ?? between.find(({ kind }) => kind === "all_of_table") ?? OF_TABLE;
  });
}

const OF_TABLE: ResultColumns = { kind: "all_of_table", written: new Set() };

/** What kind of secret the values of a column are made of, whatever the column is called (TOOL-8). */
function secretOf(column: ResultColumns, params: readonly ToolParameter[]): string | null {
  if (column.kind !== "column") return null;
  const names = [...column.value.secrets].flatMap((name) =>
    name === ANY_PARAMETER ? textsOf(params).filter((text) => text.startsWith("$")) : [name],
  );
  for (const name of names) {
    const kind = name.startsWith("$") ? secretKindOfPath(name) : secretKindOf(name);
    if (kind !== null) return kind;
  }
  return null;
}

function flagsOf(column: ResultColumns, params: readonly ToolParameter[]): Flags {
  const value: Provenance = column.kind === "column" ? column.value : { ...DATA, written: column.written };
  // A hundred times a count is no figure of anything before it is divided.
  if (!value.data || value.built || value.nature === "open_percent") return { asked: true };
  const counts = value.nature === "rows" ? { counts: true as const } : {};
  const texts = [...value.written].flatMap((text) => (text === ANY_PARAMETER ? textsOf(params) : [text]));
  const written = [...new Set(texts.filter(saysSomething))].toSorted();
  if (written.length === 0) return counts;
  const characters = written.reduce((sum, text) => sum + text.length, 0);
  return written.length > MAX_WRITTEN_TEXTS || characters > MAX_WRITTEN_CHARACTERS
    ? { asked: true }
    : { written, ...counts };
}

function textsOf(params: readonly ToolParameter[]): readonly string[] {
  return params.flatMap((param) => (param === null ? [] : [String(param)]));
}
