/** What diagnosis needs from outside: a model, data sources, knowledge. Adapters implement these. */
import type { Claim } from "../contracts/answer";
import type { InformationGain, IntentType, SemanticVerdict } from "../contracts/axes";
import type { ToolHandleKind } from "../contracts/cancellation";
import type {
  CanonicalEvidence,
  PreflightCode,
  ReadyToolRecord,
  ToolErrorCode,
  ToolParameter,
} from "../contracts/evidence";
import type { InvocationId } from "../contracts/ids";

/** Tokens of one model call. `estimated` where the provider did not report them (RUN-11). */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly estimated: boolean;
}
export interface ModelReply<T> {
  readonly value: T;
  readonly usage: ModelUsage;
}
/** An answer that could not be used, and why: what the model is told when it is asked once again. */
export interface AnswerComplaint {
  readonly answer: string;
  readonly problem: string;
}
/** Held by the harness for the length of one call. A model must stop when `signal` aborts; the harness does not rely on it (RUN-9). */
export interface ModelCall {
  readonly signal: AbortSignal;
  /** What is reserved for the answer, tokens, where that is less than the model's own `maxOutputTokens` (RUN-11). */
  readonly maxOutputTokens?: number;
  /** Present when the same question was answered in an unusable way before. */
  readonly complaint?: AnswerComplaint;
}

interface ModelFailureOptions {
  readonly cause?: unknown;
  readonly retry?: "never" | "later";
  readonly retryAfterMs?: number | null;
  readonly usage?: ModelUsage | null;
}

/**
 * Thrown by a model adapter for operational failures; anything else thrown is a bug and treated as unrecoverable too. Its message is shown to
 * operators: no secret, and no text of a model or a server.
 */
export class ModelFailure extends Error {
  override readonly name: string = "ModelFailure";
  /** Whether the same question may succeed when it is asked again. */
  readonly retry: "never" | "later";
  /** What the provider asked to wait, ms; null when it did not say. */
  readonly retryAfterMs: number | null;
  /** What the failed call used, where that is known; null leaves the reservation standing (RUN-11). */
  readonly usage: ModelUsage | null;
  constructor(message: string, options: ModelFailureOptions = {}) {
    super(message, { cause: options.cause });
    this.retry = options.retry ?? "never";
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.usage = options.usage ?? null;
  }
}

/** The model answered, and the answer is not what was asked for. It may be asked once more, with the complaint. */
export class InvalidAnswerFailure extends ModelFailure {
  override readonly name = "InvalidAnswerFailure";
  constructor(
    message: string,
    readonly complaint: AnswerComplaint,
    usage: ModelUsage | null,
  ) {
    super(message, { usage });
  }
}

/** The last published result of the session, the only thing carried into a next turn (APP-4). */
export interface PreviousTurn {
  readonly query: string;
  readonly conclusion: string;
}
/** Bounded, oldest first. */
export interface RoutingTurn {
  readonly query: string;
  readonly intent: IntentType;
}

export interface RouteInput {
  readonly query: string;
  readonly history: readonly RoutingTurn[];
  readonly previousTurn: PreviousTurn | null;
}
export interface RouteDecision {
  readonly intent: IntentType;
  /** For the trace: why, with scores where there are any. */
  readonly rationale: string;
}

/** One earlier step's result as the agent may see it. */
export type Observation =
  | {
      readonly kind: "evidence";
      readonly record: ReadyToolRecord;
      readonly repeated: boolean;
      readonly gain: InformationGain | null;
    }
  | {
      readonly kind: "tool_error";
      readonly invocationId: InvocationId;
      readonly label: string;
      readonly code: ToolErrorCode;
      readonly message: string;
    }
  | { readonly kind: "rejected"; readonly label: string; readonly code: string; readonly message: string }
  | { readonly kind: "protocol_violation"; readonly message: string };

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the request. */
  readonly inputSchema: Record<string, unknown>;
}

export interface StepInput {
  readonly query: string;
  readonly previousTurn: PreviousTurn | null;
  /** When the run started, ms since the epoch: "now" for relative times, the same in every step. */
  readonly startedAt: number;
  readonly observations: readonly Observation[];
  readonly tools: readonly ToolDescription[];
  readonly sources: readonly SourceDescription[];
  /** True once: no further evidence tool will run, draft now (INFO-4). */
  readonly stopRequired: boolean;
}

/** INFO-2a: what the previous non-empty result brought. */
export interface ProgressReport {
  readonly invocationId: string;
  readonly gain: InformationGain;
}
/** One step of the agent: a tool request, or a draft as text that the draft contract parses (AGENT-3). */
export type AgentStep =
  | {
      readonly kind: "tool";
      readonly progress: ProgressReport | null;
      readonly tool: string;
      readonly request: unknown;
    }
  | { readonly kind: "draft"; readonly progress: ProgressReport | null; readonly text: string };

export interface EvidenceViolation {
  /** Index of the claim, or null when it is about the conclusion as a whole. */
  readonly claim: number | null;
  readonly code: string;
  readonly message: string;
}
export interface RepairInput {
  readonly query: string;
  readonly draft: string;
  readonly violations: readonly EvidenceViolation[];
  readonly evidence: readonly ReadyToolRecord[];
}

/** A line of a draft that no claim carries, as far as code has let it through. */
export interface UncitedLine {
  readonly kind: "missing_info" | "recommended_action";
  readonly text: string;
}
/** SemanticGuard's question: claims and their evidence, and the lines beside them, never the agent's reasoning. */
export interface VerdictInput {
  readonly conclusion: string;
  readonly lines: readonly UncitedLine[];
  readonly claims: readonly { readonly claim: Claim; readonly evidence: readonly ReadyToolRecord[] }[];
}
export interface VerdictReply {
  readonly verdict: SemanticVerdict;
  readonly reason: string;
  /** Index of the first claim that failed. */
  readonly failingClaim: number | null;
  /**
   * Indexes of the lines that say more than an advice or a question may: `verdict` is about conclusion and claims alone. Absent: the lines were not
   * judged, and none of them is released.
   */
  readonly failingLines?: readonly number[] | undefined;
}

export interface AnswerInput {
  readonly query: string;
  readonly history: readonly RoutingTurn[];
}
export interface KnowledgeAnswerInput {
  readonly query: string;
  readonly passages: readonly KnowledgePassage[];
}

/**
 * The one model port; an LLM and the embedded playbooks are both drivers of it. A method makes one attempt: whether there is another one, and
 * what it costs, is decided above it (RUN-11).
 */
export interface DiagnosisModel {
  readonly name: string;
  /** How long one call may take, ms; absent where only the run's deadline bounds it. */
  readonly callTimeoutMs?: number;
  /** What its driver's configuration lets an answer about the system say beside what every model may say (REL-5); fixed before any question. */
  readonly selfDescription?: string;
  /** The part of an estimate that is kept for the answer, tokens; absent where the model does not let itself be told to be shorter. */
  readonly maxOutputTokens?: number;
  /** Upper estimate of the tokens a call with that much text will use, reserved up front (RUN-11). */
  estimateTokens(inputCharacters: number): number;
  route(input: RouteInput, call: ModelCall): Promise<ModelReply<RouteDecision>>;
  step(input: StepInput, call: ModelCall): Promise<ModelReply<AgentStep>>;
  /** Returns the repaired draft as text (REL-1: exactly one try). */
  repair(input: RepairInput, call: ModelCall): Promise<ModelReply<string>>;
  verify(input: VerdictInput, call: ModelCall): Promise<ModelReply<VerdictReply>>;
  answerSystem(input: AnswerInput, call: ModelCall): Promise<ModelReply<string>>;
  answerKnowledge(input: KnowledgeAnswerInput, call: ModelCall): Promise<ModelReply<string>>;
  /** Cheap reachability check for /api/ready. */
  ready(): Promise<{ ok: boolean; detail: string }>;
}

export interface KnowledgePassage {
  readonly documentId: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly score: number;
}
export interface KnowledgeSearch {
  /** Best first; empty when nothing matches well enough. */
  search(query: string, limit: number): Promise<readonly KnowledgePassage[]>;
}

export interface SourceDescription {
  readonly name: string;
  readonly description: string;
}
export interface EvidenceQuery {
  readonly source: string;
  readonly statement: string;
  readonly params: readonly ToolParameter[];
  /** Upper bound for the statement, ms: already cut to what is left of the deadline (KILL-4). */
  readonly timeoutMs: number;
  /** The call's name on the server, by which it is found again when its process is lost. */
  readonly callId?: InvocationId | undefined;
}
/** A call whose process died before it was answered: the server may still be at it. */
export interface LostCall {
  readonly source: string;
  readonly callId: InvocationId;
}
/** What became of an attempt to stop an in-flight query (KILL-3). */
export interface StopReport {
  readonly stop: "confirmed" | "unconfirmed";
  /** e.g. "KILL QUERY on thread 481; gone from the process list". */
  readonly detail: string;
}
export type EvidenceResult =
  | { readonly kind: "rows"; readonly evidence: CanonicalEvidence; readonly elapsedMs: number }
  | { readonly kind: "error"; readonly code: ToolErrorCode; readonly message: string };
/**
 * One query in flight. `result` always fulfils. `stop` is idempotent: it kills the statement on the server, asks the process list
 * whether it is gone, and never touches a later statement on the same connection (RUN-7, KILL-2).
 */
export interface RunningQuery {
  readonly result: Promise<EvidenceResult>;
  stop(): Promise<StopReport>;
}
export type StatementCheck =
  | { readonly ok: true; readonly normalized: string }
  /** `code`: INVALID_REQUEST for a statement that only reads, and whose answer could be no evidence; NOT_READ_ONLY when absent. */
  | { readonly ok: false; readonly reason: string; readonly code?: "INVALID_REQUEST" };
export interface EvidenceSources {
  describe(): readonly SourceDescription[];
  /** TOOL-6, first wall: is this one allow-listed read-only statement? The reason says what to change. `normalized` folds white space and comments for repeat detection. */
  check(source: string, statement: string): StatementCheck;
  /** Throws only when `source` is unknown or `check` was not passed: both are bugs of the caller. */
  run(query: EvidenceQuery): RunningQuery;
  /** Stops what a lost process left running on the servers. Returns how many were stopped for sure. Rejects when a server cannot be asked. */
  stopLost?(calls: readonly LostCall[]): Promise<number>;
  /** Connections for evidence that are in use, and the most there may be, by source. */
  pools?(): Readonly<Record<string, { readonly used: number; readonly limit: number }>>;
  ready(): Promise<{ ok: boolean; detail: string }>;
  close(): Promise<void>;
}

/** A request that the tool's own checks let through: what the canonical record says of the call (TOOL-2). */
export interface AcceptedToolRequest {
  /** Which configured source it runs against. */
  readonly source: string;
  readonly label: string;
  /** What is asked, as text: a SQL statement, a PromQL expression, the canonical JSON of the arguments. */
  readonly statement: string;
  readonly params: readonly ToolParameter[];
  readonly scope: string;
  /** Two requests of one tool with the same key ask the same question (INFO-2). */
  readonly normalizedScope: string;
}
export type ToolRequestRefusal = Extract<
  PreflightCode,
  "TOOL_NOT_AUTHORISED" | "INVALID_REQUEST" | "NOT_READ_ONLY"
>;
export type ToolRequestCheck =
  | { readonly ok: true; readonly request: AcceptedToolRequest }
  | { readonly ok: false; readonly code: ToolRequestRefusal; readonly message: string };

/** One kind of evidence that the agent may ask for. Its name is fixed; what it says of itself may change. */
export interface EvidenceTool {
  /** Letters, digits, _ and -; at most 64 characters. */
  readonly name: string;
  /** What a call of it is in a receipt. */
  readonly handleKind: ToolHandleKind;
  /** As the model is shown it; null while it cannot be used. */
  describe(): ToolDescription | null;
  /**
   * The checks of TOOL-1 that look at the request alone, in order: is the source one that the run may use, shape, read-only. Asks nobody.
   */
  check(request: unknown, maySource: (source: string) => boolean): ToolRequestCheck;
  /** `timeoutMs` is already cut to what is left of the deadline (KILL-4). Throws only on a request that `check` did not accept: a bug. */
  run(request: AcceptedToolRequest, timeoutMs: number, callId?: InvocationId): RunningQuery;
}
/** Tools that share what they ask: the databases, the metrics, the servers of a protocol. */
export interface EvidenceTools {
  /** In the order in which the model is shown them; names are the same for the life of the process. */
  list(): readonly EvidenceTool[];
  /** The sources that a request names. */
  sources(): readonly SourceDescription[];
  /** As the sources' own; absent where nothing outlives its process. */
  stopLost?(calls: readonly LostCall[]): Promise<number>;
  ready(): Promise<{ ok: boolean; detail: string }>;
  close(): Promise<void>;
}
