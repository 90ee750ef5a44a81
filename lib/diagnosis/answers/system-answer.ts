import type { SystemAnswer } from "../../contracts/answer";
import type { RunContext } from "../../harness/run-context";
import type { AnswerInput } from "../ports";
import { answerText, type AnswerEnvironment } from "./answer-text";

/** SYSTEM_CHAT: one controlled model answer (APP-6). Throws as `answerText` does. */
export async function answerSystemQuestion(
  environment: AnswerEnvironment,
  ctx: RunContext,
  input: AnswerInput,
): Promise<SystemAnswer> {
  environment.core.recorder(ctx).axes({ phase: "SYSTEM_RESPONDING" });
  const text = await answerText(environment, ctx, {
    name: "SYSTEM_ANSWER",
    what: "system answer",
    input,
    invoke: (call) => environment.model.answerSystem(input, call),
  });
  return { contentType: "system_answer", text };
}
