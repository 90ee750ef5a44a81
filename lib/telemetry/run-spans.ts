/**
 * Spans of runs, model calls and tool calls by the semantic conventions for generative AI. A span is made when what it tells of has ended, with the
 * times of then: nothing is open that a cancel or a lost process could leave open. No attribute holds what was asked, answered, found or typed.
 */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Tracer,
} from "@opentelemetry/api";
import type { RunId } from "../contracts/ids";
import type { RunObserver } from "./run-observer";
import { spanIdOf, traceIdOf } from "./span-ids";

/** Where the ids of a span are said before it is made. */
export interface SpanIdSource {
  /** The next span that is made has these. */
  next(ids: { readonly traceId: string; readonly spanId: string }): void;
}

/** How a model call ended. `error` is the name of a kind of error, never its text. */
export interface ModelCallEnd {
  readonly runId: RunId;
  readonly callId: string;
  readonly kind: "model" | "guard";
  readonly startedAt: number;
  readonly endedAt: number;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
  readonly error: string | null;
}

export interface RunSpansOptions {
  readonly tracer: Tracer;
  readonly ids: SpanIdSource;
  readonly modelName: string;
  /** As the convention names it. */
  readonly providerName: string;
}

interface SpanFacts {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parent: Context;
  readonly ids: { readonly traceId: string; readonly spanId: string };
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Attributes;
  /** A kind of error; null where there was none. */
  readonly error: string | null;
}

export class RunSpans {
  readonly #options: RunSpansOptions;
  /** What an outcome does not say of its run. */
  readonly #created = new Map<RunId, { readonly sessionId: string; readonly mode: string }>();

  constructor(options: RunSpansOptions) {
    this.#options = options;
  }

  readonly observer: RunObserver = {
    created: ({ runId, sessionId, mode }) => {
      this.#created.set(runId, { sessionId, mode });
    },
    ended: (outcome) => {
      const { runId, termination, releaseOutcome, fallbackType, failure, progress } = outcome;
      const created = this.#created.get(runId);
      this.#created.delete(runId);
      this.#runSpan(
        runId,
        termination.completedAt - outcome.durationMs,
        termination.completedAt,
        failure?.code ?? null,
        {
          "interlock.run.state": termination.state,
          "interlock.run.outcome": releaseOutcome,
          ...(fallbackType === null ? {} : { "interlock.run.fallback": fallbackType }),
          ...(created === undefined
            ? {}
            : { "gen_ai.conversation.id": created.sessionId, "interlock.run.mode": created.mode }),
          "gen_ai.usage.input_tokens": progress.tokens.input,
          "gen_ai.usage.output_tokens": progress.tokens.output,
        },
      );
    },
    abandoned: (runId, at) => {
      this.#runSpan(runId, at, at, "OWNER_LOST", { "interlock.run.abandoned": true });
    },
    toolEnded: (record) => {
      if (record.completedAt === null) return;
      this.#add({
        name: `execute_tool ${record.tool}`,
        kind: SpanKind.INTERNAL,
        ...this.#child(record.runId, record.invocationId),
        startedAt: record.startedAt,
        endedAt: record.completedAt,
        error: record.errorCode,
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": record.tool,
          "gen_ai.tool.type": "datastore",
          "gen_ai.tool.call.id": record.invocationId,
          "interlock.run.id": record.runId,
          "interlock.tool.source": record.source,
          "interlock.tool.ordinal": record.ordinal,
          ...(record.bytes === null ? {} : { "interlock.tool.bytes": record.bytes }),
        },
      });
    },
  };

  modelCallEnded(end: ModelCallEnd): void {
    const { modelName, providerName } = this.#options;
    this.#add({
      name: `chat ${modelName}`,
      kind: SpanKind.CLIENT,
      ...this.#child(end.runId, end.callId),
      startedAt: end.startedAt,
      endedAt: end.endedAt,
      error: end.error,
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": providerName,
        "gen_ai.request.model": modelName,
        "interlock.run.id": end.runId,
        "interlock.call.id": end.callId,
        "interlock.call.kind": end.kind,
        ...(end.usage === null
          ? {}
          : {
              "gen_ai.usage.input_tokens": end.usage.inputTokens,
              "gen_ai.usage.output_tokens": end.usage.outputTokens,
            }),
      },
    });
  }

  #runSpan(
    runId: RunId,
    startedAt: number,
    endedAt: number,
    error: string | null,
    attributes: Attributes,
  ): void {
    this.#add({
      name: "invoke_agent interlock",
      kind: SpanKind.INTERNAL,
      parent: ROOT_CONTEXT,
      ids: { traceId: traceIdOf(runId), spanId: spanIdOf(runId) },
      startedAt,
      endedAt,
      error,
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": this.#options.providerName,
        "gen_ai.agent.name": "interlock",
        "gen_ai.request.model": this.#options.modelName,
        "interlock.run.id": runId,
        ...attributes,
      },
    });
  }

  #child(runId: RunId, callId: string): Pick<SpanFacts, "parent" | "ids"> {
    const traceId = traceIdOf(runId);
    const parent = trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId: spanIdOf(runId),
      traceFlags: TraceFlags.SAMPLED,
      isRemote: true,
    });
    return { parent, ids: { traceId, spanId: spanIdOf(callId) } };
  }

  #add({ name, kind, parent, ids, startedAt, endedAt, attributes, error }: SpanFacts): void {
    this.#options.ids.next(ids);
    const span = this.#options.tracer.startSpan(name, { kind, startTime: startedAt, attributes }, parent);
    if (error !== null) {
      span.setAttribute("error.type", error);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(Math.max(startedAt, endedAt));
  }
}
