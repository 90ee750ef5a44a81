import type { VerifiedFact } from "../../contracts/answer";
import type { CanonicalEvidence, ReadyToolRecord, ToolRecord } from "../../contracts/evidence";
import { isHashVerified } from "../evidence/content-hash";
import { findAssertedState } from "../guards/asserted-state";
import { FigureIndex } from "../guards/figures/figure-index";
import { hasMisleadingCharacters } from "../guards/figures/normalise-text";
import { saysOnlyWhatWasAsked } from "../guards/figures/record-figures";
import { findUnknownName, KnownWords } from "../guards/unknown-name";
import { StoredProse } from "./copied-prose";
import { problemOfWords, wordsOfRecords } from "./repeatable-lines";

const SHOWN_ROWS = 3;
const SHOWN_COLUMNS = 6;
const SHOWN_CELL_LENGTH = 80;
/** A fallback stays readable: at most so many facts, the latest ones. */
const MAX_FACTS = 50;
const NAME = /^[\p{L}_][\p{L}\p{N}_.$]{0,63}$|^[a-z]+\((?:\*|[\w.]{1,64})\)$/iu;
const PLAIN_CELL = /^[\p{L}\p{N}_.:+-]+(?: \d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/u;
const UNSEEN = /(?![\t\n\r])\p{Cc}|\p{Bidi_Control}|[\u{200b}\u{2060}\u{feff}\u{e0000}-\u{e007f}]/gu;

/**
 * INFO-2b, REL-4: the READY records whose stored evidence still has its hash, each said by code from its own rows. NO_EVIDENCE counts
 * and is stated with its scope alone (TOOL-4). Scope and label are words of the agent: they are repeated where they hold no figure but what the
 * call was asked with, no sentence of a row, no act, command or state, and no name that the run has not read or been asked. `question` is what the user asked; empty where it is not known.
 */
export function verifiedFacts(records: readonly ToolRecord[], question = ""): readonly VerifiedFact[] {
  const verified = records.filter((record) => record.status === "READY").filter(isHashVerified);
  const asked = FigureIndex.ofTexts([question]);
  const prose = new StoredProse(verified);
  const words = [question, ...wordsOfRecords(verified)];
  return verified.slice(-MAX_FACTS).map((record) => {
    const known = new KnownWords([...words, ...record.params.map(String)]);
    const mayRepeat = (text: string): boolean =>
      !hasMisleadingCharacters(text) &&
      saysOnlyWhatWasAsked(text, record, asked) &&
      problemOfWords(text) === null &&
      findAssertedState(text, "are_names") === null &&
      findUnknownName(text, known) === null &&
      !prose.isRepeatedIn(text);
    const name = `check ${record.ordinal}`;
    const scope = mayRepeat(record.scope)
      ? record.scope
      : `what ${name} asked for; its own words are withheld, because they say more than was asked`;
    return {
      invocationId: record.invocationId,
      label: mayRepeat(record.label) ? record.label : name,
      scope,
      evidenceStatus: record.evidenceStatus,
      statement: statementOf(record, scope),
    };
  });
}

function statementOf(record: ReadyToolRecord, scope: string): string {
  switch (record.evidenceStatus) {
    case "NO_EVIDENCE":
      return `Nothing was found in this scope: ${scope}. That says nothing beyond it.`;
    case "EVIDENCE_FOUND":
      return `${countOf(record.evidence)} found in this scope: ${scope}. ${rowsOf(record.evidence)}`;
  }
}

function countOf({ rows, truncated }: CanonicalEvidence): string {
  const count = `${rows.length} ${rows.length === 1 ? "row" : "rows"}`;
  return truncated.rows ? `The first ${count}` : count;
}

function rowsOf({ columns, rows, truncated }: CanonicalEvidence): string {
  // What the statement itself writes down is no fact.
  const found = columns.flatMap((column, index) =>
    column.asked === true ? [] : [{ index, name: shownName(column.name, index) }],
  );
  const shown = rows.slice(0, SHOWN_ROWS).map((row) => {
    const cells = found
      .slice(0, SHOWN_COLUMNS)
      .map(({ index, name }) => `${name}=${shownCell(row[index] ?? null)}`);
    return cells.join(", ") + (found.length > SHOWN_COLUMNS || truncated.columns ? ", …" : "");
  });
  const rest = rows.length - shown.length;
  return shown.join(" | ") + (rest > 0 ? ` | ${rest} more` : "");
}

/** A name is the statement's own, so it may be a sentence; then its place is named. */
function shownName(name: string, index: number): string {
  return NAME.test(name) ? name : `column ${index + 1}`;
}

/** Numbers, times and single words as they are; anything else is a quotation, with nothing in it that hides or reorders. */
function shownCell(cell: string | null): string {
  if (cell === null) return "NULL";
  const line = cell.replace(UNSEEN, "").replace(/\s+/gu, " ");
  const shown =
    line.length <= SHOWN_CELL_LENGTH ? line : `${line.slice(0, SHOWN_CELL_LENGTH).toWellFormed()}…`;
  return PLAIN_CELL.test(shown) ? shown : `"${shown.replaceAll('"', "'")}"`;
}
