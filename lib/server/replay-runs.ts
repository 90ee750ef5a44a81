/** ReplayRuns over the application: a regression case is asked again as any other detached run. */
import { CaseAxes } from "../contracts/triage-regression";
import type { ChatApplicationUseCase } from "../runs/chat-application-use-case";
import type { RunDirectory } from "../runs/run-directory";
import type { ReplayRuns } from "../triage/ports";

/** After a start that the store refused, ms. */
const STORE_RETRY_AFTER_MS = 2_000;

export function createReplayRuns(application: ChatApplicationUseCase, directory: RunDirectory): ReplayRuns {
  return {
    async start({ query, budget, sessionId, originRunId, key }) {
      const result = await application.start({
        query,
        sessionId,
        budget,
        mode: "detached",
        idempotencyKey: key,
        owner: null,
        originRunId,
      });
      switch (result.kind) {
        case "started":
          return { kind: "started", runId: result.runId, ended: result.retired };
        case "replayed":
          return {
            kind: "started",
            runId: result.runId,
            ended: directory.findLive(result.runId)?.retired ?? Promise.resolve(),
          };
        case "refused":
          return result.code === "SHUTTING_DOWN"
            ? { kind: "stopping" }
            : { kind: "busy", retryAfterMs: result.retryAfterMs };
        case "store_unavailable":
          return { kind: "busy", retryAfterMs: STORE_RETRY_AFTER_MS };
        case "idempotency_conflict":
          return { kind: "failed", why: "its question or budget is not what it was when its run began" };
      }
    },
    async axesOf(runId) {
      const run = await directory.findRun(runId);
      const parsed = CaseAxes.safeParse({
        runState: run?.runState,
        releaseOutcome: run?.releaseOutcome,
        fallbackType: run?.fallbackType,
      });
      return parsed.success ? parsed.data : null;
    },
    async cancel(runId, actor) {
      await application.cancel(runId, {
        reason: "USER_REQUESTED",
        requestedBy: actor,
        note: "the replay was cancelled",
      });
    },
  };
}
