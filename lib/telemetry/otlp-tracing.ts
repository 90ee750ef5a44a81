/**
 * Sends spans to an OpenTelemetry collector. Loaded only where an endpoint is set. Spans wait in a bounded queue and are dropped beyond it: a collector
 * that is slow or down costs spans, never a run.
 */
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type IdGenerator } from "@opentelemetry/sdk-trace-base";
import type { Tracer } from "@opentelemetry/api";
import type { SpanIdSource } from "./run-spans";

const MOST_WAITING = 2_048;
const EXPORT_TIMEOUT_MS = 5_000;

export interface OtlpOptions {
  /** Base address of the collector; spans go to `v1/traces` under it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** One process of several. */
  readonly instanceId: string;
  /** Between two sendings, ms. */
  readonly scheduleMs?: number;
}

export interface Tracing {
  readonly tracer: Tracer;
  readonly ids: SpanIdSource;
  /** Sends what waits, as long as that takes; never rejects. */
  stop(): Promise<void>;
}

/** Gives the span that is made next the ids it was told. */
class FixedIds implements IdGenerator, SpanIdSource {
  #next: { readonly traceId: string; readonly spanId: string } | null = null;

  next(ids: { readonly traceId: string; readonly spanId: string }): void {
    this.#next = ids;
  }

  generateTraceId = (): string => this.#told().traceId;

  generateSpanId = (): string => this.#told().spanId;

  #told(): { readonly traceId: string; readonly spanId: string } {
    if (this.#next === null) throw new Error("a span was made without ids of its own");
    return this.#next;
  }
}

export function startTracing(options: OtlpOptions): Tracing {
  const ids = new FixedIds();
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({
      "service.name": options.serviceName,
      "service.instance.id": options.instanceId,
    }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: MOST_WAITING,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        ...(options.scheduleMs === undefined ? {} : { scheduledDelayMillis: options.scheduleMs }),
      }),
    ],
  });
  return {
    tracer: provider.getTracer("interlock"),
    ids,
    // What cannot be sent at the end is lost, as it is at any other time.
    stop: () => provider.shutdown().catch(() => undefined),
  };
}
