/**
 * The body of a run as scenes: one root, and routing, the two kinds of answer, the agent and release below it. Every stage ends by the
 * one exit order of lib/invocation; what a stage decides is the diagnosis runtime's.
 */
import { z } from "zod";
import { SafeAnswer } from "../../contracts/answer";
import { IntentType } from "../../contracts/axes";
import type { RunContext } from "../../harness/run-context";
import { RunAbortedException } from "../../harness/run-aborted-exception";
import { defineScene, type CancelSignal, type Schema } from "../../invocation";
import { Investigation, type DiagnosisRuntime } from "../diagnosis-runtime";
import type { PreviousTurn, RoutingTurn } from "../ports";
import { gateOf, modelCalls, toolCalls } from "./scene-calls";

/** What the root and its stages work on. */
export interface RunQuestion {
  readonly runtime: DiagnosisRuntime;
  readonly ctx: RunContext;
  readonly query: string;
  readonly history: readonly RoutingTurn[];
  readonly previousTurn: PreviousTurn | null;
}

const Routed = z.object({ intent: IntentType });
const Answered = z.object({ outcome: z.enum(["SUCCESS", "FALLBACK"]), answer: SafeAnswer });
/** What the root delivers: what may be released, before the run's lifecycle is completed. */
export type RunAnswer = z.infer<typeof Answered>;

/** A stage that the run's end has woken was cancelled, by the very cancellation of its call; it did not fail. */
async function stage<T>(signal: CancelSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RunAbortedException ? (signal.cancellation ?? error) : error;
  }
}

const routing = defineScene({
  name: "routing",
  deps: { resources: { model: modelCalls } },
  output: Routed,
  run: ({ resources, signal }, { runtime, ctx, query, history, previousTurn }: RunQuestion) =>
    stage(signal, () => runtime.through(gateOf(resources)).route(ctx, { query, history, previousTurn })),
});

const systemAnswer = defineScene({
  name: "system answer",
  deps: { resources: { model: modelCalls } },
  output: Answered,
  run: ({ resources, signal }, { runtime, ctx, query, history }: RunQuestion): Promise<RunAnswer> =>
    stage(signal, async () => ({
      outcome: "SUCCESS",
      answer: await runtime.through(gateOf(resources)).answerSystem(ctx, { query, history }),
    })),
});

const knowledgeAnswer = defineScene({
  name: "knowledge answer",
  deps: { resources: { model: modelCalls } },
  output: Answered,
  run: ({ resources, signal }, { runtime, ctx, query, history }: RunQuestion): Promise<RunAnswer> =>
    stage(signal, () => runtime.through(gateOf(resources)).answerKnowledge(ctx, { query, history })),
});

/** An investigation stays in this process, so its class is its shape. */
const Investigated: Schema<Investigation> = {
  parse(value) {
    if (value instanceof Investigation) return value;
    throw new TypeError("the agent's scene must deliver an investigation");
  },
};

const agent = defineScene({
  name: "agent",
  deps: { resources: { model: modelCalls, tools: toolCalls } },
  output: Investigated,
  run: ({ resources, signal }, { runtime, ctx, query, previousTurn }: RunQuestion) =>
    stage(signal, () => runtime.through(gateOf(resources)).investigate(ctx, { query, previousTurn })),
});

const release = defineScene({
  name: "release",
  deps: { resources: { model: modelCalls } },
  output: Answered,
  run: (
    { resources, signal },
    { runtime, ctx, query, investigation }: RunQuestion & { readonly investigation: Investigation },
  ): Promise<RunAnswer> =>
    stage(signal, async () => {
      const result = await runtime.through(gateOf(resources)).release(ctx, query, investigation);
      return result.outcome === "SUCCESS"
        ? { outcome: "SUCCESS", answer: result.report }
        : { outcome: "FALLBACK", answer: result.fallback };
    }),
});

export const runScene = defineScene({
  name: "run",
  deps: { children: { routing, systemAnswer, knowledgeAnswer, agent, release } },
  output: Answered,
  async run({ children }, question: RunQuestion): Promise<RunAnswer> {
    const { intent } = await children.routing.invoke(question);
    switch (intent) {
      case "SYSTEM_CHAT":
        return children.systemAnswer.invoke(question);
      case "KNOWLEDGE_QUERY":
        return children.knowledgeAnswer.invoke(question);
      case "DIAGNOSIS": {
        const investigation = await children.agent.invoke(question);
        return children.release.invoke({ ...question, investigation });
      }
    }
  },
});
