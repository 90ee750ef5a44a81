import type { ReadyToolRecord, ToolRecord } from "../../contracts/evidence";
import { EvidenceCorpus } from "../guards/figures/evidence-corpus";
import { FigureIndex } from "../guards/figures/figure-index";
import { isAddress, scanEvidenceFigures, type Figure } from "../guards/figures/figure-scanner";
import { hasMisleadingCharacters } from "../guards/figures/normalise-text";
import { figuresOfRecord } from "../guards/figures/record-figures";
import { StoredProse } from "./copied-prose";
import { SERVER_NAMES } from "./server-names";

/** What a line of a draft may draw on. */
export interface LineSources {
  /** Verified records whose figures it may repeat. */
  readonly evidence: readonly ReadyToolRecord[];
  /** All records of the run: a name that a call used may be named, and no sentence of any row is repeated. */
  readonly records: readonly ToolRecord[];
  readonly question: string;
}

export type LineProblem = "misleading_characters" | "address" | "figure_not_in_evidence" | "words_of_a_row";

interface DroppedLine {
  readonly index: number;
  readonly problem: LineProblem;
}
export interface RepeatableLines {
  readonly kept: readonly string[];
  readonly dropped: readonly DroppedLine[];
}

const LARGEST_COUNT = 10n;
const LONGEST_WAIT = 60n;

/**
 * The lines of a draft's recommended_actions or missing_info that may be released. No claim carries them, so a line stands only where its figures
 * and identifiers occur in the evidence, in the question, or are plain small counts; addresses come from the question alone, sentences of
 * rows from nowhere (REL-1, REL-4).
 */
export function repeatableLines(lines: readonly string[], sources: LineSources): RepeatableLines {
  const judge = new LineJudge(sources, FigureIndex.ofTexts([sources.question]));
  const kept: string[] = [];
  const dropped: DroppedLine[] = [];
  lines.forEach((line, index) => {
    const problem = judge.problemOf(line);
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

  constructor(sources: LineSources, question: FigureIndex) {
    const figures = sources.evidence.map((record) => figuresOfRecord(record, question));
    this.corpus = new EvidenceCorpus([
      ...figures.flatMap(({ found, names, asked }) => [found, names, asked]),
      question,
    ]);
    this.names = new EvidenceCorpus([FigureIndex.ofTexts(sources.records.map((record) => record.statement))]);
    this.asked = new EvidenceCorpus([question]);
    this.prose = new StoredProse(sources.records.filter((record) => record.status === "READY"));
  }

  problemOf(line: string): LineProblem | null {
    if (hasMisleadingCharacters(line)) return "misleading_characters";
    // Quotation marks prove nothing here: an advice quotes questions and examples.
    const figures = scanEvidenceFigures(line);
    if (figures.some((figure) => isAddressOf(figure) && !this.asked.has(figure))) return "address";
    if (!figures.every((figure) => this.corpus.has(figure) || this.isHarmless(figure, line))) {
      return "figure_not_in_evidence";
    }
    return this.prose.isRepeatedIn(line) ? "words_of_a_row" : null;
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
