import type { ReadyToolRecord } from "../../../contracts/evidence";
import { columnUnit } from "./column-unit";
import { EvidenceCorpus } from "./evidence-corpus";
import { FigureIndex } from "./figure-index";
import { aliasesOf } from "../real-names";
import { isAddress, scanEvidenceFigures, type Figure } from "./figure-scanner";
import { foldText } from "./normalise-text";
import { COUNT_OF_ROWS, type Unit } from "./unit";
import { WrittenTexts } from "./written-texts";

/** What one record says in figures, by where it says it. The statement is no evidence. */
export interface RecordFigures {
  /** The cells, as far as they are what the source answered. */
  readonly found: FigureIndex;
  /** What the statement itself wrote into the cells: constants and parameters that it shows. */
  readonly written: FigureIndex;
  /** Names of its columns and its id: they say nothing by themselves. */
  readonly names: FigureIndex;
  /** What was asked: bound parameters, and the figures of the scope. A claim may repeat them beside what was found. */
  readonly asked: FigureIndex;
  /** The scope as a text to quote, where it holds nothing but what was asked; else empty. */
  readonly quotable: FigureIndex;
  /** `found` by column. */
  readonly columns: () => readonly FigureIndex[];
  /** Parameters, statement and scope as texts: the units in which was asked. */
  readonly asking: FigureIndex;
}

/** An alias with anything else in it may be a sentence. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.$]*$/u;
const QUANTILE = /^(?:p\d{1,3}|q[1-4])$/iu;
/** "p95_ms", "orders_over_5_seconds": nobody takes it for an identifier that was found. */
const LONGER_NAME = /^\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)*_\p{L}{2,}$|^p\d{1,3}(?:_[\p{L}\p{N}]+)*$/iu;
const HOUR_OF_DAY = /^(?:h|hr|hour|hour_of_day|stunde|hora|heure|小时|时)$/iu;
const OUR_STATEMENT = /\/\* interlock inv_/;
/** Within a longer report, up to the next part of it. */
const OUR_STATEMENTS = /\/\* interlock inv_[\s\S]*?(?=\n-{3}|$)/g;
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)|(?:--|#)[^\n]*/g;

/** Indexes a record. `question` is what the user asked. */
export function figuresOfRecord(record: ReadyToolRecord, question: FigureIndex): RecordFigures {
  const source = askedWith(record, question);
  const figures = scanEvidenceFigures(record.scope);
  const cells = cellsOf(record);
  const written = FigureIndex.ofTexts(cells.written);
  const shown = new EvidenceCorpus([written]);
  const users = new EvidenceCorpus([question]);
  // What a statement shows of its own is no limit of what was looked at, unless the user asked with it.
  const mayRepeat = (figure: Figure): boolean => !shown.has(figure) || users.has(figure);
  const asked = FigureIndex.ofTexts(
    parametersOf(record).filter(
      (text) => scanEvidenceFigures(text).every(mayRepeat) && !written.hasPhrase(foldText(text)),
    ),
  );
  // The agent writes the scope: a figure of it counts where the question, a parameter or the statement has it too.
  for (const figure of figures) if (source.has(figure) && mayRepeat(figure)) asked.addFigure(figure, null);
  for (const figure of cells.written.flatMap((text) => scanEvidenceFigures(text))) {
    if (users.has(figure)) asked.addFigure(figure, null);
  }
  const byColumn = (): readonly FigureIndex[] => cells.found.map((column) => indexOf([column]));
  return {
    found: indexOf(cells.found),
    written,
    names: namesOf(record),
    asked,
    quotable: FigureIndex.ofTexts(
      figures.every((figure) => source.has(figure) && mayRepeat(figure)) ? [record.scope] : [],
    ),
    columns: byColumn,
    asking: FigureIndex.ofTexts([...parametersOf(record), withoutComments(record.statement), record.scope]),
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

interface FoundColumn {
  readonly unit: Unit | null;
  /** Null for NULL. */
  readonly texts: readonly (string | null)[];
  /** Its numbers are hours of the day. */
  readonly hours: boolean;
}
interface Cells {
  readonly found: readonly FoundColumn[];
  readonly written: readonly string[];
}

/** A value that stands in the statement or its parameters is asked; it is found where a cell of data holds it. */
function cellsOf(record: ReadyToolRecord): Cells {
  const { columns, rows } = record.evidence;
  const written: string[] = [];
  const found = columns.map(({ name, asked, written: texts, counts }, index): FoundColumn => {
    const cells = rows.map((row) => row[index] ?? null);
    if (asked === true) {
      written.push(...cells.filter((cell) => cell !== null));
      return { unit: null, texts: [], hours: false };
    }
    written.push(...(texts ?? []));
    const own = texts === undefined ? null : new WrittenTexts(texts);
    const answered = cells.flatMap((cell) => {
      if (cell === null) return [cell];
      const others = withoutOurStatements(cell);
      if (others === null) return [];
      const text = own === null ? others : own.foundIn(others);
      return text === null ? [] : [text];
    });
    const unit = counts === true ? COUNT_OF_ROWS : columnUnit(name, cells);
    return { unit, texts: answered, hours: HOUR_OF_DAY.test(name) };
  });
  return { found, written };
}

/** Statements of ours in the lists of statements are known by the mark that they bear; null where the cell is one. */
function withoutOurStatements(cell: string): string | null {
  const mark = OUR_STATEMENT.exec(cell);
  if (mark === null) return cell;
  if (cell.slice(0, mark.index).trim() === "") return null;
  return cell.replace(OUR_STATEMENTS, " ");
}

function indexOf(columns: readonly FoundColumn[]): FigureIndex {
  const index = new FigureIndex();
  for (const { unit, texts, hours } of columns) {
    for (const text of texts) index.addText(text ?? "NULL", text === null ? null : unit);
    if (hours) for (const text of texts) addHour(index, text);
  }
  return index;
}

/** "10" of a column of hours is 10:00. */
function addHour(index: FigureIndex, cell: string | null): void {
  if (cell === null || !/^(?:[01]?\d|2[0-3])$/.test(cell)) return;
  const time = `${cell.padStart(2, "0")}:00`;
  index.addFigure({ kind: "moment", text: time, moment: { date: null, time } }, null);
}

function namesOf(record: ReadyToolRecord): FigureIndex {
  const names = new FigureIndex();
  names.addName(record.invocationId);
  const aliases = aliasesOf(record.statement);
  for (const { name } of record.evidence.columns) {
    if (!NAME.test(name)) continue;
    const isAlias = aliases.has(foldText(name));
    const add = (word: string): void => {
      if (maySayOfName(word, isAlias)) names.addName(word);
    };
    add(name);
    // Its words may be used by themselves ("p95" of "p95_ms").
    for (const path of foldText(name).split(".")) {
      add(path);
      for (const word of path.split("_")) add(word);
    }
  }
  return names;
}

/** A number is no name; a name that the statement gives itself may hold one only as a quantile does, or among other words. */
function maySayOfName(word: string, isAlias: boolean): boolean {
  if (/^[\p{N}_.]*$/u.test(word)) return false;
  return !isAlias || !/\p{N}/u.test(word) || QUANTILE.test(word) || LONGER_NAME.test(word);
}

function askedWith(record: ReadyToolRecord, question: FigureIndex): EvidenceCorpus {
  const statement = withoutComments(record.statement);
  return new EvidenceCorpus([FigureIndex.ofTexts([...parametersOf(record), statement]), question]);
}

function withoutComments(statement: string): string {
  return statement.replace(COMMENT, " ");
}

function parametersOf(record: ReadyToolRecord): readonly string[] {
  return record.params.flatMap((param) => (param === null ? [] : [String(param)]));
}
