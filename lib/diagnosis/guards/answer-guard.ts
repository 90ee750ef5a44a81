/**
 * AnswerGuard: code decides whether an answer that cites no evidence of this run says only what it may (REL-5). An answer about the system knows
 * nothing of any live system; an answer from documents has its figures, quotations, code and addresses from the passages or the question. A router
 * that calls a diagnosis a chat thereby opens no way round the evidence.
 *
 * What it cannot see: a sentence about Interlock that is not true, and words that turn what a passage says without negating it.
 */
import { findUncarriedSentence } from "../answers/passage-support";
import type { KnowledgePassage } from "../ports";
import { findStrayStatement } from "./about-itself";
import { findCompletedChanges, findOwnAct } from "./asserted-act";
import { findAssertedState } from "./asserted-state";
import { findChangeCommand } from "./change-command";
import { findClaimedAbility } from "./claimed-ability";
import { EvidenceCorpus } from "./figures/evidence-corpus";
import { FigureIndex } from "./figures/figure-index";
import { scanClaimFigures, scanEvidenceFigures, type Figure } from "./figures/figure-scanner";
import { foldText, hasMisleadingCharacters } from "./figures/normalise-text";
import { findGlobalDenial } from "./global-denial";
import { findUnknownName, KnownWords } from "./unknown-name";

/** Stable codes, with what each one says to a model that is asked once more. */
const ANSWER_VIOLATION_TABLE = {
  MISLEADING_CHARACTERS: "The answer holds characters that hide or reorder what it says.",
  CHANGE_ASSERTED: "The answer says that something was or will be changed; Interlock only reads.",
  ABILITY_CLAIMED: "The answer says that Interlock can change something; it only reads.",
  NOT_IN_DOCUMENTS:
    "The answer holds a sentence that no passage carries, or that a passage says the other way round. Say only what the passages say, in their words.",
  FIGURE_NOT_GIVEN: "The answer holds a figure, a time, an identifier or an address that it was not given.",
  NAME_NOT_GIVEN: "The answer names something that it was not given.",
  CODE_NOT_GIVEN: "The answer holds a command or code that it was not given.",
  STATE_ASSERTED:
    "The answer speaks of the state of a live system, which only a diagnosis can find out. Say that such a question needs a diagnosis.",
} as const satisfies Record<string, string>;
type AnswerViolationCode = keyof typeof ANSWER_VIOLATION_TABLE;
export interface AnswerViolation {
  readonly code: AnswerViolationCode;
  /** With what was objected to, cut. */
  readonly message: string;
}

const LIST_MARKER = /^[ \t]*(?:[-*] +)?\d{1,2}[.)、][ \t]/gmu;
const QUERY =
  /\bSELECT\b[\s\S]{1,300}\bFROM\b|\bselect [\w*,.`() ]{1,120} from [\w.`]+ ?(?:where|limit|order by|group by|;|$)|\bSHOW (?:[A-Z]+ )?[A-Z]{4,}\b|\bEXPLAIN [A-Z]+\b/u;
/** @param given the question, earlier questions, what the product and the model's driver say of the system */
export function checkSystemAnswer(text: string, given: readonly string[]): readonly AnswerViolation[] {
  const folded = foldText(text);
  // What a driver says of itself word for word was not made up for this question.
  if (given.slice(1).some((one) => foldText(one).includes(folded))) return checkForm(text);
  const corpus = new EvidenceCorpus([FigureIndex.ofTexts(given)]);
  const query = QUERY.exec(text)?.[0] ?? null;
  return [
    ...checkForm(text),
    ...checkChanges(text, []),
    ...missingFigures(scanEvidenceFigures(text.replace(LIST_MARKER, "")), corpus),
    ...violationOf("NAME_NOT_GIVEN", findUnknownName(text, new KnownWords(given))),
    ...violationOf("CODE_NOT_GIVEN", findChangeCommand(text) ?? query),
    ...violationOf("ABILITY_CLAIMED", findClaimedAbility(text)),
    ...violationOf(
      "STATE_ASSERTED",
      findGlobalDenial(text, []) ??
        findAssertedState(text, "are_sentences") ??
        findStrayStatement(text, given.slice(1)),
    ),
  ];
}

export function checkKnowledgeAnswer(
  text: string,
  passages: readonly KnowledgePassage[],
  question: string,
): readonly AnswerViolation[] {
  const sources = [
    ...passages.flatMap((passage) => [
      passage.text,
      placeOf(passage),
      passage.title,
      passage.heading,
      passage.documentId,
    ]),
    question,
  ];
  const bare = sources.map(bareWords);
  const isGiven = (code: string): boolean => {
    const words = bareWords(code);
    return words === "" || bare.some((source) => source.includes(words));
  };
  const { prose, code } = splitCode(text);
  const corpus = new EvidenceCorpus([FigureIndex.ofTexts(sources)]);
  return [
    ...checkForm(text),
    ...checkChanges(text, sources),
    ...missingFigures(scanClaimFigures(prose.replace(LIST_MARKER, "")), corpus),
    ...violationOf("NAME_NOT_GIVEN", findUnknownName(prose, new KnownWords(sources))),
    ...violationOf("STATE_ASSERTED", stateNotIn(sources, prose)),
    ...violationOf("NOT_IN_DOCUMENTS", findUncarriedSentence(prose.replace(LIST_MARKER, ""), passages)),
    ...violationOf("CODE_NOT_GIVEN", [...code, ...commandsOf(prose)].find((line) => !isGiven(line)) ?? null),
  ];
}

/** How an answer names the place of a passage. */
function placeOf({ title, heading }: Pick<KnowledgePassage, "title" | "heading">): string {
  return `${title} › ${heading}`;
}

function checkForm(text: string): readonly AnswerViolation[] {
  return hasMisleadingCharacters(text) ? violationOf("MISLEADING_CHARACTERS", "") : [];
}

/** A document may tell of changes in its own words. */
function checkChanges(text: string, sources: readonly string[]): readonly AnswerViolation[] {
  const folded = sources.map(foldText);
  const isSaid = (phrase: string): boolean => folded.some((source) => source.includes(phrase));
  const phrases = [findOwnAct(text, "are_words"), ...findCompletedChanges(text).map(({ phrase }) => phrase)];
  return violationOf("CHANGE_ASSERTED", phrases.find((phrase) => phrase !== null && !isSaid(phrase)) ?? null);
}

function missingFigures(figures: readonly Figure[], corpus: EvidenceCorpus): readonly AnswerViolation[] {
  return violationOf("FIGURE_NOT_GIVEN", figures.find((figure) => !corpus.has(figure))?.text ?? null);
}

/** A document may tell of states, the question, too. */
function stateNotIn(sources: readonly string[], text: string): string | null {
  const state = findGlobalDenial(text, []) ?? findAssertedState(text, "are_sentences");
  return state === null || sources.some((source) => foldText(source).includes(state)) ? null : state;
}

/** Fenced blocks line by line, and the text around them. */
function splitCode(text: string): { readonly prose: string; readonly code: readonly string[] } {
  const code: string[] = [];
  const prose = text.replace(
    /^[ \t]*(```|~~~)[^\n]*\n([\s\S]*?)(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gmu,
    (_, _fence, block) => {
      code.push(...String(block).split("\n"));
      return "\n";
    },
  );
  return { prose, code };
}

function commandsOf(prose: string): readonly string[] {
  const commands: string[] = [];
  let rest = prose;
  for (;;) {
    const command = findChangeCommand(rest);
    if (command === null) return commands;
    commands.push(command);
    const at = foldText(rest).indexOf(foldText(command));
    rest = foldText(rest).slice(at + command.length);
  }
}

/** Without the marks that a formatter may add or leave out. */
function bareWords(text: string): string {
  return foldText(text)
    .replace(/["'`“”‘’;$]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

function violationOf(code: AnswerViolationCode, subject: string | null): readonly AnswerViolation[] {
  if (subject === null) return [];
  const message = ANSWER_VIOLATION_TABLE[code];
  return [{ code, message: subject === "" ? message : `${message} (${subject.slice(0, 200)})` }];
}
