import type { ModelCallId } from "../../contracts/ids";
import type { DiagnosisHarnessCore } from "../../harness/diagnosis-harness-core";
import type { RunContext } from "../../harness/run-context";
import { ModelFailure, type DiagnosisModel, type ModelCall, type ModelReply } from "../ports";

export interface ControlledModelCall<T> {
  readonly callId: ModelCallId;
  readonly kind: "model" | "guard";
  /** For the ledger and the receipt, e.g. "agent step 3". */
  readonly what: string;
  /** What the model is given; its size is the basis of the reservation (RUN-11). */
  readonly input: unknown;
  readonly timeoutMs?: number;
  readonly invoke: (call: ModelCall) => Promise<ModelReply<T>>;
}

/**
 * One held model call (RUN-9, RUN-11). Resolves with what the model answered, which its caller still has to validate. Throws RunAbortedException
 * when the run ended, CallTimeoutException on the call's own timeout, ModelFailure for everything the model itself threw; anything else
 * is a bug of the house.
 */
export function callModelUnderControl<T>(
  core: DiagnosisHarnessCore,
  ctx: RunContext,
  model: DiagnosisModel,
  options: ControlledModelCall<T>,
): Promise<T> {
  const estimatedTokens = tokensOrElse(model.estimateTokens(JSON.stringify(options.input).length), 1);
  return core.callModel<T>(
    ctx,
    {
      callId: options.callId,
      kind: options.kind,
      what: options.what,
      estimatedTokens,
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    },
    async (call) => {
      const reply = await settle(options.invoke, call);
      // A driver that reports nonsense must not move the ledger: the estimate then stands as input.
      const inputTokens = tokensOrElse(reply.usage?.inputTokens, estimatedTokens);
      return {
        value: reply.value,
        usage: { inputTokens, outputTokens: tokensOrElse(reply.usage?.outputTokens, 0) },
      };
    },
  );
}

async function settle<T>(
  invoke: (call: ModelCall) => Promise<ModelReply<T>>,
  call: ModelCall,
): Promise<Partial<ModelReply<T>> & Pick<ModelReply<T>, "value">> {
  try {
    const reply = await invoke(call);
    if (typeof reply !== "object" || reply === null || !("value" in reply)) {
      throw new ModelFailure("the model gave no reply");
    }
    return reply;
  } catch (error) {
    // After an abort the harness has answered for this call; what the driver says then is passed on as it is.
    if (error instanceof ModelFailure || call.signal.aborted) throw error;
    throw new ModelFailure("the model driver failed", { cause: error });
  }
}

function tokensOrElse(tokens: number | undefined, otherwise: number): number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 0 ? Math.ceil(tokens) : otherwise;
}
