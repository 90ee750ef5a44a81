/**
 * The facade that the application drives: route, answer, diagnose. Owns the order inside a diagnosis (agent, then release); does not own the run's
 * lifecycle, its storage or its streams.
 */
import type { SafeFallback, SystemAnswer } from "../contracts/answer";
import type { ToolRecord } from "../contracts/evidence";
import type { DiagnosisHarnessCore } from "../harness/diagnosis-harness-core";
import type { Clock, Ids } from "../harness/ports";
import { RunAbortedException } from "../harness/run-aborted-exception";
import type { RunContext } from "../harness/run-context";
import { AgentFailure } from "./agent/agent-failure";
import { DiagnosisAgent, type DiagnosisExecution, type DiagnosisQuestion } from "./agent/diagnosis-agent";
import { answerFromKnowledge, type KnowledgeResult } from "./answers/knowledge-answer";
import { answerSystemQuestion } from "./answers/system-answer";
import { InformationCollection } from "./collection/information-collection";
import { DEFAULT_DIAGNOSIS_SETTINGS, type DiagnosisSettings } from "./diagnosis-settings";
import { routeIntent } from "./intent-router";
import type {
  AnswerInput,
  DiagnosisModel,
  EvidenceSources,
  KnowledgeSearch,
  RouteDecision,
  RouteInput,
} from "./ports";
import { budgetFallback } from "./release/budget-fallback";
import { ReleasePipeline, type DiagnosisReleaseResult } from "./release/release-pipeline";
import { ToolBoundary } from "./tools/tool-boundary";

export interface DiagnosisDependencies {
  readonly core: DiagnosisHarnessCore;
  readonly model: DiagnosisModel;
  readonly sources: EvidenceSources;
  readonly knowledge: KnowledgeSearch;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings?: Partial<DiagnosisSettings>;
}

/** Every method but `budgetFallback` throws RunAbortedException when the run ended, DiagnosisFailure when nothing can be released. */
export interface DiagnosisRuntime {
  /** Sets the axes phase and intent. */
  route(ctx: RunContext, input: RouteInput): Promise<RouteDecision>;
  answerSystem(ctx: RunContext, input: AnswerInput): Promise<SystemAnswer>;
  /** Exactly one retrieval; an empty one is a fallback (APP-7). */
  answerKnowledge(ctx: RunContext, input: AnswerInput): Promise<KnowledgeResult>;
  /** Agent, then release (REL-1). */
  diagnose(ctx: RunContext, input: DiagnosisQuestion): Promise<DiagnosisReleaseResult>;
  /** Pure: what may be said after a budget stop, or null (APP-5). */
  budgetFallback(records: readonly ToolRecord[]): SafeFallback | null;
}

/** Wires the room once; the runtime keeps no state between runs. */
export function createDiagnosisRuntime(dependencies: DiagnosisDependencies): DiagnosisRuntime {
  const { core, model, sources, knowledge, clock, ids } = dependencies;
  const settings: DiagnosisSettings = { ...DEFAULT_DIAGNOSIS_SETTINGS, ...dependencies.settings };
  const answers = { core, model, clock, ids };
  return {
    async route(ctx, input) {
      ctx.trace.axes({ phase: "ROUTING" });
      return routeIntent(answers, ctx, input);
    },
    answerSystem: (ctx, input) => answerSystemQuestion(answers, ctx, input),
    answerKnowledge: (ctx, input) =>
      answerFromKnowledge(answers, knowledge, settings.knowledgeLimit, ctx, input),
    async diagnose(ctx, input) {
      core.checkActive(ctx);
      ctx.trace.axes({ phase: "DIAGNOSIS_RUNNING" });
      const thresholds = settings;
      const collection = new InformationCollection({
        trace: ctx.trace,
        clock,
        invocations: ctx.invocations,
        thresholds,
      });
      const boundary = new ToolBoundary({
        core,
        ctx,
        sources,
        clock,
        ids,
        isSaturated: () => collection.isSaturated,
        allowedSources: settings.allowedSources,
        statementTimeoutMs: settings.statementTimeoutMs,
        maxEvidenceBytes: settings.maxEvidenceBytes,
      });
      const agent = new DiagnosisAgent({
        core,
        ctx,
        model,
        sources,
        boundary,
        collection,
        clock,
        ids,
      });
      const release = new ReleasePipeline(
        { core, ctx, model, clock, ids, semanticTimeoutMs: settings.semanticTimeoutMs },
        input.query,
      );
      try {
        return await releaseExecution(agent, release, input);
      } catch (error) {
        // INFO-3: the run is over already; this says why collection ended, and the exception goes on.
        if (error instanceof RunAbortedException && ctx.lifecycle.termination?.state === "BUDGET_EXHAUSTED") {
          collection.noteBudgetExhausted();
        }
        throw error;
      }
    },
    budgetFallback: (records) => budgetFallback(records),
  };
}

async function releaseExecution(
  agent: DiagnosisAgent,
  release: ReleasePipeline,
  input: DiagnosisQuestion,
): Promise<DiagnosisReleaseResult> {
  let execution: DiagnosisExecution;
  try {
    execution = await agent.run(input);
  } catch (error) {
    if (error instanceof AgentFailure) return release.releaseAfterFailure(error);
    throw error;
  }
  return release.release(execution);
}
