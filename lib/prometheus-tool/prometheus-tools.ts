/** Prometheus as an evidence tool: the adapter of the EvidenceTools port. Its query API only reads (TOOL-6). */
import { z } from "zod";
import type { EvidenceTool, EvidenceTools, ToolDescription } from "../diagnosis/ports";
import { normalizedScopeOf } from "../diagnosis/tools/normalized-scope";
import { checkSource, readToolRequest } from "../diagnosis/tools/tool-request";
import { PrometheusQuery, type QueryPlan } from "./prometheus-query";
import { createPrometheusSource, type PrometheusSourceConfig } from "./prometheus-source";
import { foldPromql } from "./promql-text";
import { evaluationFrom, evaluationOf, paramsOf, PrometheusRequest } from "./query-request";
import { systemTime, type Time } from "./time";

export interface PrometheusConfig {
  /** At least one. */
  readonly sources: readonly PrometheusSourceConfig[];
  /** Bytes of one answer; default 16 MiB. */
  readonly maxBytes?: number;
  readonly stopPatienceMs?: number;
  readonly time?: Time;
}

const PROMETHEUS_TOOL = "prometheus_query";
const READY_TIMEOUT_MS = 3_000;

const DESCRIPTION: ToolDescription = {
  name: PROMETHEUS_TOOL,
  description:
    "Evaluates one PromQL expression, at a moment or over a range, and records the points as evidence: a row per point, with its labels, time (UTC) and value. The result is cut at fixed bounds.",
  inputSchema: z.record(z.string(), z.unknown()).parse(z.toJSONSchema(PrometheusRequest)),
};

/** Throws a TypeError on an address that is none. Opens no connection yet. */
export function createPrometheusTools(config: PrometheusConfig): EvidenceTools {
  const time = config.time ?? systemTime;
  const limits = {
    maxBytes: config.maxBytes ?? 16 * 1024 * 1024,
    stopPatienceMs: config.stopPatienceMs ?? 2_000,
  };
  const sources = new Map(config.sources.map((each) => [each.name, createPrometheusSource(each)]));
  const running = new Set<PrometheusQuery>();
  const start = (name: string, plan: Omit<QueryPlan, keyof typeof limits>): PrometheusQuery => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`Unknown Prometheus source "${name}"`);
    const query = new PrometheusQuery(source, { ...plan, ...limits }, time);
    running.add(query);
    void query.result.then(() => running.delete(query));
    return query;
  };
  const tool: EvidenceTool = {
    name: PROMETHEUS_TOOL,
    handleKind: "prometheus_query",
    describe: () => DESCRIPTION,
    check(request, maySource) {
      const refusal = checkSource(request, [...sources.keys()], maySource);
      if (refusal !== null) return refusal;
      const reading = readToolRequest(PrometheusRequest, request);
      if (!reading.ok) return reading;
      const { source, query, scope, label } = reading.value;
      const params = paramsOf(evaluationOf(reading.value));
      const normalizedScope = normalizedScopeOf(source, foldPromql(query), params);
      return { ok: true, request: { source, label, statement: query, params, scope, normalizedScope } };
    },
    run: ({ source, statement, params }, timeoutMs) =>
      start(source, { query: statement, evaluation: evaluationFrom(params), timeoutMs }),
  };
  return {
    list: () => [tool],
    sources: () =>
      [...sources.values()].map(({ name, description }) => ({
        name,
        description: `${description} (Prometheus: ask it with ${PROMETHEUS_TOOL})`,
      })),
    async ready() {
      const answers = await Promise.all(
        [...sources.keys()].map(async (name) => {
          const plan = {
            query: "vector(1)",
            evaluation: { kind: "now" },
            timeoutMs: READY_TIMEOUT_MS,
          } as const;
          const result = await start(name, plan).result;
          return result.kind === "rows"
            ? { ok: true, detail: `${name}: answers` }
            : { ok: false, detail: `${name}: ${result.message}` };
        }),
      );
      return {
        ok: answers.every((answer) => answer.ok),
        detail: answers.map((answer) => answer.detail).join("; "),
      };
    },
    async close() {
      await Promise.all([...running].map((query) => query.stop()));
    },
  };
}
