/** Drafts as the draft contract reads them: strict JSON in bounds (AGENT-3). */
import { z } from "zod";
import { Claim } from "../../contracts/answer";

/** The shape this model writes; the contract that judges it belongs to diagnosis. */
export const PlaybookDraft = z.object({
  conclusion: z.string().optional(),
  claims: z.array(Claim),
  missing_info: z.array(z.string()),
  recommended_actions: z.array(z.string()),
});
export type PlaybookDraft = z.infer<typeof PlaybookDraft>;

const MAX_LINES = 32;
const MAX_LINE_CHARACTERS = 2_000;

/** Without blanks and repeats, in order, within the contract's bounds. */
function draftLines(lines: readonly string[]): string[] {
  const kept = lines.map((line) => line.trim().slice(0, MAX_LINE_CHARACTERS)).filter((line) => line !== "");
  return [...new Set(kept)].slice(0, MAX_LINES);
}

export function writeDraft(draft: PlaybookDraft): string {
  const { conclusion, claims } = draft;
  return JSON.stringify({
    ...(conclusion === undefined ? {} : { conclusion }),
    claims,
    missing_info: draftLines(draft.missing_info),
    recommended_actions: draftLines(draft.recommended_actions),
  });
}

/** Null when the text is no draft of this shape. */
export function readDraft(text: string): PlaybookDraft | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const parsed = PlaybookDraft.safeParse(value);
  return parsed.success ? parsed.data : null;
}
