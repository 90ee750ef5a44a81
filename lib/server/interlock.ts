/**
 * The composition root: the one place where rooms are wired. Tests compose the same way with another model or other sources.
 */
import { hostname } from "node:os";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { createMysqlEvidenceSources } from "../datasources/mysql-evidence-sources";
import { createCanonicalInvocationStore } from "../diagnosis/evidence/canonical-invocation-store";
import { createDiagnosisRuntime, type DiagnosisRuntime } from "../diagnosis/diagnosis-runtime";
import type { DiagnosisSettings } from "../diagnosis/diagnosis-settings";
import type { DiagnosisModel, EvidenceSources, KnowledgeSearch } from "../diagnosis/ports";
import { createSecretMask } from "../diagnosis/masking/secret-mask";
import { InProcessEngine } from "../engine/in-process-engine";
import type { SessionPrincipal } from "../contracts/access";
import type { ServerDependencies } from "../http/api-dependencies";
import { API_ROUTES, type ApiRoute } from "../http/api-routes";
import { handleRequest, handleUnknown } from "../http/handle-request";
import { createKnowledgeSearch } from "../knowledge/knowledge-search";
import type { Knowledge } from "../knowledge/load-knowledge";
import { SseConnections } from "../http/sse-connections";
import { openApiText } from "../openapi/openapi-document";
import { createPrismaClient, storePoolUse } from "../persistence/prisma-client";
import type { CheckpointStore } from "../invocation";
import { PrismaCheckpointStore } from "../persistence/prisma-checkpoint-store";
import { PrismaRunStore } from "../persistence/prisma-run-store";
import { holdStore, StoreHeldError, type HoldChange, type StoreHold } from "../persistence/store-hold";
import { ChatApplicationUseCase } from "../runs/chat-application-use-case";
import { JournaledCheckpointStore } from "../runs/journaled-checkpoint-store";
import { LostCalls } from "../runs/lost-calls";
import type { RunStore } from "../runs/ports";
import { RunRecovery } from "../runs/recover-runs";
import { RunDirectory } from "../runs/run-directory";
import { RunJournals } from "../runs/run-journals";
import { UnderWay } from "../runs/under-way";
import { createServerAccess, prepareAccess } from "./access-parts";
import { readLibrary } from "./knowledge-parts";
import { modelOf, toolsOf } from "./evidence-parts";
import { createReadiness } from "./readiness";
import { createReplayRuns } from "./replay-runs";
import { createRunLimits, createSettings, createViews } from "./settings-parts";
import { openTelemetry } from "./telemetry-parts";
import { createTriage, type TriageParts } from "./triage-parts";
import { createWebhooks } from "./webhook-parts";
import type { InterlockEnvironment } from "./environment";
import { knownSecretsOf } from "./known-secrets";
import { maskedLog } from "./masked-log";
import { systemClock, systemIds, systemRandom, systemTimers } from "./system-ports";

/** Refused admissions may come back after this, ms. */
const RETRY_AFTER_MS = 5_000;
/** Spans that wait get this long to be sent as the server stops, ms. */
const LAST_SPANS_MS = 2_000;
/** Cancelled runs get this long to store their end before the process goes, ms. */
const LAST_WRITES_MS = 8_000;
const STREAM_RECHECK_MS = 15_000;

/** Parts that tests replace; everything else is real. */
export interface InterlockParts {
  readonly model?: DiagnosisModel;
  readonly sources?: EvidenceSources;
  readonly knowledge?: KnowledgeSearch;
  readonly store?: RunStore;
  readonly checkpoints?: CheckpointStore;
  readonly diagnosis?: Partial<DiagnosisSettings>;
  /** How long to wait for a process that is about to leave the store, ms. */
  readonly storeWaitMs?: number;
  /** How often is asked whether the reader of an open stream may still read it, ms. */
  readonly streamRecheckMs?: number;
}

export interface Interlock {
  /**
   * Answers one request of the API. Everything behind a route runs in the module graph that opened this instance: the server's bundler gives
   * route files copies of their own, in which no error class would be the one that is thrown here.
   */
  handle(route: ApiRoute, request: Request, params: Readonly<Record<string, string>>): Promise<Response>;
  /** Answers a request of the API whose address is no route. */
  handleUnknown(request: Request): Promise<Response>;
  /** Who the cookies of a page's request belong to; null for nobody. @throws SignInUnavailableError */
  sessionOf(cookie: string | null, secure: boolean): Promise<SessionPrincipal | null>;
  /**
   * RUN-19: admits nothing more, lets runs end within the grace time, ms, then hands detached runs over to the next process and ends the others
   * with a stored terminal state.
   */
  stop(graceMs: number): Promise<void>;
  /**
   * Settles, with why, when the store is no longer this process's own (RUN-18); never after `stop`. Its runs are another's to go on with by then, and
   * whatever is still written could spoil them: the process has to end at once, as one that is killed. Nothing is admitted any more.
   */
  readonly lost: Promise<Error>;
}

/**
 * Opens everything, and goes on with or ends the runs that an earlier process left behind. Leaves nothing open when it throws.
 * @throws StoreHeldError when another process owns the store (RUN-18)
 * @throws StoreUnavailableError
 */
export async function createInterlock(
  environment: InterlockEnvironment,
  givenLog: Logger,
  parts: InterlockParts = {},
): Promise<Interlock> {
  const mask = createSecretMask({ known: knownSecretsOf(environment), scopeKey: randomUUID() });
  const log = maskedLog(givenLog, mask);
  const database = createPrismaClient(environment.databaseUrl);
  const checkpoints = parts.checkpoints ?? new PrismaCheckpointStore(database);
  const library = await readLibrary(database, environment);
  const limits = createRunLimits(database, environment);
  for (const problem of library.current().problems) log.warn({ problem }, "a knowledge file was left out");
  const sources = parts.sources ?? createMysqlEvidenceSources({ sources: [...environment.sources] });
  const tools = toolsOf(environment, sources, log);
  const modelWith = (knowledge: Knowledge): DiagnosisModel => parts.model ?? modelOf(environment, knowledge);
  const model = modelWith(library.current());
  const engine = new InProcessEngine({ maxRuns: () => limits.maxRuns(), retryAfterMs: RETRY_AFTER_MS });
  const ownerId = `${hostname().slice(0, 20)}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const connections = new SseConnections();
  const telemetry = await openTelemetry({
    environment,
    modelName: model.name,
    instanceId: ownerId,
    log,
    gauges: {
      now: () => systemClock.now(),
      runningSince: () =>
        engine
          .list()
          .filter(({ context }) => context.lifecycle.termination === null)
          .map(({ context }) => context.startedAt),
      sseConnections: () => ({ owner: connections.count("owner"), watch: connections.count("watch") }),
      pools: () => ({
        engine: engine.occupancy(),
        store: storePoolUse(database),
        ...Object.fromEntries(
          Object.entries(sources.pools?.() ?? {}).map(([name, use]) => [`source:${name}`, use]),
        ),
      }),
    },
  });
  const store = telemetry.observeStore(parts.store ?? new PrismaRunStore(database));
  const webhooks = createWebhooks(database, environment, log);
  const journals = new RunJournals({
    clock: systemClock,
    timers: systemTimers,
    store,
    onStoreError: (runId, error) => log.error({ runId, error }, "a journal could not be stored yet"),
  });
  const saves = new UnderWay();
  const core = telemetry.createCore({
    clock: systemClock,
    timers: systemTimers,
    ids: systemIds,
    openTrace: (runId) => journals.open(runId),
    openInvocations: (runId, trace, records) =>
      createCanonicalInvocationStore({
        runId,
        records,
        trace,
        clock: systemClock,
        sink: { save: (record) => saves.add(store.saveToolRecord(record)) },
        onSinkError: (error, record) =>
          log.error({ runId, invocationId: record.invocationId, error }, "a tool record could not be stored"),
      }),
    onFault: (fault) => log.error({ fault }, "a harness listener failed"),
  });
  const diagnosisWith = (knowledge: Knowledge): DiagnosisRuntime =>
    createDiagnosisRuntime({
      core,
      model: modelWith(knowledge),
      tools,
      knowledge: parts.knowledge ?? createKnowledgeSearch(knowledge),
      mask,
      clock: systemClock,
      timers: systemTimers,
      ids: systemIds,
      random: systemRandom,
      // A model that is given its time is given it as a guard, too (REL-3).
      settings: {
        ...(model.callTimeoutMs === undefined ? {} : { semanticTimeoutMs: model.callTimeoutMs }),
        ...parts.diagnosis,
      },
    });
  const diagnosisOf = rememberLast(diagnosisWith);
  const lostCalls = new LostCalls({
    timers: systemTimers,
    stopLost: async (calls) => (await tools.stopLost?.(calls)) ?? 0,
    onError: (error) => log.warn({ error }, "what a lost process left running could not be stopped"),
  });
  const application = new ChatApplicationUseCase({
    core,
    // A run takes it as it begins and keeps it: what is changed in the knowledge holds for the next one.
    get diagnosis() {
      return diagnosisOf(library.current());
    },
    store,
    checkpoints: new JournaledCheckpointStore({
      store: checkpoints,
      journals,
      onError: (contextId, error) => log.error({ contextId, error }, "a checkpoint could not be stored"),
    }),
    clock: systemClock,
    timers: systemTimers,
    ids: systemIds,
    engine,
    journals,
    ownerId,
    modelName: model.name,
    lostCalls,
    defaultLimits: () => limits.budget(),
    maskText: mask.question,
    onEnded: (runId) => {
      triage.filer.runEnded(runId);
      webhooks.courier.look();
    },
    log,
  });
  const directory = new RunDirectory({ core, engine, store, clock: systemClock });
  const triage: TriageParts = createTriage({
    database,
    runs: createReplayRuns(application, directory),
    maskText: (text) => mask.text(text),
    log,
  });

  const access = createServerAccess(database, environment, log, (text) => mask.text(text));
  const ready = createReadiness({
    store,
    engine,
    model: () => modelWith(library.current()),
    tools,
    maskText: (text) => mask.text(text),
  });

  const api: ServerDependencies = {
    access,
    application,
    directory,
    triage: triage.api,
    knowledge: library,
    settings: createSettings({
      environment,
      askModel: () => modelWith(library.current()).ready(),
      modelName: model.name,
      limits,
      maskText: (text) => mask.text(text),
    }),
    views: createViews(database),
    webhooks: webhooks.administration,
    texts: { metrics: () => telemetry.metrics.text(), openApi: openApiText },
    connections,
    timers: systemTimers,
    log,
    streamRecheckMs: parts.streamRecheckMs ?? STREAM_RECHECK_MS,
    allowedHosts: environment.allowedHosts,
    ready,
  };
  const recovery = new RunRecovery({
    store,
    clock: systemClock,
    timers: systemTimers,
    currentOwnerId: ownerId,
    lostCalls,
    resume: (run) => application.resume(run),
    onProblem: (runId, error, instead) =>
      log.error({ runId, error }, `a run could not be recovered: it is ${instead}`),
    onRecovered: (recovered) => log.warn(recovered, "runs of an earlier process were resumed or ended"),
  });
  let hold: StoreHold | null = null;
  const stop = async (graceMs: number): Promise<void> => {
    engine.close();
    recovery.stop();
    await within(LAST_WRITES_MS, [triage.replays.stop()]);
    // A run that was admitted before that is not to slip through.
    await within(LAST_WRITES_MS, [application.allStarted()]);
    await within(
      graceMs,
      engine.list().map((run) => run.retired),
    );
    for (const run of engine.list()) {
      if (run.mode === "detached") {
        run.handOver();
        continue;
      }
      core.cancel(run.context, {
        reason: "INTERNAL_FAILURE",
        requestedBy: "server",
        note: "the server is stopping",
      });
    }
    await within(
      LAST_WRITES_MS,
      engine.list().map((run) => run.retired),
    );
    // A run may be over before the last word on its calls is stored.
    await within(LAST_WRITES_MS, [saves.none(), triage.filer.stop(), webhooks.courier.stop()]);
    await within(LAST_SPANS_MS, [telemetry.stop()]);
    try {
      await tools.close();
      await store.close();
      // A part of a test may bring a store of its own; sign-in, triage and webhooks have this one all the same.
      if (parts.store !== undefined) await database.$disconnect();
    } finally {
      await hold?.release();
    }
  };

  let lose: (error: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => {
    lose = resolve;
  });
  const onHoldChange = (change: HoldChange): void => {
    switch (change.kind) {
      case "interrupted":
        log.warn(
          { error: change.error },
          "the connection that holds the store was lost; it is being taken again",
        );
        return;
      case "regained":
        log.info("the store is held again");
        return;
      case "lost":
        log.error(
          change.error instanceof StoreHeldError ? { holder: change.error.holder } : { error: change.error },
          "the store is no longer this process's own",
        );
        engine.close();
        lose(change.error);
    }
  };

  try {
    hold = await holdStore(environment.databaseUrl, {
      holderId: ownerId,
      onChange: onHoldChange,
      ...(parts.storeWaitMs === undefined ? {} : { waitMs: parts.storeWaitMs }),
    });
    await prepareAccess(access, database, environment, log);
    await Promise.all([library.load(), limits.load()]);
    await recovery.start();
    triage.filer.start();
    webhooks.courier.start();
    await triage.replays.resume();
  } catch (error) {
    await stop(0);
    throw error;
  }

  return {
    handle: (route, request, params) => handleRequest(route, API_ROUTES[route], api, request, params),
    handleUnknown: (request) => handleUnknown(api, request),
    sessionOf: async (cookie, secure) => {
      const found = await access.authenticate({ authorization: null, cookie, secure });
      return found.kind === "principal" && found.principal.kind === "session" ? found.principal : null;
    },
    stop,
    lost,
  };
}

/** One result is kept: for the argument that was asked for last. */
function rememberLast<A, B>(make: (argument: A) => B): (argument: A) => B {
  let last: { readonly argument: A; readonly result: B } | null = null;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, result: make(argument) };
    return last.result;
  };
}

async function within(limitMs: number, work: readonly Promise<void>[]): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = systemTimers.after(limitMs, resolve);
    void Promise.all(work).then(() => {
      timer.cancel();
      resolve();
    });
  });
}
