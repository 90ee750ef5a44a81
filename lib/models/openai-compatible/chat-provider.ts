import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { boundedFetch } from "./bounded-fetch";

/** Also the name under which options of its own reach the provider. */
export const PROVIDER_NAME = "interlock";

export interface ChatServerAddress {
  /** Up to and without `/chat/completions`, e.g. `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** Null for servers that ask for none. */
  readonly apiKey: string | null;
}

export interface ChatProvider {
  readonly chatModel: ReturnType<typeof createOpenAICompatible>["chatModel"];
  /** Asks for the list of models: the cheapest sign of life. Rejects as fetch does. */
  listModels(timeoutMs: number): Promise<Response>;
  /** The address without what a person may have put into its query. */
  readonly shownUrl: string;
}

/** How this room reaches a chat server: bounded, with the usage of streams, and with structured answers where a call asks for them. */
export function createChatProvider({ baseUrl, apiKey }: ChatServerAddress): ChatProvider {
  const base = baseUrl.replace(/\/+$/, "");
  const { origin, pathname } = new URL(base);
  const provider = createOpenAICompatible({
    name: PROVIDER_NAME,
    baseURL: base,
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: boundedFetch,
    ...(apiKey === null ? {} : { apiKey }),
  });
  return {
    chatModel: provider.chatModel,
    shownUrl: `${origin}${pathname}`,
    listModels: (timeoutMs) =>
      boundedFetch(`${base}/models`, {
        headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
        signal: AbortSignal.timeout(timeoutMs),
      }),
  };
}
