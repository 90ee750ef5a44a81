/** Steps 5 and 6 of a run: route, then one of three ways. Never throws: what was thrown is a value for settling. */
import type { IntentType } from "../contracts/axes";
import type { DiagnosisRuntime } from "../diagnosis/diagnosis-runtime";
import type { RunContext } from "../harness/run-context";
import type { SessionContext } from "./ports";
import type { BodyResult } from "./settle-run";

export async function runBody(
  diagnosis: DiagnosisRuntime,
  ctx: RunContext,
  query: string,
  session: SessionContext,
): Promise<BodyResult> {
  try {
    const { intent } = await diagnosis.route(ctx, {
      query,
      history: session.history,
      previousTurn: session.previousTurn,
    });
    return await answerBy[intent](diagnosis, ctx, query, session);
  } catch (error) {
    return { kind: "threw", error };
  }
}

type Answering = (
  diagnosis: DiagnosisRuntime,
  ctx: RunContext,
  query: string,
  session: SessionContext,
) => Promise<BodyResult>;

const answerBy: Record<IntentType, Answering> = {
  SYSTEM_CHAT: async (diagnosis, ctx, query, session) => ({
    kind: "answered",
    outcome: "SUCCESS",
    answer: await diagnosis.answerSystem(ctx, { query, history: session.history }),
  }),
  KNOWLEDGE_QUERY: async (diagnosis, ctx, query, session) => {
    const result = await diagnosis.answerKnowledge(ctx, { query, history: session.history });
    return { kind: "answered", outcome: result.outcome, answer: result.answer };
  },
  DIAGNOSIS: async (diagnosis, ctx, query, session) => {
    const result = await diagnosis.diagnose(ctx, { query, previousTurn: session.previousTurn });
    return result.outcome === "SUCCESS"
      ? { kind: "answered", outcome: "SUCCESS", answer: result.report }
      : { kind: "answered", outcome: "FALLBACK", answer: result.fallback };
  },
};
