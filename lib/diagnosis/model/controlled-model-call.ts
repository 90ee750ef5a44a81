/**
 * Model calls under control. One question is one call, and after some failures another one: each attempt is a held call of its own that is
 * reserved before its request is sent and settled after it, so that the ledger's model calls are the requests that were made (RUN-11).
 *
 * Asked again: after a failure that may pass (`ModelFailure.retry` is "later"), as often as the settings say; after an unusable answer, once, with
 * the complaint. Never after a timeout. A further attempt that does not fit into deadline or budget is not made: then the failure stands.
 *
 * What is reserved for an answer is shortened to what is left of the tokens, and the model is told so.
 */
import type { ModelCallId } from "../../contracts/ids";
import type { DiagnosisHarnessCore } from "../../harness/diagnosis-harness-core";
import type { RunContext } from "../../harness/run-context";
import {
  InvalidAnswerFailure,
  ModelFailure,
  type AnswerComplaint,
  type DiagnosisModel,
  type ModelCall,
  type ModelReply,
  type ModelUsage,
} from "../ports";
import { traceLine } from "../trace-line";
import type { ModelCallEnvironment } from "./model-call-environment";
import { waitInRun } from "./wait-in-run";

export interface ControlledModelCall<T> {
  /** Of the first attempt; further ones get ids of their own. */
  readonly callId: ModelCallId;
  readonly kind: "model" | "guard";
  /** For the ledger and the receipt, e.g. "agent step 3". */
  readonly what: string;
  /** What the model is given; its size is the basis of the reservation (RUN-11). */
  readonly input: unknown;
  /** For all attempts and the waits between them together, ms. */
  readonly timeoutMs?: number;
  readonly invoke: (call: ModelCall) => Promise<ModelReply<T>>;
}

/** An answer that may not have as much as this is not asked for, tokens. */
const LEAST_OUTPUT_TOKENS = 1_024;

interface Reservation {
  readonly estimatedTokens: number;
  /** Absent: as long as the model's own bound lets it be. */
  readonly maxOutputTokens?: number;
}
interface Attempt {
  readonly callId: ModelCallId;
  readonly what: string;
  readonly reservation: Reservation;
  readonly timeoutMs: number | undefined;
  readonly complaint: AnswerComplaint | undefined;
}
type AttemptOutcome<T> =
  | { readonly kind: "answered"; readonly value: T }
  | { readonly kind: "failed"; readonly failure: ModelFailure };

/** What is to be done after a failure. */
interface NextAttempt {
  readonly waitMs: number;
  readonly complaint: AnswerComplaint | undefined;
}

/**
 * Resolves with what the model answered, which its caller still has to validate. Throws RunAbortedException at once when the run ended, also
 * between two attempts; CallTimeoutException on the call's own timeout; ModelFailure for everything the model itself threw, when it is not or
 * no longer asked again. Anything else is a bug of the house.
 */
export async function callModelUnderControl<T>(
  environment: ModelCallEnvironment,
  ctx: RunContext,
  options: ControlledModelCall<T>,
): Promise<T> {
  const { clock, core, ids } = environment;
  const startedAt = clock.now();
  const reserve = (complained: AnswerComplaint | undefined): Reservation =>
    reservationOf(environment.model, estimateOf(environment, options.input, complained), ctx);
  const series = new AttemptSeries(environment, ctx, reserve, options.timeoutMs);
  let callId = options.callId;
  let complaint: AnswerComplaint | undefined;
  for (let number = 1; ; number += 1) {
    const timeoutMs = series.timeoutMs(clock.now() - startedAt);
    const what = number === 1 ? options.what : `${options.what}, attempt ${number}`;
    const attempt = { callId, what, reservation: reserve(complaint), timeoutMs, complaint };
    let failure: ModelFailure;
    try {
      const outcome = await makeAttempt(core, ctx, options, attempt);
      if (outcome.kind === "answered") return outcome.value;
      failure = outcome.failure;
    } catch (error) {
      // What it used is unknown, so its reservation stands.
      if (!(error instanceof ModelFailure)) throw error;
      failure = error;
    }
    const next = series.after(failure, clock.now() - startedAt);
    if (next === null) throw failure;
    const failedId = callId;
    callId = ids.modelCallId();
    traceLine(core.recorder(ctx), clock, {
      name: "MODEL_RETRY",
      phase: "control",
      status: "info",
      callId: failedId,
      detail: {
        what: options.what,
        attempt: number,
        reason: failure.message.slice(0, 300),
        waitMs: next.waitMs,
        nextCallId: callId,
      },
    });
    if (next.waitMs > 0) await waitInRun(environment, ctx, next.waitMs);
    complaint = next.complaint;
  }
}

/** Decides what follows a failure; counts what has been tried. */
class AttemptSeries {
  private retried = 0;
  private complained: AnswerComplaint | undefined;

  constructor(
    private readonly environment: ModelCallEnvironment,
    private readonly ctx: RunContext,
    private readonly reserve: (complaint: AnswerComplaint | undefined) => Reservation,
    private readonly totalMs: number | undefined,
  ) {}

  /** The shorter one of the model's bound for one call and what is left for the whole series. */
  timeoutMs(elapsedMs: number): number | undefined {
    const one = this.environment.model.callTimeoutMs;
    if (this.totalMs === undefined) return one;
    return Math.max(0, Math.min(one ?? this.totalMs, this.totalMs - elapsedMs));
  }

  /** Null when the failure stands. */
  after(failure: ModelFailure, elapsedMs: number): NextAttempt | null {
    const next = this.wish(failure);
    const roomMs = this.roomMs(elapsedMs);
    if (next === null || next.waitMs > roomMs || !this.isPaidFor(next)) return null;
    return { ...next, waitMs: next.waitMs + this.jitterMs(next.waitMs, roomMs) };
  }

  private wish(failure: ModelFailure): NextAttempt | null {
    if (failure instanceof InvalidAnswerFailure) {
      if (this.complained !== undefined) return null;
      this.complained = failure.complaint;
      return { waitMs: 0, complaint: this.complained };
    }
    const { retries, firstDelayMs } = this.environment.modelRetry;
    if (failure.retry === "never" || this.retried >= retries) return null;
    const waitMs = failure.retryAfterMs ?? firstDelayMs * 2 ** this.retried;
    this.retried += 1;
    return { waitMs, complaint: this.complained };
  }

  /** The longest wait after which an attempt can still be made, ms; negative where none can. */
  private roomMs(elapsedMs: number): number {
    const { core, modelRetry } = this.environment;
    const leftMs = Math.min(
      core.remainingMs(this.ctx),
      (this.totalMs ?? Number.POSITIVE_INFINITY) - elapsedMs,
    );
    // At its very end there is no time for an attempt.
    return Math.min(modelRetry.maxWaitMs, Math.ceil(leftMs) - 1);
  }

  /** At most half of the wait, and half of the time behind it, which the attempt itself needs; what may be asked at once is. */
  private jitterMs(waitMs: number, roomMs: number): number {
    const { random } = this.environment;
    return random === undefined ? 0 : Math.floor(random() * (Math.min(waitMs, roomMs - waitMs) / 2));
  }

  private isPaidFor({ complaint }: NextAttempt): boolean {
    const { budget } = this.ctx;
    const { estimatedTokens } = this.reserve(complaint);
    return budget.balance("modelCalls") >= 1 && budget.balance("tokens") >= estimatedTokens;
  }
}

function makeAttempt<T>(
  core: DiagnosisHarnessCore,
  ctx: RunContext,
  options: ControlledModelCall<T>,
  { callId, what, reservation, timeoutMs, complaint }: Attempt,
): Promise<AttemptOutcome<T>> {
  const { kind, invoke } = options;
  const { estimatedTokens, maxOutputTokens } = reservation;
  const held = { callId, kind, what, estimatedTokens, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  return core.callModel<AttemptOutcome<T>>(ctx, held, async (call) => {
    const settled = await settle(invoke, {
      signal: call.signal,
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(complaint === undefined ? {} : { complaint }),
    });
    // A driver that reports nonsense must not move the ledger: the estimate then stands as input.
    const inputTokens = tokensOrElse(settled.usage?.inputTokens, estimatedTokens);
    const outputTokens = tokensOrElse(settled.usage?.outputTokens, 0);
    return { value: settled.outcome, usage: { inputTokens, outputTokens } };
  });
}

interface Settled<T> {
  readonly outcome: AttemptOutcome<T>;
  /** A driver may have left it out, whatever its type says. */
  readonly usage: ModelUsage | undefined;
}

async function settle<T>(
  invoke: (call: ModelCall) => Promise<ModelReply<T>>,
  call: ModelCall,
): Promise<Settled<T>> {
  try {
    const reply = await invoke(call);
    if (typeof reply !== "object" || reply === null || !("value" in reply)) {
      throw new ModelFailure("the model gave no reply");
    }
    return { outcome: { kind: "answered", value: reply.value }, usage: reply.usage };
  } catch (error) {
    // After an abort the harness has answered for this call; what the driver says then is passed on as it is.
    if (call.signal.aborted) throw error;
    if (!(error instanceof ModelFailure)) throw new ModelFailure("the model driver failed", { cause: error });
    if (error.usage === null) throw error;
    return { outcome: { kind: "failed", failure: error }, usage: error.usage };
  }
}

function reservationOf({ maxOutputTokens }: DiagnosisModel, estimated: number, ctx: RunContext): Reservation {
  if (maxOutputTokens === undefined) return { estimatedTokens: estimated };
  const missing = Math.max(0, estimated - ctx.budget.balance("tokens"));
  const shortened = Math.min(missing, Math.max(0, maxOutputTokens - LEAST_OUTPUT_TOKENS));
  return { estimatedTokens: estimated - shortened, maxOutputTokens: maxOutputTokens - shortened };
}

function estimateOf(
  { model }: ModelCallEnvironment,
  input: unknown,
  complaint: AnswerComplaint | undefined,
): number {
  const characters =
    JSON.stringify(input).length + (complaint === undefined ? 0 : JSON.stringify(complaint).length);
  return tokensOrElse(model.estimateTokens(characters), 1);
}

function tokensOrElse(tokens: number | undefined, otherwise: number): number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 0 ? Math.ceil(tokens) : otherwise;
}
