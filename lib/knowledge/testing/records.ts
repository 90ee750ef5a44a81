/** Builders of canonical records for tests of this room and of the models. */
import type { CanonicalEvidence, ColumnType, ReadyToolRecord, ToolParameter } from "../../contracts/evidence";
import { encodeIdBody, InvocationId, RunId } from "../../contracts/ids";

export function invocationIdOf(ordinal: number): InvocationId {
  return InvocationId.parse(`inv_${encodeIdBody(1_700_000_000_000 + ordinal, new Uint8Array(16))}`);
}
const RUN_ID = RunId.parse(`run_${encodeIdBody(1_700_000_000_000, new Uint8Array(16))}`);

export interface RecordInput {
  readonly ordinal: number;
  readonly label: string;
  readonly statement: string;
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly params?: readonly ToolParameter[];
  readonly scope?: string;
  readonly source?: string;
}

/** A READY record; EVIDENCE_FOUND when it has rows. */
export function readyRecord(input: RecordInput): ReadyToolRecord {
  const evidence: CanonicalEvidence = {
    columns: input.columns.map(([name, type]) => ({ name, type })),
    rows: input.rows.map((row) => [...row]),
    truncated: { rows: false, columns: false, cells: 0 },
  };
  return {
    invocationId: invocationIdOf(input.ordinal),
    runId: RUN_ID,
    ordinal: input.ordinal,
    tool: "mysql_query",
    source: input.source ?? "shop",
    label: input.label,
    statement: input.statement,
    params: [...(input.params ?? [])],
    scope: input.scope ?? `scope of ${input.label}`,
    normalizedScope: `${input.label}:${JSON.stringify(input.params ?? [])}`,
    startedAt: 1_700_000_000_000,
    status: "READY",
    evidenceStatus: input.rows.length > 0 ? "EVIDENCE_FOUND" : "NO_EVIDENCE",
    completedAt: 1_700_000_000_500,
    evidence,
    contentHash: `hash-${input.ordinal}`,
    bytes: 100,
    gain: null,
    errorCode: null,
    errorMessage: null,
  };
}
