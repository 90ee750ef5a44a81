/** Reading runs: a live run from its journal, any other from the store; both in one shape. */
import type { RunId } from "../contracts/ids";
import type { RunFilter } from "../contracts/requests";
import type { RunDetail, RunSummary } from "../contracts/run";
import type { StatsQuery } from "../contracts/run-stats";
import type { DiagnosisHarnessCore } from "../harness/diagnosis-harness-core";
import type { Clock } from "../harness/ports";
import { budgetShareOf } from "./budget-share";
import type { LiveRun, RunEngine } from "./engine-port";
import type { JournalEvent, Page, RunListPage, RunStore } from "./ports";

export interface DirectoryDependencies {
  readonly core: DiagnosisHarnessCore;
  readonly engine: RunEngine;
  readonly store: RunStore;
  readonly clock: Clock;
}

export class RunDirectory {
  readonly #deps: DirectoryDependencies;

  constructor(deps: DirectoryDependencies) {
    this.#deps = deps;
  }

  async findRun(runId: RunId): Promise<RunDetail | null> {
    const live = this.#deps.engine.find(runId);
    return live === undefined ? this.#deps.store.findRun(runId) : this.detailOf(live);
  }

  /** Rows come from the store; those of live runs are brought up to date from their journals. */
  async listRuns(filter: RunFilter, limit: number, cursor: string | undefined): Promise<RunListPage> {
    const page = await this.#deps.store.listRuns(filter, limit, cursor);
    return { ...this.#upToDate(page), searchedTo: page.searchedTo };
  }

  countRuns = (filter: RunFilter) => this.#deps.store.countRuns(filter);
  readStats = (query: StatsQuery) => this.#deps.store.readStats(query);

  /** The runs that ask the question of this one again, newest first. */
  async listReruns(runId: RunId, limit: number, cursor: string | undefined): Promise<Page<RunSummary>> {
    return this.#upToDate(await this.#deps.store.listReruns(runId, limit, cursor));
  }

  #upToDate(page: Page<RunSummary>): Page<RunSummary> {
    return {
      items: page.items.map((row) => {
        const live = this.#deps.engine.find(row.runId);
        return live === undefined ? row : this.#summaryOf(live);
      }),
      nextCursor: page.nextCursor,
    };
  }

  /** Stores what is pending first, so that the lists below it miss nothing. */
  async settleJournal(runId: RunId): Promise<void> {
    await this.#deps.engine.find(runId)?.journal.flush();
  }

  listTrace = (runId: RunId, limit: number, cursor: string | undefined) =>
    this.#deps.store.listTrace(runId, limit, cursor);
  listLedger = (runId: RunId, limit: number, cursor: string | undefined) =>
    this.#deps.store.listLedger(runId, limit, cursor);
  listTools = (runId: RunId, limit: number, cursor: string | undefined) =>
    this.#deps.store.listTools(runId, limit, cursor);
  listEvents = (runId: RunId, afterSeq: number, limit: number): Promise<readonly JournalEvent[]> =>
    this.#deps.store.listEvents(runId, afterSeq, limit);
  findLive = (runId: RunId): LiveRun | undefined => this.#deps.engine.find(runId);

  /** Not released yet, or not released at all: outcome fields are null until then. */
  detailOf(live: LiveRun): RunDetail {
    const { core } = this.#deps;
    const ctx = live.context;
    const outcome = live.outcome();
    return {
      ...this.#summaryOf(live),
      deadlineAt: ctx.deadline,
      resumes: live.resumes,
      termination: ctx.lifecycle.termination,
      cancellation: core.receipt(ctx),
      budget: ctx.budget.snapshot(this.#measuredAt(live)),
      tokens: live.journal.progress.tokens,
      answer: outcome?.answer ?? null,
      failure: outcome?.failure ?? null,
      publishedResult: outcome?.published != null,
      lateArrivals: [...core.lateArrivals(ctx)],
      exitRecord: live.exitRecord(),
      storedAt: live.storedAt(),
    };
  }

  #summaryOf(live: LiveRun): RunSummary {
    const { core } = this.#deps;
    const ctx = live.context;
    const { axes, agentSteps, toolCalls } = live.journal.progress;
    const termination = ctx.lifecycle.termination;
    const outcome = live.outcome();
    return {
      ...axes,
      runId: ctx.runId,
      sessionId: ctx.sessionId,
      originRunId: live.originRunId,
      query: live.query,
      mode: live.mode,
      model: live.model,
      conclusion: outcome?.conclusion ?? null,
      failureCode: outcome?.failure?.code ?? null,
      durationMs: termination === null ? null : Math.max(0, termination.completedAt - ctx.startedAt),
      toolCalls,
      agentSteps,
      budgetShare: budgetShareOf(ctx.budget.snapshot(this.#measuredAt(live))),
      stoppingCalls: termination === null ? 0 : core.pendingStops(ctx),
      createdAt: ctx.startedAt,
      completedAt: termination?.completedAt ?? null,
    };
  }

  /** Wall time stops at the terminal state. */
  #measuredAt(live: LiveRun): number {
    return live.context.lifecycle.termination?.completedAt ?? this.#deps.clock.now();
  }
}
