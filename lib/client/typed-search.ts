/** What somebody typed or pasted into a search field: an id is followed, anything else is searched for. Pure. */
import { RunId, SessionId } from "../contracts/ids";
import { RUN_FILTER_PARAMETERS } from "../contracts/run-filter";

export type TypedSearch =
  | { readonly kind: "nothing" }
  | { readonly kind: "run"; readonly runId: RunId }
  | { readonly kind: "session"; readonly sessionId: SessionId }
  | { readonly kind: "text"; readonly text: string }
  /** `says`: what to type instead, in a sentence. */
  | { readonly kind: "unsearchable"; readonly says: string };

/** Ids are found in whatever was pasted around them, for example a link. */
export function readTyped(typed: string): TypedSearch {
  const trimmed = typed.trim();
  if (trimmed === "") return { kind: "nothing" };
  const run = RunId.safeParse(/run_[0-9a-z]{26}(?![0-9a-z])/.exec(trimmed)?.[0]);
  if (run.success) return { kind: "run", runId: run.data };
  const session = SessionId.safeParse(/ses_[0-9a-z]{26}(?![0-9a-z])/.exec(trimmed)?.[0]);
  if (session.success) return { kind: "session", sessionId: session.data };
  const text = RUN_FILTER_PARAMETERS.text.safeParse(trimmed);
  if (text.success) return { kind: "text", text: text.data ?? trimmed };
  const issue = text.error.issues[0]?.message ?? "write what to search for";
  return { kind: "unsearchable", says: `Please ${issue}.` };
}
