/** What expressions see of a run: parameters and the results of checks, built from canonical records (TOOL-5). */
import type { ReadyToolRecord, ToolParameter } from "../contracts/evidence";

/** Where one check of a playbook stands in a run. */
export type CheckState =
  | { readonly kind: "pending" }
  | { readonly kind: "ready"; readonly record: ReadyToolRecord }
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

/** Maps rather than objects: a column may be called `constructor` or `__proto__`. */
export interface ExpressionContext {
  readonly values: Readonly<Record<string, unknown>>;
  /** The same with every cell as the server's own text. */
  readonly texts: Readonly<Record<string, unknown>>;
}

type Row = ReadonlyMap<string, unknown>;

function cellValue(cell: string | null, type: string): unknown {
  if (cell === null || type !== "number" || cell.trim() === "") return cell;
  const value = Number(cell);
  return Number.isFinite(value) ? value : cell;
}

function rowsOf(record: ReadyToolRecord, asText: boolean): Row[] {
  const { columns, rows } = record.evidence;
  return rows.map(
    (cells) =>
      new Map(
        columns.map((column, index) => {
          const cell = cells[index] ?? null;
          return [column.name, asText ? (cell ?? "NULL") : cellValue(cell, column.type)];
        }),
      ),
  );
}

function checkValue(state: CheckState, textOnly: boolean): ReadonlyMap<string, unknown> {
  const record = state.kind === "ready" ? state.record : null;
  const texts = record === null ? [] : rowsOf(record, true);
  return new Map<string, unknown>([
    ["ran", record !== null],
    ["found", record?.evidenceStatus === "EVIDENCE_FOUND"],
    ["empty", record?.evidenceStatus === "NO_EVIDENCE"],
    ["failed", state.kind === "failed"],
    ["errorCode", state.kind === "failed" ? state.code : ""],
    ["rows", textOnly || record === null ? texts : rowsOf(record, false)],
    ["text", texts],
  ]);
}

export interface ContextInput {
  readonly params: ReadonlyMap<string, ToolParameter>;
  readonly checks: ReadonlyMap<string, CheckState>;
  /** "YYYY-MM-DD HH:MM:SS" UTC. */
  readonly now: string;
  /** The check whose rows are `rows`, when the expression has them (gain). */
  readonly rowsOf?: ReadyToolRecord;
}

export function createExpressionContext(input: ContextInput): ExpressionContext {
  const build = (textOnly: boolean): Readonly<Record<string, unknown>> => ({
    params: new Map(input.params),
    checks: new Map([...input.checks].map(([id, state]) => [id, checkValue(state, textOnly)])),
    rows: input.rowsOf === undefined ? [] : rowsOf(input.rowsOf, textOnly),
    now: input.now,
  });
  return { values: build(false), texts: build(true) };
}
