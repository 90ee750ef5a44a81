/**
 * The model port over any server that speaks the OpenAI chat-completions protocol. One request per method call, never a retry: what may be asked
 * again is said by the ModelFailure that is thrown, and is asked by whoever pays for it (RUN-11).
 */
import { APICallError } from "ai";
import type { z } from "zod";
import {
  InvalidAnswerFailure,
  ModelFailure,
  type DiagnosisModel,
  type ModelCall,
  type ModelReply,
} from "../../diagnosis/ports";
import { offeredTools, readStep } from "./agent-step-reading";
import { MAX_EVIDENCE_CHARACTERS } from "./bounded-evidence";
import { createChatProvider, type ChatServerAddress } from "./chat-provider";
import {
  BrokenStreamError,
  completeChat,
  estimateTokens,
  NotStreamedError,
  streamChat,
  type AnswerShape,
  type ChatAnswer,
  type ChatRequest,
} from "./chat-request";
import { readJson, withoutThoughts, type JsonReading } from "./json-object";
import {
  knowledgeAnswerPrompt,
  repairPrompt,
  routePrompt,
  stepPrompt,
  systemAnswerPrompt,
  verdictPrompt,
  withComplaint,
  type Prompt,
} from "./prompts";
import {
  DRAFT_WIRE,
  DraftReply,
  ROUTE_WIRE,
  RouteReply,
  stepWire,
  VERDICT_WIRE,
  VerdictReplySchema,
  type WireSchema,
} from "./reply-schemas";
import { ServerFeatures, type Feature } from "./server-features";
import { NOTHING_USED, toModelFailure } from "./server-failure";
import { ServerReadiness, type ServedModel } from "./server-readiness";

export interface OpenAiCompatibleOptions extends ChatServerAddress {
  readonly modelId: string;
  /** The semantic guard's model; default: `modelId`. */
  readonly guardModelId?: string;
  /** The router's model; default: `modelId`. */
  readonly routerModelId?: string;
  /** How long one call may take, ms; absent: only the run's deadline bounds it. */
  readonly callTimeoutMs?: number;
  /** The most that one answer may have, tokens; default 4,096. A call that is given less is held to that. */
  readonly maxOutputTokens?: number;
  /** ms since the epoch: for a Retry-After that names a date, and for how long what the server has shown is believed. */
  readonly now?: () => number;
}

/** The fixed part of the longest prompt, tokens. */
const PROMPT_ALLOWANCE_TOKENS = 1_500;
/** What a prompt shows of evidence is bounded, and of the rest there is seldom more than this, characters. */
const LONGEST_PROMPT = MAX_EVIDENCE_CHARACTERS + 24_000;
const DEFAULT_OUTPUT_TOKENS = 4_096;
/** Of an unusable answer, what is kept for the complaint, characters. */
const KEPT_ANSWER = 8_000;

/** Every method rejects with the signal's reason after an abort, which also closes the request's socket (RUN-9), else with ModelFailure. */
export function createOpenAiCompatibleModel(options: OpenAiCompatibleOptions): DiagnosisModel {
  const { modelId, now = Date.now, maxOutputTokens = DEFAULT_OUTPUT_TOKENS } = options;
  const guardModelId = options.guardModelId ?? modelId;
  const routerModelId = options.routerModelId ?? modelId;
  const provider = createChatProvider(options);
  const models = new Map<string, ServedModel>();
  const roleOf = (id: string): ServedModel => {
    const role = models.get(id) ?? { id, chat: provider.chatModel(id), features: new ServerFeatures(now) };
    models.set(id, role);
    return role;
  };
  const main = roleOf(modelId);
  const guard = roleOf(guardModelId);
  const router = roleOf(routerModelId);
  const readiness = new ServerReadiness(provider, [...models.values()], now);
  const requestOf = (
    role: ServedModel,
    prompt: Prompt,
    shape: AnswerShape,
    call: ModelCall,
  ): ChatRequest => ({
    prompt,
    shape,
    omitted: role.features.omitted,
    maxOutputTokens: Math.min(maxOutputTokens, call.maxOutputTokens ?? maxOutputTokens),
    signal: call.signal,
  });

  /** Sends the one request; a failure of whatever kind leaves as a ModelFailure, or as the abort's reason. */
  async function send(role: ServedModel, request: ChatRequest, streamed = false): Promise<ChatAnswer> {
    const { signal, shape, omitted } = request;
    const feature: Feature | null = streamed ? "streaming" : shape.kind === "plain" ? null : shape.kind;
    signal.throwIfAborted();
    let answer: ChatAnswer;
    try {
      answer = await (streamed ? streamChat : completeChat)(role.chat, request);
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(role.features, feature, omitted, error);
    }
    role.features.worked(feature, omitted);
    if (answer.finish === "content-filter") {
      throw new ModelFailure("the model refused to answer", { usage: answer.usage });
    }
    return answer;
  }

  function failureOf(
    features: ServerFeatures,
    feature: Feature | null,
    omitted: ChatRequest["omitted"],
    error: unknown,
  ): ModelFailure {
    if (error instanceof ModelFailure) return error;
    if (error instanceof BrokenStreamError) {
      return new ModelFailure(error.message, { cause: error, retry: "later" });
    }
    if (error instanceof NotStreamedError) {
      const retry = features.lacks("streaming") ? "later" : "never";
      // What it wrote was not read, so its reservation stands.
      return new ModelFailure("the model server does not stream", { cause: error, retry, retryAfterMs: 0 });
    }
    const failure = toModelFailure(error, now());
    if (!APICallError.isInstance(error) || error.statusCode === undefined) return failure;
    const { statusCode, responseBody = "" } = error;
    const parameter = features.refusedParameter(statusCode, responseBody, omitted);
    if (parameter !== null) return withoutIt(parameter, statusCode, error);
    if (feature === null) features.plainRefused(statusCode);
    else if (features.refused(feature, statusCode, responseBody))
      return withoutIt(feature, statusCode, error);
    return failure;
  }

  async function ask<T>(
    role: ServedModel,
    prompt: Prompt,
    shape: AnswerShape,
    read: (answer: ChatAnswer) => JsonReading<T>,
    call: ModelCall,
  ): Promise<ModelReply<T>> {
    const request = requestOf(role, withComplaint(prompt, call.complaint, "JSON"), shape, call);
    const answer = await send(role, request);
    return accept(answer, read(answer), request.maxOutputTokens);
  }

  function askForJson<T>(
    role: ServedModel,
    prompt: Prompt,
    wire: WireSchema,
    schema: z.ZodType<T>,
    call: ModelCall,
  ): Promise<ModelReply<T>> {
    return ask(role, prompt, jsonShape(role, wire), ({ text }) => readJson(text, schema), call);
  }

  /** Streamed where the server can, so that a long answer is bounded while it is written. */
  async function askForText(prompt: Prompt, call: ModelCall): Promise<ModelReply<string>> {
    const request = requestOf(main, withComplaint(prompt, call.complaint, "answer"), { kind: "plain" }, call);
    const answer = await send(main, request, main.features.isUsable("streaming"));
    const text = withoutThoughts(answer.text).trim().toWellFormed();
    return accept(
      answer,
      text === "" ? { ok: false, problem: "The answer is empty." } : { ok: true, value: text },
      request.maxOutputTokens,
    );
  }

  return {
    name: nameOf(modelId, routerModelId, guardModelId),
    ...(options.callTimeoutMs === undefined ? {} : { callTimeoutMs: options.callTimeoutMs }),
    maxOutputTokens,
    estimateTokens: (characters) =>
      estimateTokens(Math.min(characters, LONGEST_PROMPT)) + PROMPT_ALLOWANCE_TOKENS + maxOutputTokens,
    route: (input, call) => askForJson(router, routePrompt(input), ROUTE_WIRE, RouteReply, call),
    step(input, call) {
      // After the stop order no tool is offered any more (INFO-4).
      const calls = !input.stopRequired && main.features.isUsable("tools");
      const shape: AnswerShape = calls
        ? { kind: "tools", tools: offeredTools(input.tools) }
        : jsonShape(main, stepWire(input.tools, input.stopRequired));
      return ask(main, stepPrompt(input, calls), shape, readStep, call);
    },
    async repair(input, call) {
      const { value, usage } = await askForJson(main, repairPrompt(input), DRAFT_WIRE, DraftReply, call);
      return { value: JSON.stringify(value), usage };
    },
    verify: (input, call) => askForJson(guard, verdictPrompt(input), VERDICT_WIRE, VerdictReplySchema, call),
    answerSystem: (input, call) => askForText(systemAnswerPrompt(input), call),
    answerKnowledge: (input, call) => askForText(knowledgeAnswerPrompt(input), call),
    ready: () => readiness.check(),
  };
}

/** The same question may be asked at once, without what was refused. */
function withoutIt(what: string, status: number, cause: unknown): ModelFailure {
  return new ModelFailure(`the model server takes no ${what} (status ${status})`, {
    cause,
    retry: "later",
    retryAfterMs: 0,
    usage: NOTHING_USED,
  });
}

function jsonShape({ features }: ServedModel, wire: WireSchema | null): AnswerShape {
  return wire !== null && features.isUsable("json_schema")
    ? { kind: "json_schema", wire }
    : { kind: "plain" };
}

/** An answer that was cut at the limit is unusable even where what there is of it can be read. */
function accept<T>(answer: ChatAnswer, reading: JsonReading<T>, maxOutputTokens: number): ModelReply<T> {
  const { usage } = answer;
  const reject = (message: string, problem: string): InvalidAnswerFailure => {
    const complaint = { answer: writtenIn(answer).slice(0, KEPT_ANSWER), problem };
    return new InvalidAnswerFailure(message, complaint, usage);
  };
  if (answer.finish === "length") {
    throw reject(
      "the model's answer was cut off at its limit",
      `The answer was cut off at its limit of ${maxOutputTokens} tokens. Answer more briefly.`,
    );
  }
  if (!reading.ok) throw reject("the model's answer has not the shape that was asked for", reading.problem);
  return { value: reading.value, usage };
}

function writtenIn({ toolCalls, text }: ChatAnswer): string {
  const [call] = toolCalls;
  return call === undefined ? text : `${call.name} ${call.argumentsText}`;
}

function nameOf(modelId: string, routerModelId: string, guardModelId: string): string {
  const others = [
    ...(routerModelId === modelId ? [] : [`router ${routerModelId}`]),
    ...(guardModelId === modelId ? [] : [`guard ${guardModelId}`]),
  ];
  const name = `openai-compatible:${modelId}${others.length === 0 ? "" : ` (${others.join(", ")})`}`;
  // The store keeps this much of it.
  return name.slice(0, 191);
}
