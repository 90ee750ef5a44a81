/**
 * The facade that the application drives: route, answer, diagnose. Owns the order inside a diagnosis (agent, then release); does not own the run's
 * lifecycle, its storage or its streams.
 */
import type { SafeFallback, SystemAnswer } from "../contracts/answer";
import type { ToolRecord } from "../contracts/evidence";
import type { CallGate } from "../harness/call-gate";
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

/** What the agent came to, on its way to release: an execution, or the failure whose progress may still be said (AGENT-2). */
export class Investigation {
  constructor(
    readonly outcome: DiagnosisExecution | AgentFailure,
    readonly collection: InformationCollection,
  ) {}
}

/** Every method but `budgetFallback` throws RunAbortedException when the run ended, DiagnosisFailure when nothing can be released. */
export interface DiagnosisRuntime {
  /** Sets the axes phase and intent. */
  route(ctx: RunContext, input: RouteInput): Promise<RouteDecision>;
  answerSystem(ctx: RunContext, input: AnswerInput): Promise<SystemAnswer>;
  /** Exactly one retrieval; an empty one is a fallback (APP-7). */
  answerKnowledge(ctx: RunContext, input: AnswerInput): Promise<KnowledgeResult>;
  /** The agent loop (AGENT-1). */
  investigate(ctx: RunContext, input: DiagnosisQuestion): Promise<Investigation>;
  /** The guards and the release decision (REL-1). */
  release(ctx: RunContext, query: string, investigation: Investigation): Promise<DiagnosisReleaseResult>;
  /** Agent, then release. */
  diagnose(ctx: RunContext, input: DiagnosisQuestion): Promise<DiagnosisReleaseResult>;
  /** Pure: what may be said after a budget stop, or null (APP-5). */
  budgetFallback(records: readonly ToolRecord[]): SafeFallback | null;
  /** The same runtime, whose model and tool calls are made through `gate`. */
  through(gate: CallGate): DiagnosisRuntime;
}

/** Wires the room once; the runtime keeps no state between runs. */
export function createDiagnosisRuntime(dependencies: DiagnosisDependencies): DiagnosisRuntime {
  const { core, model, sources, knowledge, clock, ids } = dependencies;
  const settings: DiagnosisSettings = { ...DEFAULT_DIAGNOSIS_SETTINGS, ...dependencies.settings };
  const answers = { core, model, clock, ids };
  const runtime: DiagnosisRuntime = {
    async route(ctx, input) {
      ctx.trace.axes({ phase: "ROUTING" });
      return routeIntent(answers, ctx, input);
    },
    answerSystem: (ctx, input) => answerSystemQuestion(answers, ctx, input),
    answerKnowledge: (ctx, input) =>
      answerFromKnowledge(answers, knowledge, settings.knowledgeLimit, ctx, input),
    async investigate(ctx, input) {
      core.checkActive(ctx);
      ctx.trace.axes({ phase: "DIAGNOSIS_RUNNING" });
      const { invocations, trace } = ctx;
      const collection = new InformationCollection({ trace, clock, invocations, thresholds: settings });
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
      const agent = new DiagnosisAgent({ core, ctx, model, sources, boundary, collection, clock, ids });
      return notingBudgetStop(ctx, collection, async () => {
        try {
          return new Investigation(await agent.run(input), collection);
        } catch (error) {
          if (error instanceof AgentFailure) return new Investigation(error, collection);
          throw error;
        }
      });
    },
    async release(ctx, query, { outcome, collection }) {
      const pipeline = new ReleasePipeline(
        { core, ctx, model, clock, ids, semanticTimeoutMs: settings.semanticTimeoutMs },
        query,
      );
      return notingBudgetStop(ctx, collection, () =>
        outcome instanceof AgentFailure ? pipeline.releaseAfterFailure(outcome) : pipeline.release(outcome),
      );
    },
    async diagnose(ctx, input) {
      return runtime.release(ctx, input.query, await runtime.investigate(ctx, input));
    },
    budgetFallback: (records) => budgetFallback(records),
    through: (gate) => createDiagnosisRuntime({ ...dependencies, core: core.through(gate) }),
  };
  return runtime;
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
    if (error instanceof RunAbortedException && ctx.lifecycle.termination?.state === "BUDGET_EXHAUSTED") {
      collection.noteBudgetExhausted();
    }
    throw error;
  }
}
