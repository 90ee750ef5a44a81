import type { SystemAnswer } from "../../contracts/answer";
import type { RunContext } from "../../harness/run-context";
import type { ModelCallEnvironment } from "../model/model-call-environment";
import type { AnswerInput } from "../ports";
import { answerText } from "./answer-text";

/** SYSTEM_CHAT: one controlled model answer (APP-6). Throws as `answerText` does. */
export async function answerSystemQuestion(
  environment: ModelCallEnvironment,
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
