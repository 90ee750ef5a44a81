/** Whether a model server answers as one, for /api/ready. */
import { APICallError } from "ai";
import { z } from "zod";
import type { ChatProvider } from "./chat-provider";
import { completeChat, type ChatModel } from "./chat-request";
import { describeConnectionFailure } from "./connection-failure";
import { readJson } from "./json-object";
import type { ServerFeatures } from "./server-features";
import { toModelFailure } from "./server-failure";

/** One model of the server, and what it has shown that it can do. */
export interface ServedModel {
  readonly id: string;
  readonly chat: ChatModel;
  readonly features: ServerFeatures;
}
interface Readiness {
  readonly ok: boolean;
  /** For an operator; holds no text of the server. */
  readonly detail: string;
}

const LIST_TIMEOUT_MS = 3_000;
const WORD_TIMEOUT_MS = 10_000;
/** How long an answer is kept, ms: one that cost nothing, and one for which a model had to write. */
const LIST_KEPT_MS = 5_000;
const WORD_KEPT_MS = 60_000;
/** With each of the parameters that a model may refuse, and without them. */
const MAX_ASKED = 3;

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The ids of a list of models; null where a text is none. */
export function readModelIds(text: string): readonly string[] | null {
  const reading = readJson(text, ModelList);
  return reading.ok ? reading.value.data.map(({ id }) => id) : null;
}

/** Asks for the list of models, which costs nothing. Only a model that is not on it is asked for a word: one token, and not often. */
export class ServerReadiness {
  private known: { readonly answer: Promise<Readiness>; until: number } | null = null;

  /** @param now ms since the epoch */
  constructor(
    private readonly provider: ChatProvider,
    private readonly models: readonly ServedModel[],
    private readonly now: () => number,
  ) {}

  /** Never rejects. Whoever asks while one answer is on its way, or is kept, gets that one. */
  check(): Promise<Readiness> {
    if (this.known !== null && this.now() < this.known.until) return this.known.answer;
    const known = {
      answer: this.look((ms) => (known.until = this.now() + ms)),
      until: Number.POSITIVE_INFINITY,
    };
    this.known = known;
    return known.answer;
  }

  private async look(keepFor: (ms: number) => void): Promise<Readiness> {
    const { shownUrl } = this.provider;
    let listed: readonly string[] | null;
    try {
      const response = await this.provider.listModels(LIST_TIMEOUT_MS);
      const text = await response.text();
      if (response.status === 401 || response.status === 403) {
        keepFor(LIST_KEPT_MS);
        return this.no(`it refuses the key (status ${response.status}): put MODEL_API_KEY right`);
      }
      listed = response.ok ? readModelIds(text) : null;
    } catch (error) {
      keepFor(LIST_KEPT_MS);
      return this.no(describeConnectionFailure(error));
    }
    const unlisted = this.models.filter(({ id }) => listed?.includes(id) !== true);
    if (unlisted.length === 0) {
      keepFor(LIST_KEPT_MS);
      return { ok: true, detail: `${shownUrl} lists ${this.models.map(({ id }) => id).join(", ")}` };
    }
    const why = listed === null ? "it lists no models" : "its list of models does not hold it";
    for (const model of unlisted) {
      const failure = await failureOfWord(model, this.now());
      if (failure === null) continue;
      keepFor(WORD_KEPT_MS);
      return this.no(`${model.id}: ${why}, and when asked for a word, ${failure}`);
    }
    keepFor(WORD_KEPT_MS);
    return { ok: true, detail: `${shownUrl} answers for ${unlisted.map(({ id }) => id).join(", ")}` };
  }

  private no(why: string): Readiness {
    return { ok: false, detail: `model not reachable: ${this.provider.shownUrl}: ${why}` };
  }
}

/** Null when the answer is one of the chat protocol, whatever it says. */
async function failureOfWord({ chat, features }: ServedModel, now: number): Promise<string | null> {
  const signal = AbortSignal.timeout(WORD_TIMEOUT_MS);
  for (let asked = 1; ; asked += 1) {
    const { omitted } = features;
    try {
      await completeChat(chat, {
        prompt: { system: "Answer with one word.", prompt: "Hello." },
        shape: { kind: "plain" },
        omitted,
        maxOutputTokens: 1,
        signal,
      });
      return null;
    } catch (error) {
      const isRefusal = APICallError.isInstance(error) && error.statusCode !== undefined;
      const parameter = isRefusal
        ? features.refusedParameter(error.statusCode ?? 0, error.responseBody ?? "", omitted)
        : null;
      if (parameter !== null && asked < MAX_ASKED) continue;
      return signal.aborted ? "there was no answer in time" : toModelFailure(error, now).message;
    }
  }
}
