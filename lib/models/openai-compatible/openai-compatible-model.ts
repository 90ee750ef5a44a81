/** The model port over any server that speaks the OpenAI chat-completions protocol. One request per method, never a retry. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText } from "ai";
import type { z } from "zod";
import { ModelFailure, type DiagnosisModel, type ModelCall, type ModelReply } from "../../diagnosis/ports";
import {
  knowledgeAnswerPrompt,
  repairPrompt,
  routePrompt,
  stepPrompt,
  systemAnswerPrompt,
  verdictPrompt,
  type Prompt,
} from "./prompts";
import {
  parseReply,
  RepairReply,
  RouteReply,
  StepReply,
  TextReply,
  VerdictReplySchema,
} from "./reply-schemas";

export interface OpenAiCompatibleOptions {
  /** Up to and without `/chat/completions`, e.g. `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** Null for servers that ask for none. */
  readonly apiKey: string | null;
  readonly modelId: string;
}

const MAX_OUTPUT_TOKENS = 4_096;
/** The fixed part of the longest prompt, tokens. */
const PROMPT_ALLOWANCE_TOKENS = 1_000;
const READY_TIMEOUT_MS = 3_000;

function tokensOf(characters: number): number {
  // Chinese and JSON take more tokens than prose; two characters each is on the safe side.
  return Math.ceil(Math.max(0, characters) / 2);
}

function toModelFailure(error: unknown): ModelFailure {
  if (APICallError.isInstance(error)) {
    const status = error.statusCode === undefined ? "no answer" : `status ${error.statusCode}`;
    return new ModelFailure(`the model server failed (${status})`, {
      cause: error,
      retry: error.isRetryable ? "later" : "never",
    });
  }
  return new ModelFailure("the model call failed", { cause: error });
}

/** Rejects with the signal's reason after an abort, which also closes the request's socket (RUN-9), else with ModelFailure. */
export function createOpenAiCompatibleModel(options: OpenAiCompatibleOptions): DiagnosisModel {
  const { apiKey, modelId } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: baseUrl,
    ...(apiKey === null ? {} : { apiKey }),
  });
  const languageModel = provider.chatModel(modelId);

  async function ask<R, T>(
    { system, prompt }: Prompt,
    schema: z.ZodType<R>,
    toValue: (reply: R) => T,
    { signal }: ModelCall,
  ): Promise<ModelReply<T>> {
    signal.throwIfAborted();
    const result = await generateText({
      model: languageModel,
      system,
      prompt,
      temperature: 0,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      abortSignal: signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw toModelFailure(error);
    });
    const { inputTokens, outputTokens } = result.usage;
    const reported = inputTokens !== undefined && outputTokens !== undefined;
    return {
      value: toValue(parseReply(result.text, schema)),
      usage: {
        inputTokens: inputTokens ?? tokensOf(system.length + prompt.length),
        outputTokens: outputTokens ?? tokensOf(result.text.length),
        estimated: !reported,
      },
    };
  }

  return {
    name: `openai-compatible:${modelId}`,
    estimateTokens: (characters) => tokensOf(characters) + PROMPT_ALLOWANCE_TOKENS + MAX_OUTPUT_TOKENS,
    route: (input, call) => ask(routePrompt(input), RouteReply, (reply) => reply, call),
    step: (input, call) =>
      ask(
        stepPrompt(input),
        StepReply,
        (reply) => {
          if (reply.kind === "tool") return reply;
          return { kind: "draft", progress: reply.progress, text: JSON.stringify(reply.draft) };
        },
        call,
      ),
    repair: (input, call) => ask(repairPrompt(input), RepairReply, (reply) => JSON.stringify(reply), call),
    verify: (input, call) => ask(verdictPrompt(input), VerdictReplySchema, (reply) => reply, call),
    answerSystem: (input, call) => ask(systemAnswerPrompt(input), TextReply, (reply) => reply.text, call),
    answerKnowledge: (input, call) =>
      ask(knowledgeAnswerPrompt(input), TextReply, (reply) => reply.text, call),
    async ready() {
      try {
        const response = await fetch(`${baseUrl}/models`, {
          headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
          signal: AbortSignal.timeout(READY_TIMEOUT_MS),
        });
        await response.body?.cancel();
        return { ok: response.ok, detail: `${baseUrl} answered with status ${response.status}` };
      } catch (error) {
        const why = error instanceof Error ? error.name : "unknown error";
        return { ok: false, detail: `${baseUrl} could not be reached (${why})` };
      }
    },
  };
}
