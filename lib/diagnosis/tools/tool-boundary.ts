/**
 * The only way from the agent to a data source (TOOL-1, TOOL-2, TOOL-5).
 *
 * Invariants: 1 nothing runs before every preflight check passed and the record was stored as PROJECTING. 2 whatever happens then, the record
 * leaves PROJECTING: READY, or ERROR by a harness-local write (RUN-8). 3 bytes are reserved before the result is stored. 4 what an interrupted call
 * throws goes on as it is, after its record has been closed. 5 what a request or an answer says is masked before anything keeps it or hears of it;
 * the request that runs is the real one (TOOL-8).
 */
import type { PreflightCode, ReadyToolRecord, ToolErrorCode } from "../../contracts/evidence";
import { PREFLIGHT_CODE_TABLE } from "../../contracts/evidence";
import type { InvocationId } from "../../contracts/ids";
import type { TraceDetail } from "../../contracts/trace";
import type { DiagnosisHarnessCore } from "../../harness/diagnosis-harness-core";
import type { Clock, Ids, StoreWrite } from "../../harness/ports";
import { RunAbortedException } from "../../harness/run-aborted-exception";
import type { RunContext } from "../../harness/run-context";
import type { RunStage } from "../../harness/run-stage";
import { projectEvidence } from "../evidence/projection";
import type { SecretMask } from "../masking/secret-mask";
import type { AcceptedToolRequest, EvidenceResult, EvidenceTool, EvidenceTools } from "../ports";
import { traceLine } from "../trace-line";
import { ToolAnswer, type ToolCallCarrier } from "./tool-call-carrier";
import { checkToolRequest, requestLabel } from "./tool-preflight";

/** What the agent is told. A preflight refusal leaves no canonical record. */
export type ToolBoundaryResult =
  | { readonly kind: "ready"; readonly record: ReadyToolRecord; readonly repeated: boolean }
  | {
      readonly kind: "error";
      readonly invocationId: InvocationId;
      readonly label: string;
      readonly code: ToolErrorCode;
      readonly message: string;
    }
  | {
      readonly kind: "rejected";
      readonly label: string;
      readonly code: PreflightCode;
      readonly message: string;
    };

export interface ToolBoundaryOptions {
  readonly core: DiagnosisHarnessCore;
  readonly ctx: RunContext;
  readonly tools: EvidenceTools;
  readonly carry: ToolCallCarrier;
  readonly mask: SecretMask;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly isSaturated: () => boolean;
  readonly allowedSources: readonly string[] | null;
  readonly statementTimeoutMs: number;
  readonly maxEvidenceBytes: number;
}

/** A call that was stopped answers with that it was. */
function isStopEcho(result: EvidenceResult): boolean {
  return result.kind === "error" && result.code === "RUN_ENDED";
}

/** How a call that had begun ended in ERROR. */
interface Fault {
  readonly code: ToolErrorCode;
  readonly message: string;
}
type Accepted =
  | { readonly ok: true; readonly record: ReadyToolRecord; readonly masked: number }
  | { readonly ok: false; readonly fault: Fault };

/** A request as it runs, and as it is told. */
interface CheckedCall {
  readonly tool: EvidenceTool;
  readonly request: AcceptedToolRequest;
  readonly told: AcceptedToolRequest;
  /** How many places of the request are masked. */
  readonly masked: number;
  /** For the ledger and the receipt. */
  readonly what: string;
}

export class ToolBoundary {
  constructor(private readonly options: ToolBoundaryOptions) {}

  /**
   * Runs one request for the tool of that name. Refusals and failures are values. Throws RunAbortedException when the run ended or a budget refused, or what the carrier
   * made of it.
   */
  async invoke(name: string, request: unknown): Promise<ToolBoundaryResult> {
    const { core, ctx, clock, ids, mask } = this.options;
    const at = clock.now();
    const label = mask.text(requestLabel(name, request));
    const invocationId = ids.invocationId();
    const reject = (code: PreflightCode, reason: string): ToolBoundaryResult => {
      const message = mask.text(reason);
      this.traceRejection(at, invocationId, name, label, code, message);
      return { kind: "rejected", label, code, message };
    };

    this.passGate(reject, () => core.checkActive(ctx));
    if (ctx.invocations.find(invocationId) !== undefined) {
      return reject("INVALID_INVOCATION_ID", PREFLIGHT_CODE_TABLE.INVALID_INVOCATION_ID);
    }
    const { tool, check } = checkToolRequest(name, request, this.options.tools, this.options.allowedSources);
    if (tool === null) return reject(check.code, check.message);
    const { value: told, count: masked } = mask.request(check.request);
    if (this.options.isSaturated()) {
      return reject("COLLECTION_SATURATED", PREFLIGHT_CODE_TABLE.COLLECTION_SATURATED);
    }
    const earlier = ctx.invocations.findReadyByScope(name, told.normalizedScope);
    if (earlier !== undefined) return this.answerFromRecord(at, earlier);

    const what = `${name}: ${told.label}`;
    this.passGate(reject, () => core.beforeToolCall(ctx, { callId: invocationId, what }));
    const begun = await ctx.invocations.begin({ invocationId, tool: name, ...told });
    if (!begun.ok) {
      ctx.budget.reconcile("toolCalls", 1, 0, invocationId, `${what} (not made)`);
      const code = begun.code === "STORE_UNAVAILABLE" ? "STORE_UNAVAILABLE" : "INVALID_INVOCATION_ID";
      const refusal = reject(code, PREFLIGHT_CODE_TABLE[code]);
      core.checkActive(ctx);
      return refusal;
    }
    return this.runRecorded(invocationId, { tool, request: check.request, told, masked, what });
  }

  private async runRecorded(invocationId: InvocationId, call: CheckedCall): Promise<ToolBoundaryResult> {
    const { core, ctx, clock } = this.options;
    const at = clock.now();
    let accepted: Accepted;
    try {
      accepted = await this.carryCall(invocationId, call);
    } catch (error) {
      // Invariant 2 holds for bugs as well; they go on as what they are.
      this.close(at, invocationId, call, this.faultNow());
      throw error;
    }
    if (!accepted.ok) {
      const { fault } = accepted;
      this.close(at, invocationId, call, fault);
      core.checkActive(ctx);
      return {
        kind: "error",
        invocationId,
        label: call.told.label,
        code: fault.code,
        message: fault.message,
      };
    }
    const { record } = accepted;
    this.traceInvocation("ok", at, invocationId, {
      ...describe(call),
      evidenceStatus: record.evidenceStatus,
      rows: record.evidence.rows.length,
      bytes: record.bytes,
      repeated: false,
      ...countOf(call.masked + accepted.masked),
    });
    core.afterToolCall(ctx);
    return { kind: "ready", record, repeated: false };
  }

  private async carryCall(invocationId: InvocationId, call: CheckedCall): Promise<Accepted> {
    let accepted: Accepted | null = null;
    await this.options.carry(
      (stage) => this.query(stage, invocationId, call),
      async (answer) => {
        accepted = await this.accept(answer, invocationId, call.what);
      },
    );
    if (accepted === null) throw new Error("a tool call was carried without an acceptance");
    return accepted;
  }

  private async query(
    stage: RunStage | null,
    invocationId: InvocationId,
    { tool, request, what }: CheckedCall,
  ): Promise<ToolAnswer> {
    const { ctx, mask } = this.options;
    const core = stage === null ? this.options.core : this.options.core.through(stage);
    // The run may have ended while the record was being stored; holdTool then refuses before anything starts.
    const held = { callId: invocationId, what, kind: tool.handleKind, isStopEcho };
    const result = await core.holdTool(ctx, held, (remainingMs) =>
      tool.run(request, Math.max(1, Math.min(this.options.statementTimeoutMs, remainingMs)), invocationId),
    );
    core.afterToolCall(ctx);
    if (result.kind === "error")
      return new ToolAnswer({ ok: false, code: result.code, message: mask.text(result.message) });
    return new ToolAnswer(projectEvidence(result.evidence, this.options.maxEvidenceBytes, mask.evidence));
  }

  /** Stores what the query brought: the one place where a record becomes READY. */
  private async accept({ outcome }: ToolAnswer, invocationId: InvocationId, what: string): Promise<Accepted> {
    const { core, ctx } = this.options;
    if (!outcome.ok) return { ok: false, fault: { code: outcome.code, message: outcome.message } };
    const { evidence, digest, masked } = outcome;
    core.reserveRunBytes(ctx, { callId: invocationId, what, bytes: digest.bytes });
    const written = await ctx.invocations.complete(invocationId, evidence, digest.contentHash, digest.bytes);
    if (written.ok) return { ok: true, record: written.record, masked };
    ctx.budget.reconcile("bytes", digest.bytes, 0, invocationId, `${what} (not stored)`);
    return { ok: false, fault: storeFault(written) };
  }

  /** Why a call that threw has no answer: what the run says of itself, never what the error looks like. */
  private faultNow(): Fault {
    const { core, ctx } = this.options;
    const state = ctx.lifecycle.termination?.state ?? null;
    if (state === "BUDGET_EXHAUSTED")
      return { code: "BUDGET_EXCEEDED", message: "A budget of the run was exhausted." };
    if (state !== null)
      return { code: "RUN_ENDED", message: `The run ended while the call was in flight: ${state}.` };
    if (core.isHandedOver(ctx))
      return {
        code: "PROCESS_LOST",
        message: "The process that made the call stopped before it was answered.",
      };
    return { code: "EXECUTION_FAILED", message: "The data source's adapter failed." };
  }

  /** INFO-2: an exact repeat costs nothing and runs nothing. */
  private answerFromRecord(at: number, record: ReadyToolRecord): ToolBoundaryResult {
    this.traceInvocation("info", at, record.invocationId, {
      tool: record.tool,
      source: record.source,
      label: record.label.slice(0, 200),
      evidenceStatus: record.evidenceStatus,
      repeated: true,
    });
    return { kind: "ready", record, repeated: true };
  }

  private close(at: number, invocationId: InvocationId, call: CheckedCall, fault: Fault): void {
    this.options.ctx.invocations.fail(invocationId, fault.code, fault.message);
    this.traceInvocation("failed", at, invocationId, {
      ...describe(call),
      code: fault.code,
      message: fault.message.slice(0, 500),
      ...countOf(call.masked),
    });
  }

  /** A gate of the core that throws is a preflight refusal as well: it is told, and the exception goes on. */
  private passGate(
    reject: (code: PreflightCode, message: string) => ToolBoundaryResult,
    gate: () => void,
  ): void {
    try {
      gate();
    } catch (error) {
      if (error instanceof RunAbortedException) {
        const code = isOverBudget(error) ? "BUDGET_EXCEEDED" : "RUN_NOT_ACTIVE";
        reject(code, PREFLIGHT_CODE_TABLE[code]);
      }
      throw error;
    }
  }

  private traceRejection(
    at: number,
    invocationId: InvocationId,
    tool: string,
    label: string,
    code: PreflightCode,
    message: string,
  ): void {
    const { core, ctx, clock } = this.options;
    traceLine(core.recorder(ctx), clock, {
      name: "TOOL_REQUEST_REJECTED",
      phase: "tool",
      status: "refused",
      startedAt: at,
      callId: invocationId,
      detail: {
        tool: this.options.mask.text(tool.slice(0, 100)),
        label,
        code,
        message: message.slice(0, 500),
      },
    });
  }

  private traceInvocation(
    status: "ok" | "failed" | "info",
    at: number,
    callId: InvocationId,
    detail: TraceDetail,
  ): void {
    const { core, ctx, clock } = this.options;
    traceLine(core.recorder(ctx), clock, {
      name: "TOOL_INVOCATION",
      phase: "tool",
      status,
      startedAt: at,
      callId,
      detail,
    });
  }
}

function describe({ tool, told }: CheckedCall): TraceDetail {
  return {
    tool: tool.name,
    source: told.source,
    label: told.label,
    scope: told.scope,
  };
}

/** How many places of request and answer are masked; nothing where none is. */
function countOf(masked: number): TraceDetail {
  return masked === 0 ? {} : { masked };
}

function storeFault(written: Extract<StoreWrite<ReadyToolRecord>, { ok: false }>): Fault {
  return { code: "STORE_FAILED", message: `The result could not be stored (${written.code}).` };
}

function isOverBudget(error: RunAbortedException): boolean {
  return error.termination?.state === "BUDGET_EXHAUSTED";
}
