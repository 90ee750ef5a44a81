import type { ReadyToolRecord } from "../../../contracts/evidence";
import { columnUnit } from "./column-unit";
import { EvidenceCorpus } from "./evidence-corpus";
import { FigureIndex } from "./figure-index";
import { isAddress, scanEvidenceFigures } from "./figure-scanner";
import { foldText } from "./normalise-text";

/** What one record says in figures, by where it says it. The statement is no evidence. */
export interface RecordFigures {
  /** The cells: what the source answered. */
  readonly found: FigureIndex;
  /** Names of its columns and its id: they say nothing by themselves. */
  readonly names: FigureIndex;
  /** What was asked: bound parameters, and the figures of the scope. A claim may repeat them beside what was found. */
  readonly asked: FigureIndex;
  /** The scope as a text to quote, where it holds nothing but what was asked; else empty. */
  readonly quotable: FigureIndex;
}

/** An alias with anything else in it may be a sentence. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.$]*$/u;
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)|(?:--|#)[^\n]*/g;

/** Indexes a record. `question` is what the user asked. */
export function figuresOfRecord(record: ReadyToolRecord, question: FigureIndex): RecordFigures {
  const source = askedWith(record, question);
  const figures = scanEvidenceFigures(record.scope);
  const asked = FigureIndex.ofTexts(parametersOf(record));
  // The agent writes the scope: a figure of it counts where the question, a parameter or the statement has it too.
  for (const figure of figures) if (source.has(figure)) asked.addFigure(figure, null);
  return {
    found: foundFigures(record),
    names: namesOf(record),
    asked,
    quotable: FigureIndex.ofTexts(figures.every((figure) => source.has(figure)) ? [record.scope] : []),
  };
}

/**
 * Does a text that the agent wrote about this call hold no figure but what the call was asked with: the question, the parameters, the
 * statement? Names without a digit are not looked at, addresses are.
 */
export function saysOnlyWhatWasAsked(text: string, record: ReadyToolRecord, question: FigureIndex): boolean {
  const source = askedWith(record, question);
  return scanEvidenceFigures(text).every(
    (figure) =>
      (figure.kind === "token" && !/\p{N}/u.test(figure.text) && !isAddress(figure.text)) ||
      source.has(figure),
  );
}

function foundFigures(record: ReadyToolRecord): FigureIndex {
  const found = new FigureIndex();
  const { columns, rows } = record.evidence;
  columns.forEach(({ name }, index) => {
    const cells = rows.map((row) => row[index] ?? null);
    const unit = columnUnit(name, cells);
    for (const cell of cells) found.addText(cell ?? "NULL", cell === null ? null : unit);
  });
  return found;
}

function namesOf(record: ReadyToolRecord): FigureIndex {
  const names = new FigureIndex();
  names.addName(record.invocationId);
  for (const { name } of record.evidence.columns) {
    if (!NAME.test(name)) continue;
    names.addName(name);
    // Its words may be used by themselves ("p95" of "p95_ms").
    for (const path of foldText(name).split(".")) {
      names.addName(path);
      for (const word of path.split("_")) names.addName(word);
    }
  }
  return names;
}

function askedWith(record: ReadyToolRecord, question: FigureIndex): EvidenceCorpus {
  const statement = record.statement.replace(COMMENT, " ");
  return new EvidenceCorpus([FigureIndex.ofTexts([...parametersOf(record), statement]), question]);
}

function parametersOf(record: ReadyToolRecord): readonly string[] {
  return record.params.flatMap((param) => (param === null ? [] : [String(param)]));
}
