import type { ReadyToolRecord, ToolParameter } from "../../contracts/evidence";
import { digestOf } from "../../diagnosis/evidence/content-hash";
import { readyRecord } from "../../diagnosis/testing/ready-record";
import { columnOrigin } from "../mysql/column-origin";
import { checkStatement } from "../policy/statement-policy";

/** The record of a statement that passed the policy, as if a server had answered it with one row of `cells`; null where it was refused. */
export function answeredStatement(
  statement: string,
  cells: readonly string[],
  params: readonly ToolParameter[] = [],
): ReadyToolRecord | null {
  const answer = checkStatement(statement);
  if (!answer.ok || answer.statement.question.refusal !== null) return null;
  const { question } = answer.statement;
  const names = cells.map((_, index) => {
    const column = question.columns[index];
    return column?.kind === "column" && column.name !== "" ? column.name : `c${index}`;
  });
  const flags = columnOrigin(question, params).flagsOf(names);
  const evidence = {
    columns: names.map((name, index) => ({ name, type: "text" as const, ...flags[index] })),
    rows: [[...cells]],
    truncated: { rows: false, columns: false, cells: 0 },
  };
  const base = readyRecord({ statement, params, scope: "payments of today" });
  return { ...base, evidenceStatus: "EVIDENCE_FOUND", evidence, ...digestOf(evidence) };
}

/** How many columns a statement's answer has; 1 where it shows a table. Throws for a statement that the policy refuses. */
export function countColumns(statement: string): number {
  const answer = checkStatement(statement);
  if (!answer.ok) throw new Error(`${statement}: ${answer.reason}`);
  const { columns, refusal } = answer.statement.question;
  if (refusal !== null) throw new Error(`${statement}: ${refusal}`);
  return columns.length;
}
