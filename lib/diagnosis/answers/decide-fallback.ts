import type { FallbackType } from "../../contracts/axes";
import type { RunContext } from "../../harness/run-context";
import type { ModelCallEnvironment } from "../model/model-call-environment";
import { traceLine } from "../trace-line";

/** Tells the trace that an answer without a diagnosis ends as a fallback. Throws RunAbortedException when the run ended meanwhile. */
export function decideFallback(
  { core, clock }: ModelCallEnvironment,
  ctx: RunContext,
  fallbackType: FallbackType,
  reason: string,
): void {
  core.checkActive(ctx);
  traceLine(core.recorder(ctx), clock, {
    name: "RELEASE_DECISION",
    phase: "release",
    status: "ok",
    detail: { outcome: "FALLBACK", fallbackType, reason: reason.slice(0, 1_000) },
  });
}
