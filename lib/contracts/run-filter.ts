/** Which runs a list, its counts and its statistics are about. Conditions of different names all hold; values of one name are alternatives. */
import { z } from "zod";
import { DiagnosisStopReason, FallbackType, IntentType, ReleaseOutcome, RunState } from "./axes";
import { SessionId } from "./ids";
import { TriageStatus } from "./triage";

/** Longest text that is searched for, in UTF-16 units. */
const MAX_SEARCH_LENGTH = 200;
/** The latest time that an id can carry, ms since the epoch. */
const LAST_TIME = 2 ** 48 - 1;

/** A comma-separated list of values of one axis, e.g. `state=FAILED,TIMED_OUT`. */
function listOf<T extends z.ZodType<unknown, string>>(values: T) {
  return z
    .string()
    .transform((text) => text.split(",").filter((part) => part !== ""))
    .pipe(z.array(values).min(1));
}

/** Milliseconds since the epoch, in digits. */
export const QueryTime = z
  .string()
  .regex(/^\d{1,15}$/, "write a time as milliseconds since 1970, in digits")
  .transform(Number)
  .pipe(z.int().max(LAST_TIME));

const SearchText = z
  .string()
  .trim()
  .min(1, "write what to search for")
  .max(MAX_SEARCH_LENGTH, `search for at most ${MAX_SEARCH_LENGTH} characters`)
  .refine((text) => text.isWellFormed(), "remove the broken (unpaired surrogate) characters")
  .refine(isSearchable, "search for a word, or for two or more characters of Chinese, Japanese or Korean");

/** The conditions as parameters of an address. */
export const RUN_FILTER_PARAMETERS = {
  state: listOf(RunState).optional(),
  outcome: listOf(ReleaseOutcome).optional(),
  fallback: listOf(FallbackType).optional(),
  intent: listOf(IntentType).optional(),
  stopReason: listOf(DiagnosisStopReason).optional(),
  session: SessionId.optional(),
  /** Of the run's triage group: where it stands, who has it, what it is labelled. */
  triage: listOf(TriageStatus).optional(),
  assignee: z.string().trim().min(1).max(191).optional(),
  label: z.string().trim().min(1).max(64).optional(),
  /** When the run began: from then on … */
  from: QueryTime.optional(),
  /** … and before then. */
  to: QueryTime.optional(),
  /** Words of the question; all of them must be in it. */
  text: SearchText.optional(),
} as const;
export const RunFilter = z.strictObject(RUN_FILTER_PARAMETERS);
export type RunFilter = z.infer<typeof RunFilter>;

/** One word character outside of scripts without spaces, or two of those side by side. */
function isSearchable(text: string): boolean {
  const folded = text.normalize("NFKC");
  return (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}/u.test(folded) ||
    /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}]/u.test(folded)
  );
}
