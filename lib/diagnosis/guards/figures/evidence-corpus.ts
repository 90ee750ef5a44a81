/** What the cited evidence says in figures: rows, column names, bound parameters, scope. The statement is no evidence. */
import type { ReadyToolRecord } from "../../../contracts/evidence";
import { parseDecimal, roundedUnits, type Decimal } from "./decimal";
import { isCheckedToken, scanEvidenceFigures, type Figure } from "./figure-scanner";
import { momentCovers, type Moment } from "./moment";
import { foldText, normaliseText } from "./normalise-text";
import { holdsPhrase } from "./phrase";

/** Joins whole things: host and port, key and value, path and name. A hyphen or an underscore is part of a name. */
const JOINTS = /[:/=@,+#]/;

/** The figures of one record, or of several. */
export class EvidenceCorpus {
  private readonly numbers: Decimal[] = [];
  private readonly moments: Moment[] = [];
  private readonly tokens = new Set<string>();
  private readonly texts = new Set<string>();
  /** Per number of decimals: all numbers rounded to it. */
  private readonly rounded = new Map<number, Set<bigint>>();

  /** `texts`: what may be repeated besides, e.g. the question. */
  constructor(records: readonly ReadyToolRecord[], texts: readonly string[] = []) {
    for (const record of records) this.addRecord(record);
    for (const text of texts) this.addText(text);
  }

  /** Is the figure in the evidence? */
  has(figure: Figure): boolean {
    switch (figure.kind) {
      case "number":
        return figure.readings.some((reading) => reading.every((value) => this.hasNumber(value)));
      case "moment":
        return this.moments.some((moment) => momentCovers(moment, figure.moment));
      case "token":
        return this.hasToken(figure.text);
      case "phrase":
        return this.hasPhrase(figure.text);
    }
  }

  /** A number with k decimals is there when some evidence number rounds to it, half away from zero. */
  private hasNumber(value: Decimal): boolean {
    let rounded = this.rounded.get(value.scale);
    if (rounded === undefined) {
      rounded = new Set(this.numbers.map((number) => roundedUnits(number, value.scale)));
      this.rounded.set(value.scale, rounded);
    }
    return rounded.has(value.units);
  }

  private hasToken(token: string): boolean {
    if (this.tokens.has(token)) return true;
    const pieces = token.split(JOINTS);
    if (pieces.length > 1) return pieces.every((piece) => this.hasPiece(piece));
    const range = token.split("-");
    if (range.length > 1 && range.every((part) => parseDecimal(part) !== null)) {
      return range.every((part) => this.hasPiece(part));
    }
    const path = token.split(".");
    // "1.2.3" is one name; "orders.customer_id" is two.
    if (path.length > 1 && path.every((part) => /\p{L}/u.test(part))) {
      return path.every((part) => this.hasPiece(part));
    }
    return false;
  }

  private hasPiece(piece: string): boolean {
    if (!isCheckedToken(piece)) return true;
    const number = parseDecimal(piece);
    return number === null ? this.hasToken(piece) : this.hasNumber(number);
  }

  private hasPhrase(phrase: string): boolean {
    if (this.texts.has(phrase)) return true;
    for (const text of this.texts) if (holdsPhrase(text, phrase)) return true;
    return false;
  }

  private addRecord(record: ReadyToolRecord): void {
    this.tokens.add(record.invocationId);
    this.addText(record.scope);
    for (const param of record.params) if (param !== null) this.addText(String(param));
    for (const { name } of record.evidence.columns) {
      this.addText(name);
      // A column name is the statement's own; its words may be used by themselves ("p95" of "p95_ms").
      for (const word of foldText(name).split("_")) if (word !== "") this.tokens.add(word);
    }
    for (const row of record.evidence.rows) for (const cell of row) if (cell !== null) this.addText(cell);
  }

  private addText(raw: string): void {
    const folded = foldText(raw);
    if (folded === "" || this.texts.has(folded)) return;
    this.texts.add(folded);
    const text = normaliseText(raw);
    const whole = parseDecimal(text);
    if (whole !== null) {
      this.numbers.push(whole);
      this.tokens.add(folded);
      return;
    }
    for (const figure of scanEvidenceFigures(text)) this.addFigure(figure);
  }

  private addFigure(figure: Figure): void {
    switch (figure.kind) {
      case "number":
        this.tokens.add(figure.text.toLowerCase());
        for (const reading of figure.readings) this.numbers.push(...reading);
        return;
      case "moment":
        this.moments.push(figure.moment);
        return;
      case "token":
        this.addToken(figure.text);
        return;
      case "phrase":
        throw new Error("stored text has no quotations");
    }
  }

  private addToken(token: string): void {
    this.tokens.add(token);
    const pieces = token.split(JOINTS);
    for (const piece of pieces) {
      const number = parseDecimal(piece);
      // A joint is no sign, and a lone piece was no number in the first place.
      if (number !== null && pieces.length > 1) this.numbers.push(number);
      this.tokens.add(piece);
      const path = piece.split(".");
      if (path.length > 1 && path.every((part) => /\p{L}/u.test(part))) {
        for (const part of path) this.tokens.add(part);
      }
    }
  }
}
