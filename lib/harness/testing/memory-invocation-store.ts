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
import type { CanonicalInvocationStore, Clock, InvocationRequest, StoreWrite } from "../ports";

/** The smallest store that keeps TOOL-2, for tests of the harness alone. */
export class MemoryInvocationStore implements CanonicalInvocationStore {
  private readonly records = new Map<InvocationId, ToolRecord>();

  constructor(
    private readonly runId: RunId,
    private readonly clock: Clock,
  ) {}

  begin(request: InvocationRequest): Promise<StoreWrite<ProjectingToolRecord>> {
    if (this.records.has(request.invocationId)) return Promise.resolve({ ok: false, code: "DUPLICATE_ID" });
    const record: ProjectingToolRecord = {
      ...request,
      params: [...request.params],
      runId: this.runId,
      ordinal: this.records.size + 1,
      startedAt: this.clock.now(),
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
    this.records.set(record.invocationId, record);
    return Promise.resolve({ ok: true, record });
  }

  complete(
    id: InvocationId,
    evidence: CanonicalEvidence,
    contentHash: string,
    bytes: number,
  ): Promise<StoreWrite<ReadyToolRecord>> {
    const before = this.records.get(id);
    if (before?.status !== "PROJECTING") return Promise.resolve({ ok: false, code: "NOT_PROJECTING" });
    const record: ReadyToolRecord = {
      ...before,
      status: "READY",
      evidenceStatus: evidence.rows.length > 0 ? "EVIDENCE_FOUND" : "NO_EVIDENCE",
      completedAt: this.clock.now(),
      evidence,
      contentHash,
      bytes,
    };
    this.records.set(id, record);
    return Promise.resolve({ ok: true, record });
  }

  fail(id: InvocationId, code: ToolErrorCode, message: string): ErrorToolRecord | null {
    const before = this.records.get(id);
    if (before?.status !== "PROJECTING") return null;
    const record: ErrorToolRecord = {
      ...before,
      status: "ERROR",
      evidenceStatus: "ERROR",
      completedAt: this.clock.now(),
      errorCode: code,
      errorMessage: message,
    };
    this.records.set(id, record);
    return record;
  }

  judge(id: InvocationId, gain: InformationGain): void {
    const before = this.records.get(id);
    if (before?.status === "READY") this.records.set(id, { ...before, gain });
  }

  find(id: InvocationId): ToolRecord | undefined {
    return this.records.get(id);
  }

  findReadyByScope(tool: string, normalizedScope: string): ReadyToolRecord | undefined {
    for (const record of this.records.values())
      if (record.status === "READY" && record.tool === tool && record.normalizedScope === normalizedScope)
        return record;
    return undefined;
  }

  list(status?: InvocationStatus): readonly ToolRecord[] {
    const all = [...this.records.values()];
    return status === undefined ? all : all.filter((record) => record.status === status);
  }

  unsaved(): Promise<readonly ToolRecord[]> {
    return Promise.resolve([]);
  }
}
