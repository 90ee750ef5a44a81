/**
 * One request to a chat server, through the AI SDK's provider, and its answer in the terms of this room. Exactly one request is sent; the connection
 * is closed when the signal aborts, when the answer is too long, and whenever reading it ends early.
 */
import { InvalidResponseDataError, type JSONSchema7 } from "ai";
import { ModelFailure, type ModelUsage } from "../../diagnosis/ports";
import { PROVIDER_NAME, type ChatProvider } from "./chat-provider";
import type { Prompt } from "./prompts";
import type { WireSchema } from "./reply-schemas";
import type { Parameter } from "./server-features";

/** Longest text that is gathered from a stream, UTF-16 units. */
const MAX_STREAMED_TEXT = 60_000;

export type ChatModel = ReturnType<ChatProvider["chatModel"]>;
type CallOptions = Parameters<ChatModel["doGenerate"]>[0];
type ProviderUsage = Awaited<ReturnType<ChatModel["doGenerate"]>>["usage"];
type FinishReason = Awaited<ReturnType<ChatModel["doGenerate"]>>["finishReason"]["unified"];

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly argumentsSchema: Readonly<Record<string, unknown>>;
}

/** How the answer is asked for. */
export type AnswerShape =
  | { readonly kind: "plain" }
  | { readonly kind: "json_schema"; readonly wire: WireSchema }
  | { readonly kind: "tools"; readonly tools: readonly OfferedTool[] };

export interface ChatRequest {
  readonly prompt: Prompt;
  readonly shape: AnswerShape;
  /** Parameters that the model is known to refuse. */
  readonly omitted: ReadonlySet<Parameter>;
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

export interface ChatToolCall {
  readonly name: string;
  /** JSON text, as it came. */
  readonly argumentsText: string;
}
export interface ChatAnswer {
  readonly text: string;
  /** In the server's order. */
  readonly toolCalls: readonly ChatToolCall[];
  readonly finish: FinishReason;
  readonly usage: ModelUsage;
}

/** The whole answer at once. Rejects with whatever the provider throws; see `server-failure.ts`. */
export function completeChat(model: ChatModel, request: ChatRequest): Promise<ChatAnswer> {
  return withConnection(request, async (options) => {
    const { content, finishReason, usage } = await model.doGenerate(options);
    let text = "";
    const toolCalls: ChatToolCall[] = [];
    for (const part of content) {
      if (part.type === "text") text += part.text;
      else if (part.type === "tool-call") toolCalls.push({ name: part.toolName, argumentsText: part.input });
    }
    const written = toolCalls.reduce(
      (sum, call) => sum + call.name.length + call.argumentsText.length,
      text.length,
    );
    return { text, toolCalls, finish: finishReason.unified, usage: usageOf(usage, request.prompt, written) };
  });
}

/**
 * The text as it comes, gathered. A stream that ends before the server said so rejects as a broken connection does; an answer in one piece with
 * NotStreamedError.
 */
export function streamChat(model: ChatModel, request: ChatRequest): Promise<ChatAnswer> {
  return withConnection(request, async (options) => {
    const { stream, response } = await model.doStream(options);
    if (response?.headers?.["content-type"]?.includes("application/json") === true)
      throw new NotStreamedError();
    let text = "";
    for await (const part of stream) {
      switch (part.type) {
        case "text-delta":
          text += part.delta;
          if (text.length > MAX_STREAMED_TEXT) {
            throw new ModelFailure(`the answer is longer than ${MAX_STREAMED_TEXT} characters`);
          }
          break;
        case "error":
          throw readStreamError(part.error);
        case "finish": {
          const { unified } = part.finishReason;
          return {
            text,
            toolCalls: [],
            finish: unified,
            usage: usageOf(part.usage, request.prompt, text.length),
          };
        }
        default:
          break;
      }
    }
    throw new BrokenStreamError("the stream ended without a finish");
  });
}

/** An error that the server reported in the stream is an object of its own, one without a finish reason an InvalidResponseDataError. */
function readStreamError(error: unknown): Error {
  if (!(error instanceof Error) || InvalidResponseDataError.isInstance(error))
    return new BrokenStreamError(error);
  return error;
}

/** The server stopped in the middle of an answer, or reported an error there. */
export class BrokenStreamError extends Error {
  override readonly name = "BrokenStreamError";
  constructor(cause: unknown) {
    super("the model server broke off its answer", { cause });
  }
}

/** The server answered in one piece, as if no stream had been asked for. */
export class NotStreamedError extends Error {
  override readonly name = "NotStreamedError";
}

async function withConnection<T>(
  request: ChatRequest,
  exchange: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const closing = new AbortController();
  try {
    return await exchange(optionsOf(request, AbortSignal.any([request.signal, closing.signal])));
  } finally {
    // Whatever is still open of this request is closed; nothing is, when its answer was read to the end.
    closing.abort();
  }
}

function optionsOf(
  { prompt, shape, omitted, maxOutputTokens }: ChatRequest,
  abortSignal: AbortSignal,
): CallOptions {
  const bound = { max_completion_tokens: maxOutputTokens };
  const bounded = omitted.has("max_tokens");
  const common: CallOptions = {
    prompt: [
      { role: "system", content: prompt.system },
      { role: "user", content: [{ type: "text", text: prompt.prompt }] },
    ],
    ...(omitted.has("temperature") ? {} : { temperature: 0 }),
    ...(bounded ? { providerOptions: { [PROVIDER_NAME]: bound } } : { maxOutputTokens }),
    abortSignal,
  };
  switch (shape.kind) {
    case "plain":
      return common;
    case "json_schema":
      return {
        ...common,
        responseFormat: { type: "json", name: shape.wire.name, schema: asJsonSchema(shape.wire.schema) },
      };
    case "tools":
      return {
        ...common,
        tools: shape.tools.map((tool) => ({
          type: "function",
          name: tool.name,
          description: tool.description,
          inputSchema: asJsonSchema(tool.argumentsSchema),
        })),
        toolChoice: { type: "auto" },
        // One step is one call; a server that knows the member need not be corrected afterwards.
        providerOptions: { [PROVIDER_NAME]: { parallel_tool_calls: false, ...(bounded ? bound : {}) } },
      };
  }
}

function asJsonSchema(schema: Readonly<Record<string, unknown>>): JSONSchema7 {
  return schema;
}

function usageOf(usage: ProviderUsage, { system, prompt }: Prompt, writtenCharacters: number): ModelUsage {
  const inputTokens = usage.inputTokens.total;
  const outputTokens = usage.outputTokens.total;
  const isReported = usage.raw !== undefined && inputTokens !== undefined && outputTokens !== undefined;
  if (isReported) return { inputTokens, outputTokens, estimated: false };
  return {
    inputTokens: estimateTokens(system.length + prompt.length),
    outputTokens: estimateTokens(writtenCharacters),
    estimated: true,
  };
}

/** Chinese and JSON take more tokens than prose; two characters each is on the safe side. */
export function estimateTokens(characters: number): number {
  return Math.ceil(Math.max(0, characters) / 2);
}
