import { CanonicalEvidence, type EvidenceColumn } from "../../contracts/evidence";
import type { Masked } from "../masking/masked";
import { digestOf, type EvidenceDigest } from "./content-hash";

/** TOOL-5: the last wall. A data source cuts earlier and tighter; nothing beyond these is ever stored. */
const MAX_ROWS = 1_000;
const MAX_COLUMNS = 100;
const MAX_CELL_LENGTH = 16_000;

export type Projection =
  | {
      readonly ok: true;
      readonly evidence: CanonicalEvidence;
      readonly digest: EvidenceDigest;
      /** How many places of it are masked. */
      readonly masked: number;
    }
  | {
      readonly ok: false;
      readonly code: "PROJECTION_FAILED" | "RESULT_TOO_LARGE";
      readonly message: string;
    };

/**
 * Brings a source's answer into bounded canonical form; a fresh copy that the source can no longer change (TOOL-5). Hash and size are those of the
 * masked form (TOOL-8).
 */
export function projectEvidence(
  raw: unknown,
  maxBytes: number,
  mask: (evidence: CanonicalEvidence) => Masked<CanonicalEvidence>,
): Projection {
  const parsed = CanonicalEvidence.safeParse(raw);
  if (!parsed.success) {
    return { ok: false, code: "PROJECTION_FAILED", message: "The result does not have the canonical shape." };
  }
  const { columns, rows, truncated } = parsed.data;
  if (rows.some((row) => row.length !== columns.length)) {
    return {
      ok: false,
      code: "PROJECTION_FAILED",
      message: "A row does not have one cell for each column.",
    };
  }
  let cutCells = 0;
  const bounded = (cell: string | null): string | null => {
    if (cell === null) return null;
    if (cell.length <= MAX_CELL_LENGTH) return cell.toWellFormed();
    cutCells += 1;
    // Cutting may split a surrogate pair; toWellFormed keeps the encoding stable in UTF-8.
    return cell.slice(0, MAX_CELL_LENGTH).toWellFormed();
  };
  const keptRows = rows.slice(0, MAX_ROWS).map((row) => row.slice(0, MAX_COLUMNS).map(bounded));
  const { value: evidence, count: masked } = mask({
    columns: columns.slice(0, MAX_COLUMNS).map(wellFormedColumn),
    rows: keptRows,
    truncated: {
      rows: truncated.rows || rows.length > MAX_ROWS,
      columns: truncated.columns || columns.length > MAX_COLUMNS,
      cells: truncated.cells + cutCells,
    },
  });
  const digest = digestOf(evidence);
  if (digest.bytes > maxBytes) {
    return {
      ok: false,
      code: "RESULT_TOO_LARGE",
      message: `The result has ${digest.bytes} bytes; at most ${maxBytes} can be stored. Narrow the statement.`,
    };
  }
  return { ok: true, evidence, digest, masked };
}

/** A flag that is absent stays absent: the hash is of what was answered. */
function wellFormedColumn({ name, type, asked, written, counts }: EvidenceColumn): EvidenceColumn {
  return {
    name: name.toWellFormed(),
    type,
    ...(asked === undefined ? {} : { asked }),
    ...(written === undefined ? {} : { written: written.map((text) => text.toWellFormed()) }),
    ...(counts === undefined ? {} : { counts }),
  };
}
