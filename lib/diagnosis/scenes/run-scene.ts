/**
 * The body of a run as scenes: one root, and routing, the two kinds of answer, the agent with its tool calls, and release below it. Every stage
 * ends by the one exit order of lib/invocation; what a stage decides is the diagnosis runtime's.
 *
 * What scenes hand to each other, return and save is data, so the root and the agent go on in another process (RUN-18). The run itself (its runtime
 * and context) is what the scenes are made for.
 */
import { z } from "zod";
import { SafeAnswer } from "../../contracts/answer";
import { IntentType } from "../../contracts/axes";
import type { RunContext } from "../../harness/run-context";
import type { RunStage } from "../../harness/run-stage";
import type { Clock } from "../../harness/ports";
import {
  defineScene,
  type ChildEndpoint,
  type CheckpointEndpoint,
  type CancelSignal,
  type Scene,
  type Schema,
} from "../../invocation";
import type { DiagnosisRuntime } from "../diagnosis-runtime";
import { Investigation } from "../investigation";
import { InvestigationState, type InvestigationConduct } from "../investigation-conduct";
import { ToolAnswer } from "../tools/tool-call-carrier";
import { keepCheckpoint, resumeOrInvoke } from "./checkpoints";
import { modelCalls, toolCalls } from "./scene-calls";
import { inStage, stageDeltas, stageOf, type StageDelta } from "./scene-stage";

/** What the root works on. */
export const RunQuestion = z.object({
  query: z.string(),
  /** Bounded, oldest first. */
  history: z.array(z.object({ query: z.string(), intent: IntentType })).readonly(),
  previousTurn: z.object({ query: z.string(), conclusion: z.string() }).nullable(),
  /** What an earlier life of the run was routed to, where it had no time to save a checkpoint. */
  intent: IntentType.nullable(),
});
export type RunQuestion = Readonly<z.infer<typeof RunQuestion>>;

/** What the root delivers: what may be released, before the run's lifecycle is completed. */
const RunAnswer = z.object({ outcome: z.enum(["SUCCESS", "FALLBACK"]), answer: SafeAnswer });
export type RunAnswer = z.infer<typeof RunAnswer>;

/** What the root has behind it. */
const RunProgress = z.object({
  question: RunQuestion,
  intent: IntentType,
  investigation: Investigation.nullable(),
});
type RunProgress = z.infer<typeof RunProgress>;

/** An answer stays in this process, so its class is its shape. */
const Answered: Schema<ToolAnswer> = {
  parse(value) {
    if (value instanceof ToolAnswer) return value;
    throw new TypeError("a tool call must deliver a tool answer");
  },
};

/** What the agent's scene works with. */
interface AgentWork {
  readonly contextId: string;
  readonly signal: CancelSignal;
  readonly children: { readonly toolCall: ChildEndpoint<QueryInStage, ToolAnswer> };
  readonly checkpoint: CheckpointEndpoint<InvestigationState>;
  emit(delta: StageDelta): boolean;
}
type QueryInStage = (stage: RunStage) => Promise<ToolAnswer>;

/** A tool call is a child, storing its record the acceptance of the child's answer, and a checkpoint follows each one that was accepted. */
function conductOf(work: AgentWork, clock: Clock, saved: InvestigationState | null): InvestigationConduct {
  return {
    saved,
    async carryTool(query, accept) {
      const succeeded = (answer: ToolAnswer): Promise<void> => inStage(work.signal, () => accept(answer));
      await work.children.toolCall.invoke(query, { result: { succeeded } });
    },
    save: (state) => keepCheckpoint(work, clock, state),
  };
}

/** The run that the scenes are made for. */
export interface SceneRun {
  readonly runtime: DiagnosisRuntime;
  readonly ctx: RunContext;
  readonly clock: Clock;
}

/** The scenes of one run. The context id of the root is the run's id. */
export function runScene({ runtime, ctx, clock }: SceneRun): Scene<RunQuestion, RunAnswer> {
  const routing = defineScene({
    name: "routing",
    deps: { resources: { model: modelCalls } },
    output: z.object({ intent: IntentType }),
    progress: stageDeltas,
    run: (work, question: RunQuestion) =>
      inStage(work.signal, () => runtime.through(stageOf(work)).route(ctx, question)),
  });

  const systemAnswer = defineScene({
    name: "system answer",
    deps: { resources: { model: modelCalls } },
    output: RunAnswer,
    progress: stageDeltas,
    run: (work, question: RunQuestion): Promise<RunAnswer> =>
      inStage(work.signal, () => runtime.through(stageOf(work)).answerSystem(ctx, question)),
  });

  const knowledgeAnswer = defineScene({
    name: "knowledge answer",
    deps: { resources: { model: modelCalls } },
    output: RunAnswer,
    progress: stageDeltas,
    run: (work, question: RunQuestion): Promise<RunAnswer> =>
      inStage(work.signal, () => runtime.through(stageOf(work)).answerKnowledge(ctx, question)),
  });

  const toolCall = defineScene({
    name: "tool call",
    deps: { resources: { tools: toolCalls } },
    output: Answered,
    progress: stageDeltas,
    run: (work, query: QueryInStage) => inStage(work.signal, () => query(stageOf(work))),
  });

  const agent = defineScene({
    name: "agent",
    deps: { children: { toolCall }, resources: { model: modelCalls } },
    output: Investigation,
    checkpoint: InvestigationState,
    progress: stageDeltas,
    run: (work, { query, previousTurn }: RunQuestion) =>
      inStage(work.signal, () =>
        runtime
          .through(stageOf(work))
          .investigate(ctx, { query, previousTurn }, conductOf(work, clock, null)),
      ),
    resume: (work, saved) =>
      inStage(work.signal, () =>
        runtime.through(stageOf(work)).investigate(ctx, saved.question, conductOf(work, clock, saved)),
      ),
  });

  const release = defineScene({
    name: "release",
    deps: { resources: { model: modelCalls } },
    output: RunAnswer,
    progress: stageDeltas,
    run: (work, found: Found): Promise<RunAnswer> =>
      inStage(work.signal, async () => {
        const stage = runtime.through(stageOf(work));
        const result = await stage.release(ctx, found.query, found.investigation);
        return result.outcome === "SUCCESS"
          ? { outcome: "SUCCESS", answer: result.report }
          : { outcome: "FALLBACK", answer: result.fallback };
      }),
  });

  return defineScene({
    name: "run",
    deps: { children: { routing, systemAnswer, knowledgeAnswer, agent, release } },
    output: RunAnswer,
    checkpoint: RunProgress,
    progress: stageDeltas,
    async run(work, question: RunQuestion): Promise<RunAnswer> {
      const intent = question.intent ?? (await work.children.routing.invoke(question)).intent;
      const progress = { question, intent, investigation: null };
      await keepCheckpoint(work, clock, progress);
      return answerOf(work, clock, progress, () => work.children.agent.invoke(question, AGENT));
    },
    resume: (work, saved) =>
      answerOf(work, clock, saved, () =>
        resumeOrInvoke(work, clock, work.children.agent, saved.question, AGENT),
      ),
  });
}

/** The agent's checkpoint is found again by this. */
const AGENT = { key: "agent" };

/** What the root's scene works with once it has been routed. */
interface RoutedWork {
  readonly contextId: string;
  readonly checkpoint: CheckpointEndpoint<RunProgress>;
  readonly children: {
    readonly systemAnswer: ChildEndpoint<RunQuestion, RunAnswer>;
    readonly knowledgeAnswer: ChildEndpoint<RunQuestion, RunAnswer>;
    readonly release: ChildEndpoint<Found, RunAnswer>;
  };
  emit(delta: StageDelta): boolean;
}
interface Found {
  readonly query: string;
  readonly investigation: Investigation;
}

async function answerOf(
  work: RoutedWork,
  clock: Clock,
  progress: RunProgress,
  investigate: () => Promise<Investigation>,
): Promise<RunAnswer> {
  const { children } = work;
  const { question, intent } = progress;
  switch (intent) {
    case "SYSTEM_CHAT":
      return children.systemAnswer.invoke(question);
    case "KNOWLEDGE_QUERY":
      return children.knowledgeAnswer.invoke(question);
    case "DIAGNOSIS": {
      const investigation = progress.investigation ?? (await investigate());
      if (progress.investigation === null) await keepCheckpoint(work, clock, { ...progress, investigation });
      return children.release.invoke({ query: question.query, investigation });
    }
  }
}
