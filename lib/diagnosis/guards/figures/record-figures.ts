import type { ReadyToolRecord } from "../../../contracts/evidence";
import { parseDecimal, roundedUnits, type Decimal } from "./decimal";
import { scanEvidenceFigures, type Figure } from "./figure-scanner";
import { momentCovers, type Moment } from "./moment";
import { foldText, normaliseText } from "./normalise-text";
import { holdsPhrase } from "./phrase";

/** Joins whole things: host and port, key and value, path and name. A hyphen or an underscore is part of a name. */
export const JOINTS = /[:/=@,+#]/;

/** True for "orders.customer_id", which is two names, and not for "1.2.3", which is one. */
export function isNamePath(parts: readonly string[]): boolean {
  return parts.length > 1 && parts.every((part) => /\p{L}/u.test(part));
}

/**
 * What one record says in figures: rows, column names, bound parameters, scope. The statement is no evidence. Indexed once, asked often.
 */
export class RecordFigures {
  private readonly numbers: Decimal[] = [];
  private readonly moments: Moment[] = [];
  private readonly tokens = new Set<string>();
  private readonly texts = new Set<string>();
  private readonly seen = new Set<string>();
  /** Per number of decimals: all numbers rounded to it. */
  private readonly rounded = new Map<number, Set<bigint>>();

  static ofRecord(record: ReadyToolRecord): RecordFigures {
    const figures = new RecordFigures();
    figures.tokens.add(record.invocationId);
    figures.addText(record.scope);
    for (const param of record.params) if (param !== null) figures.addText(String(param));
    for (const { name } of record.evidence.columns) {
      figures.addText(name);
      // A column name is the statement's own; its words may be used by themselves ("p95" of "p95_ms").
      for (const word of foldText(name).split("_")) if (word !== "") figures.tokens.add(word);
    }
    for (const row of record.evidence.rows) for (const cell of row) if (cell !== null) figures.addText(cell);
    return figures;
  }

  static ofText(text: string): RecordFigures {
    const figures = new RecordFigures();
    figures.addText(text);
    return figures;
  }

  /** A number with k decimals is there when some evidence number rounds to it, half away from zero. */
  hasNumber(value: Decimal): boolean {
    let rounded = this.rounded.get(value.scale);
    if (rounded === undefined) {
      rounded = new Set(this.numbers.map((number) => roundedUnits(number, value.scale)));
      this.rounded.set(value.scale, rounded);
    }
    return rounded.has(value.units);
  }

  hasMoment(claimed: Moment): boolean {
    return this.moments.some((moment) => momentCovers(moment, claimed));
  }

  /** The token as a whole. */
  hasToken(token: string): boolean {
    return this.tokens.has(token);
  }

  hasPhrase(phrase: string): boolean {
    if (this.texts.has(phrase)) return true;
    for (const text of this.texts) if (holdsPhrase(text, phrase)) return true;
    return false;
  }

  private addText(raw: string): void {
    if (this.seen.has(raw)) return;
    this.seen.add(raw);
    const text = normaliseText(raw);
    if (text === "") return;
    const folded = text.toLowerCase();
    this.texts.add(folded);
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
      if (isNamePath(path)) for (const part of path) this.tokens.add(part);
    }
  }
}
