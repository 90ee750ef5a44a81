/** Metrics and spans, wired. The packages of OpenTelemetry are loaded only where there is a collector to send to. */
import type { Logger } from "pino";
import { DiagnosisHarnessCore, type HarnessDependencies } from "../harness/diagnosis-harness-core";
import type { RunStore } from "../runs/ports";
import { observeRunStore } from "../telemetry/observed-run-store";
import { observeTrace } from "../telemetry/observed-trace";
import { RunMetrics, type ServerGauges } from "../telemetry/run-metrics";
import { joinObservers, type RunObserver } from "../telemetry/run-observer";
import type { ModelCallEnd } from "../telemetry/run-spans";
import { TracedHarnessCore } from "../telemetry/traced-harness-core";
import type { InterlockEnvironment } from "./environment";

export interface Telemetry {
  readonly metrics: RunMetrics;
  /** The store that the runs are given. */
  observeStore(store: RunStore): RunStore;
  /** The core that the runs are given. */
  createCore(dependencies: HarnessDependencies): DiagnosisHarnessCore;
  /** Sends what waits. Never rejects; whoever calls it says how long that may take. */
  stop(): Promise<void>;
}

interface Spans {
  readonly observer: RunObserver;
  readonly modelCallEnded: (end: ModelCallEnd) => void;
  readonly stop: () => Promise<void>;
}

export async function openTelemetry(input: {
  readonly environment: InterlockEnvironment;
  readonly gauges: ServerGauges;
  readonly modelName: string;
  readonly instanceId: string;
  readonly log: Logger;
}): Promise<Telemetry> {
  const { log } = input;
  const onFault = (error: unknown): void => log.error({ error }, "a metric or a span was lost");
  const metrics = new RunMetrics(input.gauges);
  const spans = await openSpans(input);
  const told = joinObservers([metrics.observer, ...(spans === null ? [] : [spans.observer])], onFault);
  const modelCallEnded = (end: ModelCallEnd): void => {
    try {
      spans?.modelCallEnded(end);
    } catch (error) {
      onFault(error);
    }
  };
  return {
    metrics,
    observeStore: (store) => observeRunStore(store, told),
    createCore: (dependencies) => {
      const observed: HarnessDependencies = {
        ...dependencies,
        openTrace: (runId, sessionId) => observeTrace(runId, dependencies.openTrace(runId, sessionId), told),
      };
      return spans === null
        ? new DiagnosisHarnessCore(observed)
        : new TracedHarnessCore(observed, modelCallEnded);
    },
    stop: () => spans?.stop() ?? Promise.resolve(),
  };
}

async function openSpans(input: {
  readonly environment: InterlockEnvironment;
  readonly modelName: string;
  readonly instanceId: string;
}): Promise<Spans | null> {
  const { tracing, languageModel } = input.environment;
  if (tracing === null) return null;
  const [{ startTracing }, { RunSpans }] = await Promise.all([
    import("../telemetry/otlp-tracing"),
    import("../telemetry/run-spans"),
  ]);
  const { tracer, ids, stop } = startTracing({ ...tracing, instanceId: input.instanceId });
  const spans = new RunSpans({
    tracer,
    ids,
    modelName: input.modelName,
    // The convention's name for servers that speak that protocol.
    providerName: languageModel === null ? "interlock.playbook" : "openai",
  });
  return { observer: spans.observer, modelCallEnded: (end) => spans.modelCallEnded(end), stop };
}
