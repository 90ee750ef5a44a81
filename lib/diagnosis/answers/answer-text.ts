import { FAILURE_CODE_TABLE } from "../../contracts/frames";
import type { ModelCallId } from "../../contracts/ids";
import type { TraceDetail } from "../../contracts/trace";
import { CallTimeoutException } from "../../harness/call-timeout";
import type { RunContext } from "../../harness/run-context";
import { DiagnosisFailure } from "../diagnosis-failure";
import { callModelUnderControl } from "../model/controlled-model-call";
import { describeModelFailure } from "../model/describe-model-failure";
import type { ModelCallEnvironment } from "../model/model-call-environment";
import type { AnswerViolation } from "../guards/answer-guard";
import { InvalidAnswerFailure, ModelFailure, type ModelCall, type ModelReply } from "../ports";
import { traceLine } from "../trace-line";

const MAX_ANSWER_LENGTH = 50_000;

export interface AnswerRequest {
  readonly name: "SYSTEM_ANSWER" | "KNOWLEDGE_ANSWER";
  readonly what: string;
  readonly input: unknown;
  readonly invoke: (call: ModelCall) => Promise<ModelReply<string>>;
  /** AnswerGuard's question about a text (REL-5). */
  readonly judge: (text: string) => readonly AnswerViolation[];
}

export type AnsweredText =
  | { readonly kind: "text"; readonly text: string }
  /** AnswerGuard refused the last text that came; `reason` is its codes. */
  | { readonly kind: "refused"; readonly reason: string };

/** Thrown to have the question asked once more, as a call of its own (RUN-11). */
class RefusedAnswer extends InvalidAnswerFailure {}

/**
 * One controlled model answer, judged by AnswerGuard: one that it refuses is asked for once more, with what is wrong with it. Throws DiagnosisFailure(MODEL_FAILED)
 * when no text comes of it, RunAbortedException when the run ended.
 */
export async function answerText(
  environment: ModelCallEnvironment,
  ctx: RunContext,
  request: AnswerRequest,
): Promise<AnsweredText> {
  const { core, clock, ids } = environment;
  const callId: ModelCallId = ids.modelCallId();
  const startedAt = clock.now();
  const trace = (status: "ok" | "refused" | "failed", detail: TraceDetail): void => {
    traceLine(core.recorder(ctx), clock, {
      name: request.name,
      phase: "answer",
      status,
      startedAt,
      callId,
      detail,
    });
  };
  let text: unknown;
  try {
    text = await callModelUnderControl(environment, ctx, {
      callId,
      kind: "model",
      what: request.what,
      input: request.input,
      invoke: async (call) => {
        const reply = await request.invoke(call);
        if (call.complaint === undefined) refuseOnce(request, reply);
        return reply;
      },
    });
  } catch (error) {
    if (error instanceof RefusedAnswer) {
      // There was no room for another attempt.
      trace("refused", { violations: error.complaint.problem.slice(0, 1_000) });
      return { kind: "refused", reason: error.complaint.problem };
    }
    if (!(error instanceof ModelFailure || error instanceof CallTimeoutException)) throw error;
    trace("failed", { error: error.name, reason: describeModelFailure(error) });
    throw modelFailed(error);
  }
  if (typeof text !== "string" || text.trim() === "" || text.length > MAX_ANSWER_LENGTH) {
    trace("failed", { error: "no usable text" });
    throw modelFailed(new ModelFailure("the model answered with no usable text"));
  }
  const wellFormed = text.toWellFormed();
  const violations = request.judge(wellFormed);
  if (violations.length > 0) {
    trace("refused", { violations: violations.map(({ code, message }) => ({ code, message })) });
    return { kind: "refused", reason: violations.map(({ code }) => code).join(", ") };
  }
  trace("ok", { characters: text.length });
  return { kind: "text", text: wellFormed };
}

/** What is no text is refused where all answers are. */
function refuseOnce(request: AnswerRequest, reply: ModelReply<string>): void {
  const text: unknown = Object(reply).value;
  if (typeof text !== "string" || text.trim() === "" || text.length > MAX_ANSWER_LENGTH) return;
  const violations = request.judge(text.toWellFormed());
  if (violations.length === 0) return;
  const problem = violations.map(({ message }) => message).join(" ");
  throw new RefusedAnswer("the answer says what it may not say", { answer: text, problem }, reply.usage);
}

function modelFailed(cause: unknown): DiagnosisFailure {
  return new DiagnosisFailure("MODEL_FAILED", FAILURE_CODE_TABLE.MODEL_FAILED, { cause });
}
