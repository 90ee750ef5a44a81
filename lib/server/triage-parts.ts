/** Triage, wired: what files runs, what replays cases, and what the handlers call. */
import type { Logger } from "pino";
import type { TriageDependencies } from "../http/api-dependencies";
import { PrismaRegressionStore } from "../persistence/prisma-regression-store";
import type { createPrismaClient } from "../persistence/prisma-client";
import { PrismaTriageStore } from "../persistence/prisma-triage-store";
import { CaseReplays } from "../triage/case-replays";
import type { ReplayRuns } from "../triage/ports";
import { RunFiler } from "../triage/run-filer";
import { systemClock, systemIds, systemTimers, systemTriageIds } from "./system-ports";

export interface TriageParts {
  readonly filer: RunFiler;
  readonly replays: CaseReplays;
  readonly api: TriageDependencies;
}

export function createTriage(input: {
  readonly database: ReturnType<typeof createPrismaClient>;
  readonly runs: ReplayRuns;
  readonly maskText: (text: string) => string;
  readonly log: Logger;
}): TriageParts {
  const { database, runs, maskText, log } = input;
  const store = new PrismaTriageStore(database);
  const cases = new PrismaRegressionStore(database);
  const filer = new RunFiler({
    store,
    now: () => systemClock.now(),
    after: (delayMs, fire) => systemTimers.after(delayMs, fire),
    newGroupId: systemTriageIds.groupId,
    onProblem: (runId, error) => log.error({ runId, error }, "runs could not be filed for triage yet"),
  });
  const replays = new CaseReplays({
    store: cases,
    runs,
    now: () => systemClock.now(),
    after: (delayMs, fire) => systemTimers.after(delayMs, fire),
    newReplayId: systemTriageIds.replayId,
    newSessionId: () => systemIds.sessionId(),
    onProblem: (replayId, error) =>
      log.error({ replayId, error }, "a replay of regression cases met a fault"),
  });
  const api = {
    store,
    cases,
    replays,
    maskText,
    now: () => systemClock.now(),
    newCaseId: systemTriageIds.caseId,
  };
  return { filer, replays, api };
}
