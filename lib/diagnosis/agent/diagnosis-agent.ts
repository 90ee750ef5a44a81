/**
 * The agent loop: one question to the model under control per step, every tool through the boundary (AGENT-1 … AGENT-3).
 *
 * Invariants: 1 two lawful results, everything else is an exception: AgentFailure with a snapshot, or RunAbortedException. 2 the loop has no
 * limit of its own: the model-call budget is the step limit. 3 after the stop order the next step is the last one (INFO-4).
 */
import type { ModelCallId } from "../../contracts/ids";
import type { TraceDetail, TraceStatus } from "../../contracts/trace";
import { CallTimeoutException } from "../../harness/call-timeout";
import type { RunContext } from "../../harness/run-context";
import type { InformationCollection } from "../collection/information-collection";
import { parseDraft, type DiagnosisDraft } from "../draft/draft-contract";
import type { InvestigationOutcome } from "../investigation";
import { callModelUnderControl } from "../model/controlled-model-call";
import { describeModelFailure } from "../model/describe-model-failure";
import type { ModelCallEnvironment } from "../model/model-call-environment";
import {
  ModelFailure,
  type AgentStep,
  type EvidenceTools,
  type PreviousTurn,
  type StepInput,
} from "../ports";
import type { ToolBoundary } from "../tools/tool-boundary";
import { traceLine } from "../trace-line";
import { AgentFailure } from "./agent-failure";
import type { AgentMemory } from "./agent-memory";
import { parseAgentStep } from "./agent-step";
import { takeProgressSnapshot, type ProgressSnapshot } from "./progress-snapshot";

/** AGENT-1: a draft and no stop reason, or a stop reason and no draft. */
export type DiagnosisExecution = Exclude<InvestigationOutcome, { readonly kind: "failed" }>;

export interface DiagnosisAgentOptions extends ModelCallEnvironment {
  readonly ctx: RunContext;
  readonly tools: EvidenceTools;
  readonly boundary: ToolBoundary;
  readonly collection: InformationCollection;
  readonly memory: AgentMemory;
  /** Called after each accepted tool record, when memory and collection have taken it in. */
  readonly onAccepted: () => Promise<void>;
}

export interface DiagnosisQuestion {
  readonly query: string;
  readonly previousTurn: PreviousTurn | null;
}

export class DiagnosisAgent {
  constructor(private readonly options: DiagnosisAgentOptions) {}

  /** Runs until a draft, a controlled stop, or an exception. Goes on from its memory and the stored records. */
  async run(question: DiagnosisQuestion): Promise<DiagnosisExecution> {
    const { collection, memory } = this.options;
    collection.recall(memory.recall());
    for (;;) {
      const stopRequired = collection.takeStopOrder();
      const step = await this.takeStep(question, stopRequired);
      const violation = collection.noteReport(step.progress);
      if (violation !== null) memory.noteViolation(violation);
      switch (step.kind) {
        case "draft":
          return { kind: "completed", draft: this.acceptDraft(step.text) };
        case "tool": {
          const result = await this.options.boundary.invoke(step.tool, step.request);
          const stopReason = collection.saturation;
          // Invariant 3: the boundary has refused the request, and there is no second chance to draft.
          if (stopRequired && stopReason !== null) {
            return { kind: "controlled_stop", stopReason, snapshot: this.snapshot() };
          }
          memory.note(result);
          if (result.kind !== "ready") break;
          collection.noteResult(result.record, result.repeated);
          if (!result.repeated) await this.options.onAccepted();
        }
      }
    }
  }

  private async takeStep(question: DiagnosisQuestion, stopRequired: boolean): Promise<AgentStep> {
    const { ctx, model, tools, memory, clock, ids } = this.options;
    const number = memory.beginStep();
    const callId = ids.modelCallId();
    const at = clock.now();
    const input: StepInput = {
      query: question.query,
      previousTurn: question.previousTurn,
      startedAt: ctx.startedAt,
      observations: memory.observations,
      tools: tools.list().flatMap((tool) => tool.describe() ?? []),
      sources: tools.sources(),
      stopRequired,
    };
    let raw: AgentStep;
    try {
      raw = await callModelUnderControl(this.options, ctx, {
        callId,
        kind: "model",
        what: `agent step ${number}`,
        input,
        invoke: (call) => model.step(input, call),
      });
    } catch (error) {
      const name = error instanceof Error ? error.name : "unknown";
      const isModels = error instanceof ModelFailure || error instanceof CallTimeoutException;
      const reason = isModels ? describeModelFailure(error) : null;
      this.traceStep("failed", at, callId, { step: number, stopRequired, error: name, reason });
      if (isModels) {
        throw new AgentFailure("MODEL_FAILED", "The model failed.", this.snapshot(), { cause: error });
      }
      throw error;
    }
    const step = parseAgentStep(raw);
    if (step === null) {
      this.traceStep("failed", at, callId, { step: number, stopRequired, error: "not a step" });
      throw new AgentFailure(
        "MODEL_FAILED",
        "The model answered with something that is no step.",
        this.snapshot(),
      );
    }
    this.traceStep("ok", at, callId, {
      step: number,
      stopRequired,
      kind: step.kind,
      tool: step.kind === "tool" ? step.tool.slice(0, 100) : null,
    });
    return step;
  }

  private acceptDraft(text: string): DiagnosisDraft {
    const parsed = parseDraft(text);
    const characters = text.length;
    if (!parsed.ok) {
      this.trace("DRAFT_REJECTED", "refused", {
        problem: parsed.problem,
        message: parsed.message,
        characters,
      });
      throw new AgentFailure("DRAFT_REJECTED", parsed.message, this.snapshot());
    }
    this.trace("DRAFT_RECEIVED", "ok", {
      hasConclusion: parsed.draft.conclusion !== undefined,
      claims: parsed.draft.claims.length,
      missingInfo: parsed.draft.missing_info.length,
      characters,
    });
    return parsed.draft;
  }

  private snapshot(): ProgressSnapshot {
    return takeProgressSnapshot(this.options.ctx.invocations);
  }

  private trace(name: "DRAFT_RECEIVED" | "DRAFT_REJECTED", status: TraceStatus, detail: TraceDetail): void {
    const { core, ctx, clock } = this.options;
    traceLine(core.recorder(ctx), clock, { name, phase: "agent", status, detail });
  }

  private traceStep(status: TraceStatus, startedAt: number, callId: ModelCallId, detail: TraceDetail): void {
    const { core, ctx, clock } = this.options;
    traceLine(core.recorder(ctx), clock, {
      name: "AGENT_MODEL_STEP",
      phase: "agent",
      status,
      startedAt,
      callId,
      detail,
    });
  }
}
