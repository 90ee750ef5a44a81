import type { ReadyToolRecord, ToolParameter } from "../../contracts/evidence";
import { encodeIdBody, InvocationId, RunId } from "../../contracts/ids";
import type { CanonicalInvocationStore } from "../../harness/ports";
import type { ToolRecord } from "../../contracts/evidence";
import { digestOf } from "../evidence/content-hash";

export interface ReadyRecordOptions {
  readonly ordinal?: number;
  readonly columns?: readonly string[];
  readonly rows?: readonly (readonly (string | null)[])[];
  readonly params?: readonly ToolParameter[];
  readonly scope?: string;
  readonly statement?: string;
  readonly label?: string;
  readonly cutRows?: boolean;
  /** Columns of constants. */
  readonly asked?: readonly string[];
}

/** A valid invocation id for a test. */
export function invocationIdOf(ordinal: number): InvocationId {
  return InvocationId.parse(`inv_${encodeIdBody(ordinal, new Uint8Array(16).fill(2))}`);
}

/** A READY record whose hash is right. For tests alone. */
export function readyRecord(options: ReadyRecordOptions = {}): ReadyToolRecord {
  const ordinal = options.ordinal ?? 1;
  const rows = (options.rows ?? []).map((row) => [...row]);
  const evidence = {
    columns: (options.columns ?? ["value"]).map((name) => ({
      name,
      type: "text" as const,
      ...(options.asked?.includes(name) === true ? { asked: true as const } : {}),
    })),
    rows,
    truncated: { rows: options.cutRows ?? false, columns: false, cells: 0 },
  };
  const { contentHash, bytes } = digestOf(evidence);
  return {
    invocationId: invocationIdOf(ordinal),
    runId: RunId.parse(`run_${encodeIdBody(1, new Uint8Array(16))}`),
    ordinal,
    tool: "mysql_query",
    source: "shop",
    label: options.label ?? `check ${ordinal}`,
    statement: options.statement ?? "SELECT 1",
    params: [...(options.params ?? [])],
    scope: options.scope ?? "the orders of today",
    normalizedScope: `shop:${ordinal}`,
    startedAt: 1,
    status: "READY",
    evidenceStatus: rows.length > 0 ? "EVIDENCE_FOUND" : "NO_EVIDENCE",
    completedAt: 2,
    evidence,
    contentHash,
    bytes,
    gain: null,
    errorCode: null,
    errorMessage: null,
  };
}

/** A store that holds these records and takes no more. */
export function storeOf(records: readonly ToolRecord[]): CanonicalInvocationStore {
  const closed = (): never => {
    throw new Error("this store is for reading");
  };
  return {
    begin: closed,
    complete: closed,
    fail: closed,
    judge: closed,
    find: (id) => records.find((record) => record.invocationId === id),
    unsaved: () => Promise.resolve([]),
    findReadyByScope: () => undefined,
    list: (status) => records.filter((record) => status === undefined || record.status === status),
  };
}
