import { parseDecimal, type Decimal } from "./decimal";
import { scanEvidenceFigures, type Figure } from "./figure-scanner";
import { momentCovers, type Moment } from "./moment";
import { foldText, normaliseText } from "./normalise-text";
import { holdsPhrase } from "./phrase";
import { writtenAs, type Quantity } from "./quantity";
import type { Unit } from "./unit";

/** Joins whole things: host and port, key and value, path and name. A hyphen or an underscore is part of a name. */
export const JOINTS = /[:/=@,+#]/;

const SHORTEST_VALUE = 2;

/** True for "orders.customer_id", which is two names, and not for "1.2.3", which is one. */
export function isNamePath(parts: readonly string[]): boolean {
  return parts.length > 1 && parts.every((part) => /\p{L}/u.test(part));
}

/** The figures of some stored texts. Indexed once, asked often. */
export class FigureIndex {
  private readonly quantities: Quantity[] = [];
  private readonly moments: Moment[] = [];
  private readonly tokens = new Set<string>();
  private readonly texts = new Set<string>();
  /** The texts with a letter in them. */
  private readonly sentences: string[] = [];
  private readonly phrases = new Map<string, boolean>();
  private readonly seen = new Set<string>();
  /** Per unit and number of decimals: all numbers as they are written so. */
  private readonly written = new Map<string, ReadonlySet<bigint | null>>();

  static ofTexts(texts: readonly string[]): FigureIndex {
    const index = new FigureIndex();
    for (const text of texts) index.addText(text, null);
    return index;
  }

  /** Is there a number that is written so with as many decimals in that unit (`writtenAs`)? */
  hasQuantity({ value, unit }: Quantity): boolean {
    const key = `${value.scale} ${unitKey(unit)}`;
    let written = this.written.get(key);
    if (written === undefined) {
      written = new Set(this.quantities.map((quantity) => writtenAs(quantity, unit, value.scale)));
      this.written.set(key, written);
    }
    return written.has(value.units);
  }

  /** Is there such a number that says its unit itself, or whose column does? */
  statesUnit({ value, unit }: Quantity): boolean {
    return this.quantities.some(
      (quantity) => quantity.unit !== null && writtenAs(quantity, unit, value.scale) === value.units,
    );
  }

  /** Is there such a number without any unit? */
  hasBare(value: Decimal): boolean {
    return this.quantities.some(
      (quantity) => quantity.unit === null && writtenAs(quantity, null, value.scale) === value.units,
    );
  }

  hasMoment(claimed: Moment): boolean {
    return this.moments.some((moment) => momentCovers(moment, claimed));
  }

  /** The token as a whole. */
  hasToken(token: string): boolean {
    return this.tokens.has(token);
  }

  hasPhrase(phrase: string): boolean {
    if (this.texts.has(phrase) || this.tokens.has(phrase)) return true;
    const known = this.phrases.get(phrase);
    if (known !== undefined) return known;
    const held = this.sentences.some((text) => text.length > phrase.length && holdsPhrase(text, phrase));
    this.phrases.set(phrase, held);
    return held;
  }

  /** Does the text say one of the stored values as it is, in words of its own? */
  isNamedIn(text: string): boolean {
    const folded = foldText(text);
    return this.sentences.some(
      (value) =>
        value.length >= SHORTEST_VALUE && value.length <= folded.length && holdsPhrase(folded, value),
    );
  }

  /** `unit` is what numbers have that are written with none. */
  addText(raw: string, unit: Unit | null): void {
    const key = `${unitKey(unit)}\u0000${raw}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const text = normaliseText(raw);
    if (text === "") return;
    const folded = text.toLowerCase();
    this.addSentence(folded);
    const whole = parseDecimal(text);
    if (whole !== null) {
      this.addNumber(whole, unit);
      this.tokens.add(folded);
      return;
    }
    for (const figure of scanEvidenceFigures(text)) this.addFigure(figure, unit);
  }

  /** A name alone: no number in it is one that was found. */
  addName(name: string): void {
    const folded = foldText(name);
    if (folded !== "") this.tokens.add(folded);
  }

  addFigure(figure: Figure, unit: Unit | null): void {
    switch (figure.kind) {
      case "number":
        this.tokens.add(figure.text.toLowerCase());
        for (const reading of figure.readings) {
          for (const quantity of reading) this.addNumber(quantity.value, quantity.unit ?? unit);
        }
        return;
      case "moment":
        this.moments.push(figure.moment);
        return;
      case "token":
        this.addToken(figure.text, figure.unit ?? unit);
        return;
      case "phrase":
        this.addSentence(figure.text);
    }
  }

  private addSentence(text: string): void {
    if (this.texts.has(text)) return;
    this.texts.add(text);
    if (!/\p{L}/u.test(text)) return;
    this.sentences.push(text);
    this.phrases.clear();
  }

  private addToken(token: string, unit: Unit | null): void {
    this.tokens.add(token);
    const pieces = token.split(JOINTS);
    for (const piece of pieces) {
      const number = parseDecimal(piece);
      // A joint is no sign, and a lone piece was no number in the first place.
      if (number !== null && pieces.length > 1) this.addNumber(number, unit);
      this.tokens.add(piece);
      const path = piece.split(".");
      if (isNamePath(path)) for (const part of path) this.tokens.add(part);
    }
  }

  private addNumber(value: Decimal, unit: Unit | null): void {
    this.quantities.push({ value, unit });
    this.written.clear();
  }
}

function unitKey(unit: Unit | null): string {
  return unit === null ? "" : `${unit.dimension} ${unit.size}`;
}
