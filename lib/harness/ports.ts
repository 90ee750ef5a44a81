/** What the harness needs from outside. Time, ids and timers are injected so that tests own them. */
import type { BudgetSnapshot, LedgerLine } from "../contracts/budget";
import type { InvocationStatus, InformationGain } from "../contracts/axes";
import type {
  CanonicalEvidence,
  ProjectingToolRecord,
  ReadyToolRecord,
  ErrorToolRecord,
  ToolErrorCode,
  ToolParameter,
  ToolRecord,
} from "../contracts/evidence";
import type { InvocationId, ModelCallId, RunId, SessionId } from "../contracts/ids";
import type { CancelRequest, HandleStop, LateArrival, RunTermination } from "../contracts/cancellation";
import type { RunAxes } from "../contracts/run";
import type { TraceLine } from "../contracts/trace";

/** Milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

/** One-shot timers; `cancel` is idempotent. */
export interface Timers {
  after(delayMs: number, fire: () => void): { cancel(): void };
}

export interface Ids {
  runId(): RunId;
  sessionId(): SessionId;
  invocationId(): InvocationId;
  modelCallId(): ModelCallId;
}

/** The axes that others than the lifecycle own, as they change. */
export type AxisChange = Partial<
  Pick<RunAxes, "phase" | "intent" | "collectionState" | "stopReason" | "semanticVerdict">
>;

/**
 * Everything observable about a run is told to its recorder, synchronously and without failing: a recorder
 * never throws into the run. Storage behind it is batched.
 */
export interface TraceRecorder {
  record(line: TraceLine): void;
  axes(change: AxisChange): void;
  ledger(line: LedgerLine, snapshot: BudgetSnapshot): void;
  tool(record: ToolRecord): void;
  /** What one model call really used, once it has answered; told by the core after reconciling (RUN-11). */
  modelUsage(
    callId: ModelCallId,
    usage: { readonly inputTokens: number; readonly outputTokens: number },
  ): void;
  terminated(termination: RunTermination): void;
  cancelRequested(request: CancelRequest, won: boolean): void;
  handle(stop: HandleStop): void;
  lateArrival(arrival: LateArrival): void;
}

export interface InvocationRequest {
  readonly invocationId: InvocationId;
  readonly tool: string;
  readonly source: string;
  readonly label: string;
  readonly statement: string;
  readonly params: readonly ToolParameter[];
  readonly scope: string;
  readonly normalizedScope: string;
}

export type StoreWrite<T> =
  | { readonly ok: true; readonly record: T }
  | { readonly ok: false; readonly code: "STORE_UNAVAILABLE" | "DUPLICATE_ID" | "NOT_PROJECTING" };

/**
 * The run's canonical tool records (TOOL-2): PROJECTING → READY or ERROR, once. Its in-memory state is the truth of a live run; `begin` and
 * `complete` resolve only after the record was stored.
 */
export interface CanonicalInvocationStore {
  begin(request: InvocationRequest): Promise<StoreWrite<ProjectingToolRecord>>;
  complete(
    id: InvocationId,
    evidence: CanonicalEvidence,
    contentHash: string,
    bytes: number,
  ): Promise<StoreWrite<ReadyToolRecord>>;
  /** A harness-local write (RUN-8): synchronous in memory, needs no budget, no endpoint, no active run. Returns null when the record is not PROJECTING. */
  fail(id: InvocationId, code: ToolErrorCode, message: string): ErrorToolRecord | null;
  /** Notes the gain verdict of a READY record (INFO-2). */
  judge(id: InvocationId, gain: InformationGain): void;
  find(id: InvocationId): ToolRecord | undefined;
  findReadyByScope(tool: string, normalizedScope: string): ReadyToolRecord | undefined;
  /** In ordinal order. */
  list(status?: InvocationStatus): readonly ToolRecord[];
  /** Those whose last state could not be stored when it was reached, in ordinal order; fulfils when no save is under way. */
  unsaved(): Promise<readonly ToolRecord[]>;
}
