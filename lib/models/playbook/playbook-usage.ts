/** Token counts of a model that has no tokenizer: four characters are one token. Always marked as estimated (RUN-11). */
import type { ModelReply } from "../../diagnosis/ports";

const CHARACTERS_PER_TOKEN = 4;
/** Room for the answer in an estimate: the longest draft this model writes. */
const OUTPUT_ALLOWANCE_TOKENS = 1_000;

function tokensOf(characters: number): number {
  return Math.ceil(Math.max(0, characters) / CHARACTERS_PER_TOKEN);
}
/** Upper estimate of a call: its input and the longest answer. */
export function estimateCallTokens(inputCharacters: number): number {
  return tokensOf(inputCharacters) + OUTPUT_ALLOWANCE_TOKENS;
}
export function replyWith<T>(input: unknown, value: T): ModelReply<T> {
  return {
    value,
    usage: {
      inputTokens: tokensOf(JSON.stringify(input).length),
      outputTokens: tokensOf(JSON.stringify(value).length),
      estimated: true,
    },
  };
}
