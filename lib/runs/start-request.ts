/** What starts a run, and how a request is known again. */
import { createHash } from "node:crypto";
import { DEFAULT_BUDGET, type BudgetLimits, type BudgetOverride } from "../contracts/budget";
import type { RunId, SessionId } from "../contracts/ids";
import type { RunMode } from "../contracts/run";
import type { FrameSink } from "./chat-sse-session";

export interface StartInput {
  readonly query: string;
  readonly sessionId: SessionId | undefined;
  readonly budget: BudgetOverride | undefined;
  readonly mode: RunMode;
  readonly idempotencyKey: string | null;
  /** Where the owner of an attached run reads; null for a detached run. */
  readonly owner: FrameSink | null;
  /** The run whose question is asked again, in a session of its own that begins with what that run knew; absent: a question of its own. */
  readonly originRunId?: RunId;
}

/** With how many places of its question masked. */
export interface MaskedStart extends StartInput {
  readonly masked: number;
}

/** Unnamed resources keep their default. */
export function limitsOf(
  override: BudgetOverride | undefined,
  standard: BudgetLimits = DEFAULT_BUDGET,
): BudgetLimits {
  return {
    modelCalls: override?.modelCalls ?? standard.modelCalls,
    toolCalls: override?.toolCalls ?? standard.toolCalls,
    tokens: override?.tokens ?? standard.tokens,
    bytes: override?.bytes ?? standard.bytes,
    wallTimeMs: override?.wallTimeMs ?? standard.wallTimeMs,
  };
}

/** Tells two requests apart that came with one key. */
export function hashRequest(input: StartInput): string {
  const canonical = JSON.stringify([
    input.query,
    input.sessionId ?? null,
    // Of what was asked alone: the same request stays the same when the defaults change.
    limitsOf(input.budget),
    input.mode,
    ...(input.originRunId === undefined ? [] : [input.originRunId]),
  ]);
  return createHash("sha256").update(canonical).digest("hex");
}

/** TOOL-8: a key may be anything that its sender keeps to itself; the store only has to know it again. */
export function hashKey(key: string): string {
  return `sha256:${createHash("sha256").update(key).digest("hex")}`;
}
