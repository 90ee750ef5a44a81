/** The settings of a language model. */
import { z } from "zod";
import type { OnFault, Settings } from "./environment-sources";
import { HEADER_VALUE, httpAddressFault, wholeNumber } from "./environment-values";

export interface LanguageModelSetting {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly modelId: string;
  readonly guardModelId: string;
  readonly routerModelId: string;
  readonly callTimeoutMs: number;
  readonly maxOutputTokens: number;
}

const EXAMPLE = "http://127.0.0.1:11434/v1";
const MODEL_NAME = z.string().max(200, "is longer than 200 characters; write the model's id").optional();

/** A part of the environment's schema. */
export const ModelSettings = z.object({
  MODEL_BASE_URL: z
    .string()
    .superRefine((text, context) => {
      const message = httpAddressFault(text, {
        example: EXAMPLE,
        insteadOfAccount: "leave it out and write a key into MODEL_API_KEY",
        addedPath: "/chat/completions",
      });
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .optional(),
  MODEL_API_KEY: HEADER_VALUE.optional(),
  MODEL_ID: MODEL_NAME,
  /** The semantic guard's model and the router's; MODEL_ID unless set. */
  GUARD_MODEL_ID: MODEL_NAME,
  ROUTER_MODEL_ID: MODEL_NAME,
  /** How long one call of a language model may take, ms. */
  MODEL_TIMEOUT_MS: wholeNumber(60_000, 1, 300_000),
  /** The most that one answer may have; reserved with each call (RUN-11). */
  MODEL_MAX_OUTPUT_TOKENS: wholeNumber(4_096, 1_024, 131_072),
});
type ModelSettings = z.infer<typeof ModelSettings>;

const PAIR = ["MODEL_BASE_URL", "MODEL_ID"] as const;

/** Says of each setting that would be ignored what it lacks. */
export function checkModelSettings(settings: Settings, onFault: OnFault): void {
  const missing = PAIR.filter((name) => settings[name] === undefined);
  if (missing.length === 0) return;
  const example = missing.map((name) =>
    name === "MODEL_ID" ? "MODEL_ID=qwen3" : `MODEL_BASE_URL=${EXAMPLE}`,
  );
  for (const name of Object.keys(ModelSettings.shape)) {
    if (settings[name] === undefined) continue;
    onFault(
      `${name}: has no effect without ${missing.join(" and ")}; write for example ${example.join(" and ")} as well, or unset it`,
    );
  }
}

/** Null: the embedded playbook model. */
export function languageModelOf(data: ModelSettings): LanguageModelSetting | null {
  const { MODEL_BASE_URL: baseUrl, MODEL_ID: modelId } = data;
  if (baseUrl === undefined || modelId === undefined) return null;
  return {
    baseUrl,
    apiKey: data.MODEL_API_KEY ?? null,
    modelId,
    guardModelId: data.GUARD_MODEL_ID ?? modelId,
    routerModelId: data.ROUTER_MODEL_ID ?? modelId,
    callTimeoutMs: data.MODEL_TIMEOUT_MS,
    maxOutputTokens: data.MODEL_MAX_OUTPUT_TOKENS,
  };
}
