import { z } from "zod";
import { Claim } from "../../contracts/answer";

const Sentence = z
  .string()
  .max(4_000)
  .refine((text) => text.trim() !== "", "must not be blank");

/** AGENT-3: the shape of a draft; whether what it cites exists is EvidenceGuard's question. Unknown fields are violations. */
export const DiagnosisDraft = z.strictObject({
  conclusion: Sentence.optional(),
  claims: z.array(Claim).max(64),
  missing_info: z.array(Sentence).max(32),
  recommended_actions: z.array(Sentence).max(32),
});
export type DiagnosisDraft = z.infer<typeof DiagnosisDraft>;
/** A draft that says something, and so goes through the whole guard chain (REL-1). */
export type ConcludedDraft = DiagnosisDraft & { readonly conclusion: string };

export type DraftParse =
  | { readonly ok: true; readonly draft: DiagnosisDraft }
  | {
      readonly ok: false;
      readonly problem: "EMPTY" | "TOO_LONG" | "NOT_JSON" | "SCHEMA";
      readonly message: string;
    };

const MAX_DRAFT_LENGTH = 200_000;

/** Parses a draft's text: strict JSON and nothing around it but white space (AGENT-2, AGENT-3). */
export function parseDraft(text: string): DraftParse {
  if (text.trim() === "") return { ok: false, problem: "EMPTY", message: "The draft is empty." };
  if (text.length > MAX_DRAFT_LENGTH) {
    return { ok: false, problem: "TOO_LONG", message: `The draft has ${text.length} characters.` };
  }
  const json = parseJson(text);
  if (!json.ok) return { ok: false, problem: "NOT_JSON", message: json.message };
  const parsed = DiagnosisDraft.safeParse(json.value);
  if (!parsed.success) {
    const problems = parsed.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.map(String).join(".") || "draft"}: ${issue.message}`);
    return { ok: false, problem: "SCHEMA", message: problems.join("; ").slice(0, 1_000) };
  }
  return { ok: true, draft: parsed.data };
}

/** True when the draft has a conclusion. */
export function isConcluded(draft: DiagnosisDraft): draft is ConcludedDraft {
  return draft.conclusion !== undefined;
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The engine's message quotes the text; the place is enough.
    return { ok: false, message: "The draft is not one JSON object with nothing around it." };
  }
}
