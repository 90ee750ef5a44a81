/** Whether a chat server can do what runs need, and what becomes of them where it cannot. Asks it some tiny questions, one after the other. */
import { APICallError } from "ai";
import { z } from "zod";
import { createChatProvider, type ChatProvider, type ChatServerAddress } from "../chat-provider";
import {
  BrokenStreamError,
  completeChat,
  NotStreamedError,
  streamChat,
  type AnswerShape,
  type ChatAnswer,
  type ChatModel,
  type ChatRequest,
} from "../chat-request";
import { describeConnectionFailure } from "../connection-failure";
import { readJson } from "../json-object";
import type { Prompt } from "../prompts";
import { toModelFailure } from "../server-failure";
import { ServerFeatures } from "../server-features";
import { readModelIds } from "../server-readiness";
import { wireSchemaOf } from "../wire-schema";

export interface CheckedServer extends ChatServerAddress {
  readonly modelId: string;
  readonly guardModelId: string;
  readonly routerModelId: string;
  readonly callTimeoutMs: number;
  readonly maxOutputTokens: number;
}

interface CheckResult {
  readonly what: string;
  /** `degraded`: runs work, in a poorer way. `failed`: they do not. */
  readonly standing: "ok" | "degraded" | "failed";
  /** Never a key, and no text of the server. */
  readonly detail: string;
  /** What follows for runs; null where nothing does. */
  readonly consequence: string | null;
}

export interface ServerReport {
  readonly baseUrl: string;
  readonly results: readonly CheckResult[];
  readonly isUsable: boolean;
}

const LIST_TIMEOUT_MS = 5_000;
/** An aborted request that is not given up within this time is not given up, ms. */
const ABORT_WITHIN_MS = 2_000;

const Sum = z.strictObject({ sum: z.number() });
const JSON_QUESTION: Prompt = {
  system: 'Answer with exactly one JSON object and nothing around it: {"sum": number}.',
  prompt: "What is 2 + 3?",
};
const TOOL_QUESTION: Prompt = {
  system: "Answer by calling the tool.",
  prompt: "Report the sum of 2 and 3.",
};
const TEXT_QUESTION: Prompt = { system: "Answer in one short sentence.", prompt: "Say hello." };
const LONG_QUESTION: Prompt = { system: "Answer at length.", prompt: "Count from 1 to 500, in words." };

const PLAIN: AnswerShape = { kind: "plain" };
const SCHEMA: AnswerShape = { kind: "json_schema", wire: { name: "sum", schema: wireSchemaOf(Sum) } };
const TOOLS: AnswerShape = {
  kind: "tools",
  tools: [{ name: "report_sum", description: "Reports a sum.", argumentsSchema: wireSchemaOf(Sum) }],
};

/** A model of the server, as the check has come to know it. */
interface Checked {
  readonly chat: ChatModel;
  readonly features: ServerFeatures;
  readonly timeoutMs: number;
  readonly maxOutputTokens: number;
  readonly timings: number[];
}

interface Answered {
  readonly answer: ChatAnswer;
  readonly tookMs: number;
}

/** Never throws for what the server does. */
export async function checkChatServer(server: CheckedServer): Promise<ServerReport> {
  const provider = createChatProvider(server);
  const { results: reached, listed } = await checkReachable(provider);
  const results = [...reached];
  if (reached.every((result) => result.standing !== "failed")) {
    for (const [role, id] of modelsOf(server)) results.push(checkListed(role, id, listed));
    const timings: number[] = [];
    const checkedOf = (id: string): Checked => ({
      chat: provider.chatModel(id),
      features: new ServerFeatures(Date.now),
      timeoutMs: server.callTimeoutMs,
      maxOutputTokens: server.maxOutputTokens,
      timings,
    });
    results.push(...(await checkModel(checkedOf(server.modelId))));
    for (const [role, id] of modelsOf(server).slice(1)) {
      results.push(await checkPlain(`plain JSON of the ${role}`, checkedOf(id)));
    }
    results.push(checkLatency(timings, server.callTimeoutMs));
  }
  const isUsable = results.every((result) => result.standing !== "failed");
  return { baseUrl: provider.shownUrl, results, isUsable };
}

/** The model first, then those of its own kind. */
function modelsOf({
  modelId,
  guardModelId,
  routerModelId,
}: CheckedServer): readonly (readonly [string, string])[] {
  const all = [
    ["model", modelId],
    ["router", routerModelId],
    ["guard", guardModelId],
  ] as const;
  return all.filter(([role, id]) => role === "model" || id !== modelId);
}

async function checkReachable(
  provider: ChatProvider,
): Promise<{ results: readonly CheckResult[]; listed: readonly string[] | null }> {
  const what = "reachable";
  const startedAt = Date.now();
  try {
    const response = await provider.listModels(LIST_TIMEOUT_MS);
    const text = await response.text();
    const detail = `status ${response.status} in ${Date.now() - startedAt} ms`;
    if (response.status === 401 || response.status === 403) {
      return { results: [failed(what, `${detail}: MODEL_API_KEY is missing or refused`)], listed: null };
    }
    return { results: [ok(what, detail)], listed: response.ok ? readModelIds(text) : null };
  } catch (error) {
    return { results: [failed(what, `no answer: ${describeConnectionFailure(error)}`)], listed: null };
  }
}

function checkListed(role: string, id: string, listed: readonly string[] | null): CheckResult {
  const what = `${role} known`;
  if (listed === null) return degraded(what, "the server lists no models", "its plain JSON, below, decides");
  if (listed.includes(id)) return ok(what, id);
  return degraded(what, `${id} is not among the ${listed.length} listed`, "its plain JSON, below, decides");
}

async function checkModel(checked: Checked): Promise<readonly CheckResult[]> {
  const { features, timings } = checked;
  const plain = await checkPlain("plain JSON", checked);
  if (plain.standing === "failed") return [plain];
  const usages: boolean[] = [];
  const note = ({ answer, tookMs }: Answered): void => {
    timings.push(tookMs);
    usages.push(!answer.usage.estimated);
  };
  const schema = await attempt("json_schema", async () => {
    const answered = await ask(checked, JSON_QUESTION, SCHEMA);
    note(answered);
    return readJson(answered.answer.text, Sum).ok
      ? ok("json_schema", `${answered.tookMs} ms`)
      : degraded("json_schema", "the answer is not of the schema", AS_PLAIN_JSON);
  });
  const tools = await attempt("tools", async () => {
    const answered = await ask(checked, TOOL_QUESTION, TOOLS);
    note(answered);
    const [call] = answered.answer.toolCalls;
    return call !== undefined && readJson(call.argumentsText, Sum).ok
      ? ok("tools", `${answered.tookMs} ms`)
      : degraded("tools", "the answer calls no tool as it should", AS_TEXT_STEPS);
  });
  const streaming = await checkStreaming(checked, note);
  const left = [...features.omitted];
  return [
    plain,
    ...(left.length === 0 ? [] : [ok("parameters", `done without ${left.join(" and ")}`)]),
    unlessFailed(schema, AS_PLAIN_JSON),
    unlessFailed(tools, AS_TEXT_STEPS),
    streaming,
    await checkAbort(checked),
    usages.length > 0 && usages.every(Boolean)
      ? ok("usage reported", "by every answer")
      : degraded("usage reported", "not by every answer", "tokens are estimated from the length"),
  ];
}

const AS_PLAIN_JSON = "answers are asked for as plain JSON; a wrong one costs a second request";
const IN_ONE_PIECE =
  "answers in text are asked for in one piece, and a long one is bounded only when it is there";
const AS_TEXT_STEPS = "the agent's steps are asked for as JSON text";

/** As the driver does: a server that refuses to stream, or answers in one piece, is asked without. */
async function checkStreaming(checked: Checked, note: (answered: Answered) => void): Promise<CheckResult> {
  const what = "streaming";
  const { chat, features } = checked;
  return attempt(what, async () => {
    try {
      const answered = await timed(() => streamChat(chat, requestOf(checked, TEXT_QUESTION, PLAIN)));
      note(answered);
      return answered.answer.text.trim() === ""
        ? failed(what, "the streamed answer is empty")
        : ok(what, `${answered.tookMs} ms`);
    } catch (error) {
      if (error instanceof NotStreamedError)
        return degraded(what, "the answer came in one piece", IN_ONE_PIECE);
      if (!APICallError.isInstance(error) || error.statusCode === undefined) throw error;
      if (!features.refused("streaming", error.statusCode, error.responseBody ?? "")) throw error;
      return degraded(what, toModelFailure(error, Date.now()).message, IN_ONE_PIECE);
    }
  });
}

/** Finds out, too, which parameters the model refuses. */
async function checkPlain(what: string, checked: Checked): Promise<CheckResult> {
  return attempt(what, async () => {
    const { answer, tookMs } = await askWithoutRefused(checked);
    checked.timings.push(tookMs);
    return readJson(answer.text, Sum).ok
      ? ok(what, `${tookMs} ms`)
      : failed(what, "the answer is not the JSON object that was asked for");
  });
}

async function askWithoutRefused(checked: Checked): Promise<Answered> {
  try {
    return await ask(checked, JSON_QUESTION, PLAIN);
  } catch (error) {
    if (!APICallError.isInstance(error) || error.statusCode === undefined) throw error;
    const refused = checked.features.refusedParameter(
      error.statusCode,
      error.responseBody ?? "",
      checked.features.omitted,
    );
    if (refused === null) throw error;
    return askWithoutRefused(checked);
  }
}

/** Whether the request is given up here at once. What the server computes on is its own affair, and cannot be seen from here. */
async function checkAbort(checked: Checked): Promise<CheckResult> {
  const what = "abort closes the request";
  const giveUp = new AbortController();
  const request = requestOf(checked, LONG_QUESTION, PLAIN);
  const signal = AbortSignal.any([giveUp.signal, request.signal]);
  const ended = streamChat(checked.chat, { ...request, signal }).then(
    () => "answered",
    () => "rejected",
  );
  // Long enough to be under way with any server that is not done by then.
  const early = await Promise.race([ended, after(50, "under way")]);
  const abortedAt = Date.now();
  giveUp.abort();
  const end = await Promise.race([ended, after(ABORT_WITHIN_MS, "deaf")]);
  if (end === "deaf") return failed(what, `not within ${ABORT_WITHIN_MS} ms`);
  if (early !== "under way") return degraded(what, "the answer came before it could be aborted", null);
  return ok(what, `${Date.now() - abortedAt} ms after the abort`);
}

function checkLatency(timings: readonly number[], timeoutMs: number): CheckResult {
  const slowest = Math.max(0, ...timings);
  const detail = `slowest tiny answer ${slowest} ms, MODEL_TIMEOUT_MS ${timeoutMs}`;
  if (timings.length > 0 && slowest <= timeoutMs / 4) return ok("latency", detail);
  return degraded("latency", detail, "real questions are longer: they may run into the timeout");
}

async function attempt(what: string, check: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await check();
  } catch (error) {
    const failure = error instanceof BrokenStreamError ? error : toModelFailure(error, Date.now());
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    return failed(what, isTimeout ? "no answer within MODEL_TIMEOUT_MS" : failure.message);
  }
}

/** Runs do without it. */
function unlessFailed(result: CheckResult, consequence: string): CheckResult {
  return result.standing === "failed" ? degraded(result.what, result.detail, consequence) : result;
}

function ask(checked: Checked, prompt: Prompt, shape: AnswerShape): Promise<Answered> {
  return timed(() => completeChat(checked.chat, requestOf(checked, prompt, shape)));
}
function requestOf(
  { features, timeoutMs, maxOutputTokens }: Checked,
  prompt: Prompt,
  shape: AnswerShape,
): ChatRequest {
  const signal = AbortSignal.timeout(timeoutMs);
  return { prompt, shape, omitted: features.omitted, maxOutputTokens, signal };
}
async function timed(work: () => Promise<ChatAnswer>): Promise<Answered> {
  const startedAt = Date.now();
  const answer = await work();
  return { answer, tookMs: Date.now() - startedAt };
}
function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(value), ms);
    timer.unref();
  });
}

const ok = (what: string, detail: string): CheckResult => ({
  what,
  standing: "ok",
  detail,
  consequence: null,
});
const failed = (what: string, detail: string): CheckResult => ({
  what,
  standing: "failed",
  detail,
  consequence: null,
});
const degraded = (what: string, detail: string, consequence: string | null): CheckResult => ({
  what,
  standing: "degraded",
  detail,
  consequence,
});
