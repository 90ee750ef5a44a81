/** What diagnosis needs from outside: a model, data sources, knowledge. Adapters implement these. */
import type { Claim } from "../contracts/answer";
import type { InformationGain, IntentType, SemanticVerdict } from "../contracts/axes";
import type { CanonicalEvidence, ReadyToolRecord, ToolErrorCode, ToolParameter } from "../contracts/evidence";
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
/** Held by the harness for the length of one call. A model must stop when `signal` aborts; the harness does not rely on it (RUN-9). */
export interface ModelCall {
  readonly signal: AbortSignal;
}

/** Thrown by a model adapter for operational failures; anything else thrown is a bug and treated as unrecoverable too. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly retry: "never" | "later";
  constructor(message: string, options: { cause?: unknown; retry?: "never" | "later" } = {}) {
    super(message, { cause: options.cause });
    this.retry = options.retry ?? "never";
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

/** SemanticGuard's question: claims and their evidence, never the agent's reasoning. */
export interface VerdictInput {
  readonly conclusion: string;
  readonly claims: readonly { readonly claim: Claim; readonly evidence: readonly ReadyToolRecord[] }[];
}
export interface VerdictReply {
  readonly verdict: SemanticVerdict;
  readonly reason: string;
  /** Index of the first claim that failed. */
  readonly failingClaim: number | null;
}

export interface AnswerInput {
  readonly query: string;
  readonly history: readonly RoutingTurn[];
}
export interface KnowledgeAnswerInput {
  readonly query: string;
  readonly passages: readonly KnowledgePassage[];
}

/** The one model port; an LLM and the embedded playbooks are both drivers of it. */
export interface DiagnosisModel {
  readonly name: string;
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
  { readonly ok: true; readonly normalized: string } | { readonly ok: false; readonly reason: string };
export interface EvidenceSources {
  describe(): readonly SourceDescription[];
  /** TOOL-6, first wall: is this one allow-listed read-only statement? The reason says what to change. `normalized` folds white space and comments for repeat detection. */
  check(source: string, statement: string): StatementCheck;
  /** Throws only when `source` is unknown or `check` was not passed: both are bugs of the caller. */
  run(query: EvidenceQuery): RunningQuery;
  ready(): Promise<{ ok: boolean; detail: string }>;
  close(): Promise<void>;
}
