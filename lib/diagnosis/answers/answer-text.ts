import { FAILURE_CODE_TABLE } from "../../contracts/frames";
import type { ModelCallId } from "../../contracts/ids";
import type { TraceDetail } from "../../contracts/trace";
import { CallTimeoutException } from "../../harness/call-timeout";
import type { RunContext } from "../../harness/run-context";
import { DiagnosisFailure } from "../diagnosis-failure";
import { callModelUnderControl } from "../model/controlled-model-call";
import { describeModelFailure } from "../model/describe-model-failure";
import type { ModelCallEnvironment } from "../model/model-call-environment";
import { ModelFailure, type ModelCall, type ModelReply } from "../ports";
import { traceLine } from "../trace-line";

const MAX_ANSWER_LENGTH = 50_000;

export interface AnswerRequest {
  readonly name: "SYSTEM_ANSWER" | "KNOWLEDGE_ANSWER";
  readonly what: string;
  readonly input: unknown;
  readonly invoke: (call: ModelCall) => Promise<ModelReply<string>>;
}

/** One controlled model answer. Throws DiagnosisFailure(MODEL_FAILED) when no text comes of it, RunAbortedException when the run ended. */
export async function answerText(
  environment: ModelCallEnvironment,
  ctx: RunContext,
  request: AnswerRequest,
): Promise<string> {
  const { core, clock, ids } = environment;
  const callId: ModelCallId = ids.modelCallId();
  const startedAt = clock.now();
  const trace = (status: "ok" | "failed", detail: TraceDetail): void => {
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
      invoke: request.invoke,
    });
  } catch (error) {
    if (!(error instanceof ModelFailure || error instanceof CallTimeoutException)) throw error;
    trace("failed", { error: error.name, reason: describeModelFailure(error) });
    throw modelFailed(error);
  }
  if (typeof text !== "string" || text.trim() === "" || text.length > MAX_ANSWER_LENGTH) {
    trace("failed", { error: "no usable text" });
    throw modelFailed(new ModelFailure("the model answered with no usable text"));
  }
  trace("ok", { characters: text.length });
  return text.toWellFormed();
}

function modelFailed(cause: unknown): DiagnosisFailure {
  return new DiagnosisFailure("MODEL_FAILED", FAILURE_CODE_TABLE.MODEL_FAILED, { cause });
}
