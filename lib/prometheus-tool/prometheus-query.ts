/**
 * One query from the request to its end, and its stop (RUN-7). A query that is stopped has its connection closed, which makes Prometheus end it.
 *
 * Invariants: 1 `result` always fulfils, once, within the query's time and a grace. 2 a stop is confirmed when the connection has ended (KILL-3); it touches
 * no other query, for a query has a connection of its own.
 */
import type { EvidenceResult, RunningQuery, StopReport } from "../diagnosis/ports";
import { RUN_ENDED } from "../diagnosis/tools/run-ended";
import { foreignText } from "../diagnosis/tools/foreign-text";
import { QueryAnswer } from "./api-answer";
import { projectAnswer } from "./answer-projection";
import { sendRequest, type ApiReply, type SentRequest } from "./api-request";
import type { PrometheusSource } from "./prometheus-source";
import type { Evaluation } from "./query-request";
import type { Time } from "./time";

export interface QueryPlan {
  readonly query: string;
  readonly evaluation: Evaluation;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** How long a closed connection may take to say that it is, ms. */
  readonly stopPatienceMs: number;
}

/** How long after its own limit a query that the server did not end is closed from here, ms. */
const SERVER_LIMIT_GRACE_MS = 500;
const MAX_SAID = 500;
const ALREADY_OVER: StopReport = {
  stop: "confirmed",
  detail: "The query had already ended; nothing was closed",
};
const CLOSED: StopReport = {
  stop: "confirmed",
  detail: "The connection of the query is closed; Prometheus ends a query whose client is gone",
};
const STILL_OPEN: StopReport = {
  stop: "unconfirmed",
  detail: "The query was aborted; its connection did not say that it is closed",
};

export class PrometheusQuery implements RunningQuery {
  readonly result: Promise<EvidenceResult>;

  private readonly sent: SentRequest;
  private readonly startedAt: number;
  private over = false;
  private timedOut = false;
  private stopped: Promise<StopReport> | null = null;

  constructor(
    private readonly source: PrometheusSource,
    private readonly plan: QueryPlan,
    private readonly time: Time,
  ) {
    this.startedAt = time.now();
    this.sent = sendRequest({
      url: source.endpoint(plan.evaluation.kind === "range" ? "query_range" : "query"),
      form: formOf(plan),
      bearerToken: source.bearerToken,
      maxBytes: plan.maxBytes,
    });
    const limit = time.after(plan.timeoutMs + SERVER_LIMIT_GRACE_MS, () => {
      this.timedOut = true;
      this.sent.abort();
    });
    this.result = this.sent.reply.then((reply) => {
      limit.cancel();
      this.over = true;
      return this.toResult(reply);
    });
  }

  stop(): Promise<StopReport> {
    this.stopped ??= this.stopOnce();
    return this.stopped;
  }

  private async stopOnce(): Promise<StopReport> {
    if (this.over) return ALREADY_OVER;
    this.sent.abort();
    return new Promise((resolve) => {
      const patience = this.time.after(this.plan.stopPatienceMs, () => resolve(STILL_OPEN));
      void this.sent.closed.then(() => {
        patience.cancel();
        resolve(CLOSED);
      });
    });
  }

  private toResult(reply: ApiReply): EvidenceResult {
    const { name } = this.source;
    switch (reply.kind) {
      case "aborted":
        return this.timedOut ? this.timeout() : RUN_ENDED;
      case "unreachable":
        return error("CONNECTION_FAILED", `Prometheus "${name}" could not be reached (${reply.code}).`);
      case "too_large":
        return error(
          "RESULT_TOO_LARGE",
          `Prometheus "${name}" sent more than one answer may hold; narrow the query.`,
        );
      case "reply":
        return this.readReply(reply.status, reply.body);
    }
  }

  private readReply(status: number, body: string): EvidenceResult {
    const { name } = this.source;
    if (status === 401 || status === 403)
      return error(
        "CONNECTION_FAILED",
        `Prometheus "${name}" did not accept the credentials (HTTP ${status}).`,
      );
    const answer = readAnswer(body);
    if (answer === null) {
      return status >= 200 && status < 300
        ? error("PROJECTION_FAILED", `"${name}" answered with something that is no answer of Prometheus.`)
        : error("CONNECTION_FAILED", `"${name}" answered with HTTP ${status}, not as Prometheus does.`);
    }
    if (answer.status === "error") {
      if (answer.errorType === "timeout") return this.timeout();
      const said = foreignText(answer.error, MAX_SAID);
      return error(
        "EXECUTION_FAILED",
        `Prometheus refused or failed the query (${foreignText(answer.errorType, 40)}): ${said}`,
      );
    }
    const warnings = answer.warnings ?? [];
    const evidence = projectAnswer(answer.data, warnings);
    if (evidence === null) return error("RESULT_TOO_LARGE", "The first row alone is too large to keep.");
    if (evidence.rows.length === 0 && warnings.length > 0) {
      // Nothing beside a warning is no absence: data may be missing.
      const said = foreignText(warnings.join("; "), MAX_SAID);
      return error("EXECUTION_FAILED", `Prometheus found nothing, and warned: ${said}`);
    }
    return { kind: "rows", evidence, elapsedMs: Math.round(this.time.now() - this.startedAt) };
  }

  private timeout(): EvidenceResult {
    return error("QUERY_TIMEOUT", `The query ran into its limit of ${Math.round(this.plan.timeoutMs)} ms.`);
  }
}

function formOf({ query, evaluation, timeoutMs }: QueryPlan): URLSearchParams {
  const form = new URLSearchParams({ query, timeout: `${Math.max(1, Math.ceil(timeoutMs))}ms` });
  switch (evaluation.kind) {
    case "now":
      break;
    case "at":
      form.set("time", evaluation.time);
      break;
    case "range":
      form.set("start", evaluation.start);
      form.set("end", evaluation.end);
      form.set("step", String(evaluation.stepSeconds));
  }
  return form;
}

function readAnswer(body: string): QueryAnswer | null {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const parsed = QueryAnswer.safeParse(json);
  return parsed.success ? parsed.data : null;
}

function error(code: Extract<EvidenceResult, { kind: "error" }>["code"], message: string): EvidenceResult {
  return { kind: "error", code, message };
}
