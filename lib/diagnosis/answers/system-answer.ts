import type { SafeFallback, SystemAnswer } from "../../contracts/answer";
import type { RunContext } from "../../harness/run-context";
import { checkSystemAnswer } from "../guards/answer-guard";
import type { ModelCallEnvironment } from "../model/model-call-environment";
import type { AnswerInput } from "../ports";
import { answerWithheld } from "../release/safe-fallback";
import { ABOUT_INTERLOCK } from "./about-interlock";
import { answerText } from "./answer-text";
import { decideFallback } from "./decide-fallback";

export type SystemResult =
  | { readonly outcome: "SUCCESS"; readonly answer: SystemAnswer }
  | { readonly outcome: "FALLBACK"; readonly answer: SafeFallback };

/**
 * SYSTEM_CHAT: one controlled model answer (APP-6), asked for once more where AnswerGuard refuses it, and withheld as EVIDENCE_VALIDATION_FAILED
 * where it refuses that as well (REL-5). Throws as `answerText` does.
 */
export async function answerSystemQuestion(
  environment: ModelCallEnvironment,
  ctx: RunContext,
  input: AnswerInput,
): Promise<SystemResult> {
  const { model } = environment;
  environment.core.recorder(ctx).axes({ phase: "SYSTEM_RESPONDING" });
  const asked = [input.query, ...input.history.map(({ query }) => query)].join("\n");
  const given = [
    asked,
    ABOUT_INTERLOCK,
    ...(model.selfDescription === undefined ? [] : [model.selfDescription]),
  ];
  const answered = await answerText(environment, ctx, {
    name: "SYSTEM_ANSWER",
    what: "system answer",
    input,
    invoke: (call) => model.answerSystem(input, call),
    judge: (text) => checkSystemAnswer(text, given),
  });
  if (answered.kind === "refused") {
    decideFallback(environment, ctx, "EVIDENCE_VALIDATION_FAILED", answered.reason);
    return { outcome: "FALLBACK", answer: answerWithheld("system") };
  }
  return { outcome: "SUCCESS", answer: { contentType: "system_answer", text: answered.text } };
}
