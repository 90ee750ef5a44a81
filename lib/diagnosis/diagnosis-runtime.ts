/**
 * The facade that the application drives: route, answer, diagnose. Owns the order inside a diagnosis (agent, then release); does not own the run's
 * lifecycle, its storage or its streams.
 */
import type { SafeFallback } from "../contracts/answer";
import type { ToolRecord } from "../contracts/evidence";
import type { DiagnosisHarnessCore } from "../harness/diagnosis-harness-core";
import type { Clock, Ids, Timers } from "../harness/ports";
import type { RunContext } from "../harness/run-context";
import type { RunStage } from "../harness/run-stage";
import { AgentFailure } from "./agent/agent-failure";
import { AgentMemory } from "./agent/agent-memory";
import { DiagnosisAgent, type DiagnosisQuestion } from "./agent/diagnosis-agent";
import { answerFromKnowledge, type KnowledgeResult } from "./answers/knowledge-answer";
import { answerSystemQuestion, type SystemResult } from "./answers/system-answer";
import { InformationCollection, type CollectionMemory } from "./collection/information-collection";
import { DEFAULT_DIAGNOSIS_SETTINGS, type DiagnosisSettings } from "./diagnosis-settings";
import { routeIntent } from "./intent-router";
import type { Investigation, InvestigationOutcome } from "./investigation";
import type { ModelCallEnvironment } from "./model/model-call-environment";
import type { InvestigationConduct } from "./investigation-conduct";
import type {
  AnswerInput,
  DiagnosisModel,
  EvidenceTools,
  KnowledgeSearch,
  RouteDecision,
  RouteInput,
} from "./ports";
import { maskedKnowledge } from "./masking/masked-knowledge";
import { maskedModel } from "./masking/masked-model";
import type { SecretMask } from "./masking/secret-mask";
import { budgetFallback } from "./release/budget-fallback";
import { ReleasePipeline, type DiagnosisReleaseResult } from "./release/release-pipeline";
import { ToolBoundary } from "./tools/tool-boundary";
import { carryDirectly } from "./tools/tool-call-carrier";

export interface DiagnosisDependencies {
  readonly core: DiagnosisHarnessCore;
  readonly model: DiagnosisModel;
  readonly tools: EvidenceTools;
  readonly knowledge: KnowledgeSearch;
  /** TOOL-8: between the run and all that a model or a tool says. */
  readonly mask: SecretMask;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
  /** From 0 to below 1; absent: retries wait exactly as long as the settings say. */
  readonly random?: () => number;
  readonly settings?: Partial<DiagnosisSettings>;
}

/** Every method but `budgetFallback` throws RunAbortedException when the run ended, DiagnosisFailure when nothing can be released. */
export interface DiagnosisRuntime {
  /** Sets the axes phase and intent. */
  route(ctx: RunContext, input: RouteInput): Promise<RouteDecision>;
  /** AnswerGuard may withhold it (REL-5). */
  answerSystem(ctx: RunContext, input: AnswerInput): Promise<SystemResult>;
  /** Exactly one retrieval; an empty one is a fallback (APP-7). */
  answerKnowledge(ctx: RunContext, input: AnswerInput): Promise<KnowledgeResult>;
  /** The agent loop (AGENT-1), from where it was saved. Throws what `conduct` threw as well. */
  investigate(
    ctx: RunContext,
    input: DiagnosisQuestion,
    conduct?: InvestigationConduct,
  ): Promise<Investigation>;
  /** The guards and the release decision (REL-1). */
  release(ctx: RunContext, query: string, investigation: Investigation): Promise<DiagnosisReleaseResult>;
  /** Agent, then release. */
  diagnose(ctx: RunContext, input: DiagnosisQuestion): Promise<DiagnosisReleaseResult>;
  /** Pure: what may be said after a budget stop, or null (APP-5). */
  budgetFallback(records: readonly ToolRecord[]): SafeFallback | null;
  /** The same runtime, whose calls are made and whose events are told in `stage`. */
  through(stage: RunStage): DiagnosisRuntime;
}

/** Wires the room once; the runtime keeps no state between runs. */
export function createDiagnosisRuntime(dependencies: DiagnosisDependencies): DiagnosisRuntime {
  const { core, tools, mask, clock, timers, ids, random } = dependencies;
  const model = maskedModel(dependencies.model, mask);
  const knowledge = maskedKnowledge(dependencies.knowledge, mask);
  const settings: DiagnosisSettings = { ...DEFAULT_DIAGNOSIS_SETTINGS, ...dependencies.settings };
  const { modelRetry } = settings;
  const calls: ModelCallEnvironment = { core, model, clock, timers, ids, random, modelRetry };
  const runtime: DiagnosisRuntime = {
    async route(ctx, input) {
      core.recorder(ctx).axes({ phase: "ROUTING" });
      return routeIntent(calls, ctx, input);
    },
    answerSystem: (ctx, input) => answerSystemQuestion(calls, ctx, input),
    answerKnowledge: (ctx, input) =>
      answerFromKnowledge(calls, knowledge, settings.knowledgeLimit, ctx, input),
    async investigate(ctx, input, conduct = UNSTAGED) {
      core.checkActive(ctx);
      core.recorder(ctx).axes({ phase: "DIAGNOSIS_RUNNING" });
      const { invocations } = ctx;
      const collection = collectionOf(ctx, conduct.saved?.collection);
      const memory = new AgentMemory(invocations, conduct.saved?.memory);
      const boundary = new ToolBoundary({
        core,
        ctx,
        tools,
        carry: conduct.carryTool,
        mask,
        clock,
        ids,
        isSaturated: () => collection.isSaturated,
        allowedSources: settings.allowedSources,
        statementTimeoutMs: settings.statementTimeoutMs,
        maxEvidenceBytes: settings.maxEvidenceBytes,
      });
      const onAccepted = (): Promise<void> =>
        conduct.save({ question: input, memory: memory.save(), collection: collection.memory });
      const agent = new DiagnosisAgent({ ...calls, ctx, tools, boundary, collection, memory, onAccepted });
      const outcome = await notingBudgetStop(ctx, collection, () => outcomeOf(agent, input));
      return { outcome, collection: collection.memory };
    },
    async release(ctx, query, { outcome, collection: remembered }) {
      const collection = collectionOf(ctx, remembered);
      const pipeline = new ReleasePipeline(
        { ...calls, ctx, semanticTimeoutMs: settings.semanticTimeoutMs },
        query,
      );
      return notingBudgetStop(ctx, collection, () => pipeline.release(outcome));
    },
    async diagnose(ctx, input) {
      return runtime.release(ctx, input.query, await runtime.investigate(ctx, input));
    },
    budgetFallback: (records) => budgetFallback(records),
    through: (stage) => createDiagnosisRuntime({ ...dependencies, core: core.through(stage) }),
  };
  const collectionOf = (ctx: RunContext, remembered: CollectionMemory | undefined): InformationCollection =>
    new InformationCollection({
      trace: core.recorder(ctx),
      clock,
      invocations: ctx.invocations,
      thresholds: settings,
      remembered,
    });
  return runtime;
}

/** In one go, in no stage: nothing to go on from, nothing kept. */
const UNSTAGED: InvestigationConduct = {
  saved: null,
  carryTool: carryDirectly,
  save: () => Promise.resolve(),
};

/** An unlawful end is an outcome as well, for its progress may still be said (AGENT-2). */
async function outcomeOf(agent: DiagnosisAgent, input: DiagnosisQuestion): Promise<InvestigationOutcome> {
  try {
    return await agent.run(input);
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
    return { kind: "failed", code: error.code, snapshot: error.snapshot };
  }
}

/** INFO-3: a budget stop has ended the run already; this says why collection ended, and the exception goes on. */
async function notingBudgetStop<T>(
  ctx: RunContext,
  collection: InformationCollection,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (ctx.lifecycle.termination?.state === "BUDGET_EXHAUSTED") collection.noteBudgetExhausted();
    throw error;
  }
}
