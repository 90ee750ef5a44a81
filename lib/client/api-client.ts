import type { z } from "zod";
import { Problem } from "../contracts/problem";
import {
  CancelRunReply,
  LedgerPage,
  RunPage,
  StartRunReply,
  ToolPage,
  TracePage,
  type RunFilter,
  type StartRunRequest,
} from "../contracts/requests";
import { RunDetail } from "../contracts/run";
import { RunCounts, StatsReply } from "../contracts/run-stats";
import { BulkCancelReply, PublicStreamReply, type RerunRequest } from "../contracts/run-acts";
import type { LedgerLine } from "../contracts/budget";
import type { ToolRecord } from "../contracts/evidence";
import type { TraceEvent } from "../contracts/trace";
import { MalformedReplyError, ProblemError, UnreachableError } from "./api-error";
import { consoleFetch } from "./console-fetch";
import { parseJson } from "./parse-json";

export type FetchLike = (input: string, init?: RequestInit) => Promise<Response>;

const JSON_HEADERS = { "Content-Type": "application/json", Accept: "application/json" };
/** The largest page the API serves; whole lists are read in as few replies as possible. */
const WHOLE_LIST_LIMIT = 200;

/**
 * The HTTP API, typed. Every reply is parsed by its contract schema; a refusal is thrown as ProblemError, silence
 * as UnreachableError, a reply off the contract as MalformedReplyError. Aborts pass through unchanged.
 */
export class ApiClient {
  readonly #fetch: FetchLike;
  constructor(fetchLike: FetchLike) {
    this.#fetch = fetchLike;
  }

  /** Starts a detached run. */
  startRun(body: StartRunRequest, signal?: AbortSignal): Promise<StartRunReply> {
    return this.#json(StartRunReply, "/api/runs", post(body, signal));
  }

  /** Starts an attached run; the body of the response is its public stream, and closing it cancels the run. */
  async openChat(body: StartRunRequest, signal: AbortSignal): Promise<Response> {
    const init = post(body, signal);
    const headers = { ...JSON_HEADERS, Accept: "text/event-stream" };
    return this.#accepted(await this.#send("/api/chat", { ...init, headers }));
  }

  /** Opens the watch stream after sequence number `after`. Leaving it never cancels the run. */
  async openWatch(runId: string, after: number, signal: AbortSignal): Promise<Response> {
    const path = `/api/runs/${encodeURIComponent(runId)}/events?after=${after}`;
    const init: RequestInit = { headers: { Accept: "text/event-stream" }, cache: "no-store", signal };
    return this.#accepted(await this.#send(path, init));
  }

  listRuns(filter: RunFilter, cursor: string | null, limit: number, signal?: AbortSignal): Promise<RunPage> {
    return this.#json(RunPage, `/api/runs?${listParameters(filter, cursor, limit)}`, get(signal));
  }

  countRuns(filter: RunFilter, signal?: AbortSignal): Promise<RunCounts> {
    return this.#json(RunCounts, `/api/runs/counts?${filterParameters(filter).toString()}`, get(signal));
  }

  /** Ended runs from `from` until before `to`, ms since the epoch, in whole hours or days. */
  getStats(from: number, to: number, signal?: AbortSignal): Promise<StatsReply> {
    return this.#json(StatsReply, `/api/stats?from=${from}&to=${to}`, get(signal));
  }

  getRun(runId: string, signal?: AbortSignal): Promise<RunDetail> {
    return this.#json(RunDetail, `/api/runs/${encodeURIComponent(runId)}`, get(signal));
  }

  /** The whole trace, in order. */
  getTrace(runId: string, signal?: AbortSignal): Promise<TraceEvent[]> {
    return this.#wholeList(TracePage, runId, "trace", signal);
  }

  /** Every canonical tool record, in order. */
  getTools(runId: string, signal?: AbortSignal): Promise<ToolRecord[]> {
    return this.#wholeList(ToolPage, runId, "tools", signal);
  }

  /** The whole budget ledger, in order. */
  getLedger(runId: string, signal?: AbortSignal): Promise<LedgerLine[]> {
    return this.#wholeList(LedgerPage, runId, "ledger", signal);
  }

  /** Asks the run to stop. A run that has already ended is a ProblemError with status 409. */
  cancelRun(runId: string, note: string): Promise<CancelRunReply> {
    const text = note.trim();
    const path = `/api/runs/${encodeURIComponent(runId)}/cancel`;
    return this.#json(CancelRunReply, path, post(text === "" ? {} : { note: text }));
  }

  /** Asks several runs to stop, at most MAX_BULK_CANCEL; each is answered for itself. */
  cancelRuns(runIds: readonly string[], note: string): Promise<BulkCancelReply> {
    const text = note.trim();
    const body = { ids: runIds, ...(text === "" ? {} : { note: text }) };
    return this.#json(BulkCancelReply, "/api/runs/cancel", post(body));
  }

  /**
   * Asks the question of a run again, detached.
   * @param key one per press: the same key starts one run, however often the request is sent
   */
  rerun(runId: string, body: RerunRequest, key: string): Promise<StartRunReply> {
    const init = post(body);
    const headers = { ...JSON_HEADERS, "Idempotency-Key": key };
    return this.#json(StartRunReply, `/api/runs/${encodeURIComponent(runId)}/rerun`, { ...init, headers });
  }

  /** The newest runs that ask the question of this one again. */
  listReruns(runId: string, limit: number, signal?: AbortSignal): Promise<RunPage> {
    return this.#json(RunPage, `/api/runs/${encodeURIComponent(runId)}/reruns?limit=${limit}`, get(signal));
  }

  /** What the caller of an attached run was sent. */
  getPublicStream(runId: string, signal?: AbortSignal): Promise<PublicStreamReply> {
    return this.#json(PublicStreamReply, `/api/runs/${encodeURIComponent(runId)}/public-stream`, get(signal));
  }

  async #wholeList<T>(
    page: z.ZodType<{ items: T[]; nextCursor: string | null }>,
    runId: string,
    list: "trace" | "tools" | "ledger",
    signal?: AbortSignal,
  ): Promise<T[]> {
    const items: T[] = [];
    let cursor: string | null = null;
    do {
      const query: string = listParameters({}, cursor, WHOLE_LIST_LIMIT);
      const path = `/api/runs/${encodeURIComponent(runId)}/${list}?${query}`;
      const reply: { items: T[]; nextCursor: string | null } = await this.#json(page, path, get(signal));
      items.push(...reply.items);
      cursor = reply.nextCursor;
    } while (cursor !== null);
    return items;
  }

  async #json<T>(schema: z.ZodType<T>, path: string, init: RequestInit): Promise<T> {
    const response = await this.#accepted(await this.#send(path, init));
    const parsed = schema.safeParse(parseJson(await response.text()));
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new MalformedReplyError(
      `${path} answered off its contract at ${issue?.path.join(".") ?? "?"}: ${issue?.message ?? "unknown"}`,
    );
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(path, init);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new UnreachableError(error);
    }
  }

  async #accepted(response: Response): Promise<Response> {
    if (response.ok) return response;
    const parsed = Problem.safeParse(parseJson(await response.text()));
    if (parsed.success) throw new ProblemError(parsed.data);
    throw new ProblemError({
      type: "about:blank",
      title: `The server answered ${response.status}`,
      status: response.status,
      code: "UNKNOWN",
      detail: "The answer carried no details. Try again; if it stays, look at the server's log.",
    });
  }
}

function get(signal?: AbortSignal): RequestInit {
  const init: RequestInit = { headers: { Accept: "application/json" }, cache: "no-store" };
  return signal === undefined ? init : { ...init, signal };
}

function post(body: unknown, signal?: AbortSignal): RequestInit {
  const init: RequestInit = { method: "POST", headers: JSON_HEADERS, body: JSON.stringify(body) };
  return signal === undefined ? init : { ...init, signal };
}

function listParameters(filter: RunFilter, cursor: string | null, limit: number): string {
  const parameters = new URLSearchParams({ limit: String(limit) });
  if (cursor !== null) parameters.set("cursor", cursor);
  for (const [name, value] of filterParameters(filter)) parameters.set(name, value);
  return parameters.toString();
}

function filterParameters(filter: RunFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") parameters.set(name, text);
  }
  return parameters;
}

/** The client of the page's own origin. */
export const apiClient = new ApiClient(consoleFetch);
