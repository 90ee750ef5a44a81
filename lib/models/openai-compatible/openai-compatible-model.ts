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
  MAX_OUTPUT_TOKENS,
  streamChat,
  type AnswerShape,
  type ChatAnswer,
  type ChatModel,
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
import { ServerFeatures } from "./server-features";
import { NOTHING_USED, toModelFailure } from "./server-failure";

export interface OpenAiCompatibleOptions extends ChatServerAddress {
  readonly modelId: string;
  /** The semantic guard's model; default: `modelId`. */
  readonly guardModelId?: string;
  /** The router's model; default: `modelId`. */
  readonly routerModelId?: string;
  /** How long one call may take, ms; absent: only the run's deadline bounds it. */
  readonly callTimeoutMs?: number;
  /** ms since the epoch, for a Retry-After that names a date. */
  readonly now?: () => number;
}

/** The fixed part of the longest prompt, tokens. */
const PROMPT_ALLOWANCE_TOKENS = 1_500;
/** What a prompt shows of evidence is bounded, and of the rest there is seldom more than this, characters. */
const LONGEST_PROMPT = MAX_EVIDENCE_CHARACTERS + 24_000;
const READY_TIMEOUT_MS = 3_000;
/** Of an unusable answer, what is kept for the complaint, characters. */
const KEPT_ANSWER = 8_000;

const CUT_OFF = `The answer was cut off at its limit of ${MAX_OUTPUT_TOKENS} tokens. Answer more briefly.`;

/** One model of the server, and what it has shown that it can do. */
interface Role {
  readonly chat: ChatModel;
  readonly features: ServerFeatures;
}

/** Every method rejects with the signal's reason after an abort, which also closes the request's socket (RUN-9), else with ModelFailure. */
export function createOpenAiCompatibleModel(options: OpenAiCompatibleOptions): DiagnosisModel {
  const { modelId, now = Date.now } = options;
  const guardModelId = options.guardModelId ?? modelId;
  const routerModelId = options.routerModelId ?? modelId;
  const provider = createChatProvider(options);
  const roles = new Map<string, Role>();
  const roleOf = (id: string): Role => {
    const role = roles.get(id) ?? { chat: provider.chatModel(id), features: new ServerFeatures() };
    roles.set(id, role);
    return role;
  };
  const main = roleOf(modelId);
  const guard = roleOf(guardModelId);
  const router = roleOf(routerModelId);

  /** Sends the one request; a failure of whatever kind leaves as a ModelFailure, or as the abort's reason. */
  async function send(
    role: Role,
    shape: AnswerShape,
    request: () => Promise<ChatAnswer>,
    signal: AbortSignal,
  ): Promise<ChatAnswer> {
    signal.throwIfAborted();
    let answer: ChatAnswer;
    try {
      answer = await request();
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(role, shape, error);
    }
    if (shape.kind !== "plain") role.features.worked(shape.kind);
    if (answer.finish === "content-filter") {
      throw new ModelFailure("the model refused to answer", { usage: answer.usage });
    }
    return answer;
  }

  function failureOf({ features }: Role, shape: AnswerShape, error: unknown): ModelFailure {
    if (error instanceof ModelFailure) return error;
    if (error instanceof BrokenStreamError) {
      return new ModelFailure(error.message, { cause: error, retry: "later" });
    }
    const failure = toModelFailure(error, now());
    if (!APICallError.isInstance(error) || error.statusCode === undefined) return failure;
    const { statusCode, responseBody = "" } = error;
    const parameter = features.refusedParameter(statusCode, responseBody);
    if (parameter !== null) return withoutIt(parameter, statusCode, error);
    if (shape.kind === "plain") {
      features.plainRefused(statusCode);
    } else if (features.refused(shape.kind, statusCode, responseBody)) {
      return withoutIt(shape.kind, statusCode, error);
    }
    return failure;
  }

  async function ask<T>(
    role: Role,
    prompt: Prompt,
    shape: AnswerShape,
    read: (answer: ChatAnswer) => JsonReading<T>,
    { signal, complaint }: ModelCall,
  ): Promise<ModelReply<T>> {
    const asked = withComplaint(prompt, complaint, "JSON");
    const request = { prompt: asked, shape, omitted: role.features.omitted, signal };
    const answer = await send(role, shape, () => completeChat(role.chat, request), signal);
    return accept(answer, read(answer));
  }

  function askForJson<T>(
    role: Role,
    prompt: Prompt,
    wire: WireSchema,
    schema: z.ZodType<T>,
    call: ModelCall,
  ): Promise<ModelReply<T>> {
    return ask(role, prompt, jsonShape(role, wire), ({ text }) => readJson(text, schema), call);
  }

  /** Streamed, so that a long answer is bounded while it is written. */
  async function askForText(prompt: Prompt, { signal, complaint }: ModelCall): Promise<ModelReply<string>> {
    const shape = { kind: "plain" } as const;
    const asked = withComplaint(prompt, complaint, "answer");
    const request = { prompt: asked, shape, omitted: main.features.omitted, signal };
    const answer = await send(main, shape, () => streamChat(main.chat, request), signal);
    const text = withoutThoughts(answer.text).trim().toWellFormed();
    return accept(
      answer,
      text === "" ? { ok: false, problem: "The answer is empty." } : { ok: true, value: text },
    );
  }

  return {
    name: nameOf(modelId, routerModelId, guardModelId),
    ...(options.callTimeoutMs === undefined ? {} : { callTimeoutMs: options.callTimeoutMs }),
    estimateTokens: (characters) =>
      estimateTokens(Math.min(characters, LONGEST_PROMPT)) + PROMPT_ALLOWANCE_TOKENS + MAX_OUTPUT_TOKENS,
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
    async ready() {
      const { shownUrl } = provider;
      try {
        const response = await provider.listModels(READY_TIMEOUT_MS);
        await response.body?.cancel();
        return { ok: response.ok, detail: `${shownUrl} answered with status ${response.status}` };
      } catch (error) {
        const why = error instanceof Error ? error.name : "unknown error";
        return { ok: false, detail: `${shownUrl} could not be reached (${why})` };
      }
    },
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

function jsonShape({ features }: Role, wire: WireSchema | null): AnswerShape {
  return wire !== null && features.isUsable("json_schema")
    ? { kind: "json_schema", wire }
    : { kind: "plain" };
}

/** An answer that was cut at the limit is unusable even where what there is of it can be read. */
function accept<T>(answer: ChatAnswer, reading: JsonReading<T>): ModelReply<T> {
  const { usage } = answer;
  const reject = (message: string, problem: string): InvalidAnswerFailure => {
    const complaint = { answer: writtenIn(answer).slice(0, KEPT_ANSWER), problem };
    return new InvalidAnswerFailure(message, complaint, usage);
  };
  if (answer.finish === "length") {
    throw reject("the model's answer was cut off at its limit", CUT_OFF);
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
