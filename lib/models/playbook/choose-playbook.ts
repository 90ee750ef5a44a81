/** Which playbook a question belongs to. */
import type { CompiledPlaybook } from "../../knowledge/compiled-playbook";
import { MATCH_THRESHOLD, type Knowledge } from "../../knowledge/load-knowledge";
import { tokenize } from "../../knowledge/tokenize";
import { foldQuestion } from "./find-times";
import type { PreviousTurn } from "../../diagnosis/ports";

/** The playbook for questions that no other one matches. */
const GENERAL_PLAYBOOK = "general-survey";

export type PlaybookChoice =
  | {
      readonly kind: "chosen";
      readonly playbook: CompiledPlaybook;
      readonly score: number;
      /** The earlier question whose parameters still hold; null when the question stands by itself. */
      readonly previousQuery: string | null;
      readonly reason: string;
    }
  | { readonly kind: "none"; readonly score: number };

/** A question with no more subject than this ("since 14:00", "cardwise?") leans on the one before; a longer one has its own. */
const MAX_ELLIPSIS_TERMS = 1;

const FOLLOW_UP =
  /^(?:and|but|ok(?:ay)?|so|also|what about|how about|same|again|now|then|for|since|only|那么?|还有|再|换成|如果|只看|看看)(?![\p{L}])|^(?:那|还有|再|换成|只看)|呢[？?]?\s*$/u;

/** True for questions that lean on the one before ("and yesterday?", 那昨天呢？). */
export function isFollowUp(query: string): boolean {
  return FOLLOW_UP.test(foldQuestion(query).trim());
}

/** A function of the query, the turn before and what is loaded. */
export function choosePlaybook(
  knowledge: Knowledge,
  query: string,
  previousTurn: PreviousTurn | null,
): PlaybookChoice {
  const best = knowledge.rankPlaybooks(query)[0];
  const score = best?.score ?? 0;
  const previousQuery = previousTurn?.query ?? null;
  const earlier = previousQuery === null ? undefined : knowledge.rankPlaybooks(previousQuery)[0];
  const earlierMatches = earlier !== undefined && earlier.score >= MATCH_THRESHOLD;
  if (best !== undefined && score >= MATCH_THRESHOLD) {
    const continues = earlierMatches && earlier.playbook.id === best.playbook.id && isFollowUp(query);
    return {
      kind: "chosen",
      playbook: best.playbook,
      score,
      previousQuery: continues ? previousQuery : null,
      reason: `playbook ${best.playbook.id}`,
    };
  }
  if (earlierMatches && (isFollowUp(query) || tokenize(query).length <= MAX_ELLIPSIS_TERMS)) {
    return {
      kind: "chosen",
      playbook: earlier.playbook,
      score: earlier.score,
      previousQuery,
      reason: `playbook ${earlier.playbook.id} of the question before`,
    };
  }
  const general = knowledge.findPlaybook(GENERAL_PLAYBOOK);
  if (general === undefined) return { kind: "none", score };
  return {
    kind: "chosen",
    playbook: general,
    score,
    previousQuery: null,
    reason: `playbook ${GENERAL_PLAYBOOK}, as no other matches well enough`,
  };
}
