import type { VerifiedFact } from "../../contracts/answer";
import type { CanonicalEvidence, ReadyToolRecord, ToolRecord } from "../../contracts/evidence";
import { isHashVerified } from "../evidence/content-hash";

const SHOWN_ROWS = 3;
const SHOWN_COLUMNS = 6;
const SHOWN_CELL_LENGTH = 80;
/** A fallback stays readable: at most so many facts, the latest ones. */
const MAX_FACTS = 50;

/**
 * INFO-2b, REL-4: the READY records whose stored evidence still has its hash, each said by code from its own rows. NO_EVIDENCE counts
 * and is stated with its scope alone (TOOL-4).
 */
export function verifiedFacts(records: readonly ToolRecord[]): readonly VerifiedFact[] {
  return records
    .filter((record) => record.status === "READY")
    .filter(isHashVerified)
    .slice(-MAX_FACTS)
    .map((record) => ({
      invocationId: record.invocationId,
      label: record.label,
      scope: record.scope,
      evidenceStatus: record.evidenceStatus,
      statement: statementOf(record),
    }));
}

function statementOf(record: ReadyToolRecord): string {
  switch (record.evidenceStatus) {
    case "NO_EVIDENCE":
      return `Nothing was found in this scope: ${record.scope}. That says nothing beyond it.`;
    case "EVIDENCE_FOUND":
      return `${countOf(record.evidence)} found in this scope: ${record.scope}. ${rowsOf(record.evidence)}`;
  }
}

function countOf({ rows, truncated }: CanonicalEvidence): string {
  const count = `${rows.length} ${rows.length === 1 ? "row" : "rows"}`;
  return truncated.rows ? `The first ${count}` : count;
}

function rowsOf({ columns, rows, truncated }: CanonicalEvidence): string {
  const shown = rows.slice(0, SHOWN_ROWS).map((row) => {
    const cells = columns
      .slice(0, SHOWN_COLUMNS)
      .map((column, index) => `${column.name}=${shownCell(row[index] ?? null)}`);
    return cells.join(", ") + (columns.length > SHOWN_COLUMNS || truncated.columns ? ", …" : "");
  });
  const rest = rows.length - shown.length;
  return shown.join(" | ") + (rest > 0 ? ` | ${rest} more` : "");
}

function shownCell(cell: string | null): string {
  if (cell === null) return "NULL";
  const line = cell.replace(/\s+/gu, " ");
  return line.length <= SHOWN_CELL_LENGTH ? line : `${line.slice(0, SHOWN_CELL_LENGTH).toWellFormed()}…`;
}
