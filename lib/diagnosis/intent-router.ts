import { z } from "zod";
import { IntentType } from "../contracts/axes";
import { FAILURE_CODE_TABLE } from "../contracts/frames";
import { CallTimeoutException } from "../harness/call-timeout";
import type { RunContext } from "../harness/run-context";
import { DiagnosisFailure } from "./diagnosis-failure";
import { callModelUnderControl } from "./model/controlled-model-call";
import { describeModelFailure } from "./model/describe-model-failure";
import type { ModelCallEnvironment } from "./model/model-call-environment";
import { ModelFailure, type RouteDecision, type RouteInput } from "./ports";
import { traceLine } from "./trace-line";

const Decision = z.object({ intent: IntentType, rationale: z.string() });

/**
 * Decides once what kind of question it is: one question to the model under control. Sets the axis intent. Throws DiagnosisFailure(ROUTING_FAILED) when
 * the model fails or answers with no intent (APP-7), RunAbortedException when the run ended.
 */
export async function routeIntent(
  environment: ModelCallEnvironment,
  ctx: RunContext,
  input: RouteInput,
): Promise<RouteDecision> {
  const { core, model, clock, ids } = environment;
  const callId = ids.modelCallId();
  const startedAt = clock.now();
  traceLine(core.recorder(ctx), clock, {
    name: "ROUTING_ATTEMPT",
    phase: "routing",
    status: "started",
    callId,
    detail: { model: model.name, history: input.history.length, previousTurn: input.previousTurn !== null },
  });
  const fail = (reason: string, cause?: unknown): DiagnosisFailure => {
    traceLine(core.recorder(ctx), clock, {
      name: "ROUTING_DECISION",
      phase: "routing",
      status: "failed",
      startedAt,
      callId,
      detail: { reason },
    });
    return new DiagnosisFailure("ROUTING_FAILED", FAILURE_CODE_TABLE.ROUTING_FAILED, { cause });
  };
  let raw: unknown;
  try {
    raw = await callModelUnderControl(environment, ctx, {
      callId,
      kind: "model",
      what: "intent routing",
      input,
      invoke: (call) => model.route(input, call),
    });
  } catch (error) {
    if (error instanceof ModelFailure || error instanceof CallTimeoutException) {
      throw fail(describeModelFailure(error), error);
    }
    throw error;
  }
  const parsed = Decision.safeParse(raw);
  if (!parsed.success) throw fail("the model answered with no intent", parsed.error);
  const decision: RouteDecision = parsed.data;
  core.recorder(ctx).axes({ intent: decision.intent });
  traceLine(core.recorder(ctx), clock, {
    name: "ROUTING_DECISION",
    phase: "routing",
    status: "ok",
    startedAt,
    callId,
    detail: { intent: decision.intent, rationale: decision.rationale.slice(0, 1_000) },
  });
  return decision;
}
