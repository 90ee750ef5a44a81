/**
 * Metrics in the text format of Prometheus. Every label has a closed set of values: none holds an id, a name that a person chose, or a text. Counters
 * begin at zero with the process.
 */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { FALLBACK_TYPE_TABLE, RELEASE_OUTCOME_TABLE, RUN_STATE_TABLE } from "../contracts/axes";
import { BUDGET_RESOURCES } from "../contracts/budget";
import { LateArrival } from "../contracts/cancellation";
import type { RunObserver } from "./run-observer";

/** Read when somebody asks for the metrics. */
export interface ServerGauges {
  /** When each run that is RUNNING began, ms since the epoch. */
  runningSince(): readonly number[];
  sseConnections(): Readonly<Record<string, number>>;
  /** Places for runs, and connections that are pooled; by pool. */
  pools(): Readonly<Record<string, { readonly used: number; readonly limit: number }>>;
  /** Milliseconds since the epoch. */
  now(): number;
}

const RUN_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600];
const SETTLE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NO_FALLBACK = "none";

export class RunMetrics {
  readonly #registry = new Registry();
  readonly #observer: RunObserver;

  constructor(gauges: ServerGauges) {
    const registers = [this.#registry];
    const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
      new Counter({ name: `interlock_${name}`, help, labelNames: [...labelNames], registers });
    const gauge = <L extends string>(
      name: string,
      help: string,
      labelNames: readonly L[],
      collect: (gauge: Gauge<L>) => void,
    ) =>
      new Gauge({
        name: `interlock_${name}`,
        help,
        labelNames: [...labelNames],
        registers,
        collect() {
          this.reset();
          collect(this);
        },
      });
    const histogram = (name: string, help: string, buckets: number[]) =>
      new Histogram({ name: `interlock_${name}`, help, buckets, registers });

    const runs = counter("runs_total", "Runs that ended, by terminal state, outcome and fallback type.", [
      "state",
      "outcome",
      "fallback",
    ]);
    const abandoned = counter(
      "runs_abandoned_total",
      "Runs of an earlier process that ended because what is stored of them cannot be read.",
      [],
    );
    const duration = histogram(
      "run_duration_seconds",
      "From the start of a run to its terminal state.",
      RUN_SECONDS,
    );
    const settle = histogram(
      "cancel_settle_seconds",
      "From the request to cancel until the last call in flight had stopped.",
      SETTLE_SECONDS,
    );
    const unsettled = counter(
      "cancel_unconfirmed_total",
      "Cancelled runs of which a call is not known to have stopped.",
      [],
    );
    const late = counter("late_arrivals_total", "What came after the end of its run and was refused.", [
      "what",
    ]);
    const exhausted = counter("budget_exhausted_total", "Runs that a budget ended.", ["resource"]);
    for (const what of LateArrival.shape.what.options) late.inc({ what }, 0);
    for (const resource of BUDGET_RESOURCES) if (resource !== "wallTimeMs") exhausted.inc({ resource }, 0);
    abandoned.inc(0);
    unsettled.inc(0);

    gauge("runs_running", "Runs without a terminal state.", [], (it) => it.set(gauges.runningSince().length));
    gauge(
      "oldest_running_seconds",
      "Age of the oldest run without a terminal state; 0 where there is none.",
      [],
      (it) => {
        const since = gauges.runningSince();
        it.set(since.length === 0 ? 0 : Math.max(0, gauges.now() - Math.min(...since)) / 1_000);
      },
    );
    gauge("sse_connections", "Open streams, by kind.", ["kind"], (it) => {
      for (const [kind, open] of Object.entries(gauges.sseConnections())) it.set({ kind }, open);
    });
    gauge("pool_in_use", "Places of a pool that are taken.", ["pool"], (it) => {
      for (const [pool, { used }] of Object.entries(gauges.pools())) it.set({ pool }, used);
    });
    gauge("pool_limit", "Places of a pool.", ["pool"], (it) => {
      for (const [pool, { limit }] of Object.entries(gauges.pools())) it.set({ pool }, limit);
    });

    this.#observer = {
      ended: ({ termination, releaseOutcome, fallbackType, durationMs }) => {
        runs.inc({
          state: within(RUN_STATE_TABLE, termination.state),
          outcome: within(RELEASE_OUTCOME_TABLE, releaseOutcome),
          fallback: fallbackType === null ? NO_FALLBACK : within(FALLBACK_TYPE_TABLE, fallbackType),
        });
        duration.observe(durationMs / 1_000);
      },
      abandoned: () => abandoned.inc(),
      settled: (_runId, { handles }) => {
        if (handles.some(({ stop, afterMs }) => stop !== "confirmed" || afterMs === null)) unsettled.inc();
        else settle.observe(Math.max(0, ...handles.map(({ afterMs }) => afterMs ?? 0)) / 1_000);
      },
      lateArrival: (_runId, { what }) => late.inc({ what }),
      budgetExhausted: (_runId, resource) => exhausted.inc({ resource }),
    };
  }

  get observer(): RunObserver {
    return this.#observer;
  }

  /** The text format 0.0.4. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** Whatever the types say: a label that could grow without bound is worse than a wrong one. */
function within(table: object, value: string): string {
  return Object.hasOwn(table, value) ? value : "other";
}
