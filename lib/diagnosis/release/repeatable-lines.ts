import type { ReadyToolRecord, ToolRecord } from "../../contracts/evidence";
import { findCompletedChanges, findOwnAct } from "../guards/asserted-act";
import { findChangeCommand } from "../guards/change-command";
import { EvidenceCorpus } from "../guards/figures/evidence-corpus";
import { FigureIndex } from "../guards/figures/figure-index";
import { isAddress, scanEvidenceFigures, type Figure } from "../guards/figures/figure-scanner";
import { hasMisleadingCharacters, normaliseText } from "../guards/figures/normalise-text";
import { figuresOfRecord } from "../guards/figures/record-figures";
import { findUnknownName, KnownWords } from "../guards/unknown-name";
import { withoutAdvisedValues } from "./advised-values";
import { StoredProse } from "./copied-prose";
import { withoutHeldStatements } from "./held-statement";
import { isOrder, namesWhatIsMissing, withoutExamples } from "./missing-line";
import { SERVER_NAMES } from "./server-names";

/** What a line of a draft may draw on. */
export interface LineSources {
  /** Verified records whose figures it may repeat. */
  readonly evidence: readonly ReadyToolRecord[];
  /** All records of the run: a name that a call used may be named, and no sentence of any row is repeated. */
  readonly records: readonly ToolRecord[];
  readonly question: string;
}

/** What code objects to, and after it the semantic guard: `not_supported`, or `not_judged` where its reply passed the lines over. */
export type LineProblem =
  | "misleading_characters"
  | "asserts_a_change"
  | "command"
  | "address"
  | "figure_not_in_evidence"
  | "unknown_name"
  | "words_of_a_row"
  | "names_nothing_missing"
  | "not_supported"
  | "not_judged";

export interface DroppedLine {
  readonly index: number;
  readonly problem: LineProblem;
}
export interface RepeatableLines {
  readonly kept: readonly string[];
  readonly dropped: readonly DroppedLine[];
}

const LARGEST_COUNT = 10n;
const LONGEST_WAIT = 60n;
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)|(?:--|#)[^\n]*/gu;

/**
 * The lines of a draft's recommended_actions or missing_info that may be released. No claim carries them, so a line stands only where its figures
 * and identifiers occur in the evidence, in the question, or are plain small counts; addresses come from the question alone, sentences of
 * rows from nowhere, names from what the run has read or was asked. It says of nothing that it was done, and holds no command that
 * would change something (REL-1, REL-4).
 */
export function repeatableLines(
  lines: readonly string[],
  sources: LineSources,
  kind: "recommended_action" | "missing_info" = "recommended_action",
): RepeatableLines {
  const judge = new LineJudge(sources, FigureIndex.ofTexts([sources.question]));
  return sortLines(lines, (line) => {
    const problem = judge.problemOf(line);
    return problem === null && kind === "missing_info" && isOrder(line) ? "names_nothing_missing" : problem;
  });
}

/**
 * The lines of missing_info that a user may be asked where no tool was called: real questions, and words that name what is missing. There is no
 * evidence that a figure could contradict, so figures are those of the question or stand in an example ("e.g. 4711"). What is no question names
 * nothing that the user has not named (REL-4).
 */
export function askableLines(lines: readonly string[], question: string): RepeatableLines {
  const known = new KnownWords([question]);
  const asked = new EvidenceCorpus([FigureIndex.ofTexts([question])]);
  return sortLines(lines, (line) => {
    const problem = problemOfWords(line);
    if (problem !== null) return problem;
    if (hasForeignAddress(scanEvidenceFigures(line), asked)) return "address";
    const said = withoutExamples(line);
    if (!scanEvidenceFigures(said).every((figure) => asked.has(figure))) return "figure_not_in_evidence";
    if (!namesWhatIsMissing(line)) return "names_nothing_missing";
    return !isQuestion(line) && findUnknownName(said, known) !== null ? "unknown_name" : null;
  });
}

function sortLines(
  lines: readonly string[],
  problemOf: (line: string) => LineProblem | null,
): RepeatableLines {
  const kept: string[] = [];
  const dropped: DroppedLine[] = [];
  lines.forEach((line, index) => {
    const problem = problemOf(line);
    if (problem === null) kept.push(line);
    else dropped.push({ index, problem });
  });
  return { kept, dropped };
}

class LineJudge {
  private readonly corpus: EvidenceCorpus;
  private readonly names: EvidenceCorpus;
  private readonly asked: EvidenceCorpus;
  private readonly prose: StoredProse;
  private readonly known: KnownWords;
  private readonly cells: readonly string[];

  constructor(sources: LineSources, question: FigureIndex) {
    const figures = sources.evidence.map((record) => figuresOfRecord(record, question));
    this.corpus = new EvidenceCorpus([
      ...figures.flatMap(({ found, names, asked }) => [found, names, asked]),
      question,
    ]);
    this.names = new EvidenceCorpus([FigureIndex.ofTexts(sources.records.map((record) => record.statement))]);
    this.asked = new EvidenceCorpus([question]);
    this.known = new KnownWords([
      sources.question,
      ...sources.records.flatMap(wordsOfCall),
      ...sources.evidence.flatMap(wordsOfEvidence),
    ]);
    this.cells = sources.evidence.flatMap(cellsOf);
    this.prose = new StoredProse(sources.records.filter((record) => record.status === "READY"));
  }

  problemOf(line: string): LineProblem | null {
    const own = withoutHeldStatements(line, this.cells);
    const problem = problemOfWords(own);
    if (problem !== null) return problem;
    // Quotation marks prove nothing here: an advice quotes questions and examples.
    const figures = scanEvidenceFigures(line);
    if (hasForeignAddress(figures, this.asked)) return "address";
    const stated = scanEvidenceFigures(withoutAdvisedValues(normaliseText(line)));
    if (!stated.every((figure) => this.corpus.has(figure) || this.isHarmless(figure, line))) {
      return "figure_not_in_evidence";
    }
    if (this.prose.isRepeatedIn(own)) return "words_of_a_row";
    return findUnknownName(line, this.known) === null ? null : "unknown_name";
  }

  private isHarmless(figure: Figure, line: string): boolean {
    switch (figure.kind) {
      case "number":
        return isSmallCount(figure, line);
      case "token":
        return !/\p{N}/u.test(figure.text) && (SERVER_NAMES.has(figure.text) || this.names.has(figure));
      case "moment":
      case "phrase":
        return false;
    }
  }
}

/** What the calls of these records named, and what they found. */
export function wordsOfRecords(records: readonly ReadyToolRecord[]): readonly string[] {
  return records.flatMap((record) => [...wordsOfCall(record), ...wordsOfEvidence(record)]);
}

function wordsOfCall({ source, statement }: ToolRecord): readonly string[] {
  return [source, statement.replace(COMMENT, " ")];
}

function wordsOfEvidence(record: ReadyToolRecord): readonly string[] {
  return [...record.evidence.columns.map(({ name }) => name), ...cellsOf(record)];
}

/** Cells that were found, not written down by the statement. */
function cellsOf({ evidence }: ReadyToolRecord): readonly string[] {
  return evidence.rows.flatMap((row) =>
    row.flatMap((cell, index) => (cell === null || evidence.columns[index]?.asked === true ? [] : [cell])),
  );
}

/** What is wrong with words that no claim carries, whatever the run has found. */
export function problemOfWords(line: string): LineProblem | null {
  if (hasMisleadingCharacters(line)) return "misleading_characters";
  if (findOwnAct(line, "are_words") !== null || findCompletedChanges(line).length > 0)
    return "asserts_a_change";
  return findChangeCommand(line) === null ? null : "command";
}

function isQuestion(line: string): boolean {
  return /^[^.!;。！;]*[?？]["'”’」]?\s*$/u.test(line);
}

function hasForeignAddress(figures: readonly Figure[], asked: EvidenceCorpus): boolean {
  return figures.some((figure) => isAddressOf(figure) && !asked.has(figure));
}

function isAddressOf(figure: Figure): boolean {
  return figure.kind === "token" && isAddress(figure.text);
}

/** "3 replicas", "30 minutes": a count of something, not a name of one thing as in "KILL 7". */
function isSmallCount(figure: Extract<Figure, { kind: "number" }>, line: string): boolean {
  const [quantity, ...more] = figure.readings[0] ?? [];
  if (quantity === undefined || more.length > 0 || quantity.value.scale !== 0) return false;
  const { value, unit } = quantity;
  if (value.units < 0n) return false;
  if (unit !== null) return unit.dimension === "time" && value.units <= LONGEST_WAIT;
  if (value.units > LARGEST_COUNT) return false;
  return new RegExp(`(?<!kill(?: \\p{L}+)? )(?<!\\p{N})${value.units} ?\\p{L}`, "iu").test(line);
}
