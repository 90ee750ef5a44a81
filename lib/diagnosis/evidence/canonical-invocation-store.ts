/**
 * The canonical tool records of one run, in memory, written through a sink (TOOL-2).
 *
 * Invariants: 1 a record leaves PROJECTING once. 2 READY always has EVIDENCE_FOUND or NO_EVIDENCE, ERROR has ERROR, PROJECTING
 * null: the record type cannot say otherwise. 3 while `complete` waits for the sink it owns the transition, so a concurrent `fail` changes
 * nothing. 4 the sink sees the states of one record in the order in which they happened.
 */
import type { InformationGain, InvocationStatus } from "../../contracts/axes";
import type {
  CanonicalEvidence,
  ErrorToolRecord,
  ProjectingToolRecord,
  ReadyToolRecord,
  ToolErrorCode,
  ToolRecord,
} from "../../contracts/evidence";
import type { InvocationId, RunId } from "../../contracts/ids";
import type {
  CanonicalInvocationStore,
  Clock,
  InvocationRequest,
  StoreWrite,
  TraceRecorder,
} from "../../harness/ports";

/** Where records are stored. Rejects when the record could not be stored; saving the same state twice is harmless. */
export interface ToolRecordSink {
  save(record: ToolRecord): Promise<void>;
}

export interface CanonicalInvocationStoreOptions {
  readonly runId: RunId;
  /** Those of an earlier life of the run; none PROJECTING. */
  readonly records?: readonly ToolRecord[];
  readonly trace: TraceRecorder;
  readonly clock: Clock;
  readonly sink: ToolRecordSink;
  /** Told about failed saves that nobody waits for (`fail`, `judge`) and about the causes behind STORE_UNAVAILABLE. */
  readonly onSinkError: (error: unknown, record: ToolRecord) => void;
}

interface Entry {
  record: ToolRecord;
  /** Invariant 3. */
  completing: boolean;
  /** Tail of this record's saves; always fulfils (invariant 4). */
  saves: Promise<void>;
  /** Its state as it is has been stored. */
  saved: boolean;
}

class RunInvocationStore implements CanonicalInvocationStore {
  private readonly entries = new Map<InvocationId, Entry>();
  private readonly beginning = new Set<InvocationId>();
  private lastOrdinal = 0;

  constructor(private readonly options: CanonicalInvocationStoreOptions) {
    for (const record of options.records ?? []) {
      this.entries.set(record.invocationId, {
        record,
        completing: false,
        saves: Promise.resolve(),
        saved: true,
      });
      this.lastOrdinal = Math.max(this.lastOrdinal, record.ordinal);
    }
  }

  async begin(request: InvocationRequest): Promise<StoreWrite<ProjectingToolRecord>> {
    const id = request.invocationId;
    if (this.entries.has(id) || this.beginning.has(id)) return { ok: false, code: "DUPLICATE_ID" };
    this.lastOrdinal += 1;
    const record: ProjectingToolRecord = {
      invocationId: id,
      runId: this.options.runId,
      ordinal: this.lastOrdinal,
      tool: request.tool,
      source: request.source,
      label: request.label,
      statement: request.statement,
      params: [...request.params],
      scope: request.scope,
      normalizedScope: request.normalizedScope,
      startedAt: this.options.clock.now(),
      status: "PROJECTING",
      evidenceStatus: null,
      completedAt: null,
      evidence: null,
      contentHash: null,
      bytes: null,
      gain: null,
      errorCode: null,
      errorMessage: null,
    };
    this.beginning.add(id);
    try {
      if (!(await this.trySave(record))) return { ok: false, code: "STORE_UNAVAILABLE" };
    } finally {
      this.beginning.delete(id);
    }
    this.entries.set(id, { record, completing: false, saves: Promise.resolve(), saved: true });
    this.options.trace.tool(record);
    return { ok: true, record };
  }

  async complete(
    id: InvocationId,
    evidence: CanonicalEvidence,
    contentHash: string,
    bytes: number,
  ): Promise<StoreWrite<ReadyToolRecord>> {
    const entry = this.entries.get(id);
    if (entry === undefined || entry.completing || entry.record.status !== "PROJECTING") {
      return { ok: false, code: "NOT_PROJECTING" };
    }
    const record: ReadyToolRecord = {
      ...entry.record,
      status: "READY",
      evidenceStatus: evidence.rows.length > 0 ? "EVIDENCE_FOUND" : "NO_EVIDENCE",
      completedAt: this.options.clock.now(),
      evidence,
      contentHash,
      bytes,
    };
    entry.completing = true;
    try {
      if (!(await this.trySave(record))) return { ok: false, code: "STORE_UNAVAILABLE" };
    } finally {
      entry.completing = false;
    }
    this.put(entry, record);
    return { ok: true, record };
  }

  fail(id: InvocationId, code: ToolErrorCode, message: string): ErrorToolRecord | null {
    const entry = this.entries.get(id);
    if (entry === undefined || entry.completing || entry.record.status !== "PROJECTING") return null;
    const record: ErrorToolRecord = {
      ...entry.record,
      status: "ERROR",
      evidenceStatus: "ERROR",
      completedAt: this.options.clock.now(),
      errorCode: code,
      errorMessage: message,
    };
    this.put(entry, record);
    this.saveLater(entry, record);
    return record;
  }

  judge(id: InvocationId, gain: InformationGain): void {
    const entry = this.entries.get(id);
    if (entry?.record.status !== "READY") throw new Error("only a READY record has a gain verdict");
    const record: ReadyToolRecord = { ...entry.record, gain };
    this.put(entry, record);
    this.saveLater(entry, record);
  }

  find(id: InvocationId): ToolRecord | undefined {
    return this.entries.get(id)?.record;
  }

  findReadyByScope(tool: string, normalizedScope: string): ReadyToolRecord | undefined {
    for (const { record } of this.entries.values()) {
      if (record.status !== "READY") continue;
      if (record.tool === tool && record.normalizedScope === normalizedScope) return record;
    }
    return undefined;
  }

  list(status?: InvocationStatus): readonly ToolRecord[] {
    return [...this.entries.values()]
      .map(({ record }) => record)
      .filter((record) => status === undefined || record.status === status)
      .sort((left, right) => left.ordinal - right.ordinal);
  }

  async unsaved(): Promise<readonly ToolRecord[]> {
    for (const entry of this.entries.values()) await entry.saves;
    return this.list().filter((record) => this.entries.get(record.invocationId)?.saved === false);
  }

  private put(entry: Entry, record: ToolRecord): void {
    entry.record = record;
    this.options.trace.tool(record);
  }

  private async trySave(record: ToolRecord): Promise<boolean> {
    try {
      await this.options.sink.save(record);
      return true;
    } catch (error) {
      this.options.onSinkError(error, record);
      return false;
    }
  }

  private saveLater(entry: Entry, record: ToolRecord): void {
    entry.saved = false;
    entry.saves = entry.saves.then(async () => {
      const saved = await this.trySave(record);
      if (entry.record === record) entry.saved = saved;
    });
  }
}

/**
 * Opens the run's store (TOOL-2). `begin` and `complete` answer STORE_UNAVAILABLE when the sink rejects; a failed `begin` leaves no record
 * and a gap in the ordinals; after a failed `complete` the record is PROJECTING still and the caller fails it.
 */
export function createCanonicalInvocationStore(
  options: CanonicalInvocationStoreOptions,
): CanonicalInvocationStore {
  return new RunInvocationStore(options);
}
