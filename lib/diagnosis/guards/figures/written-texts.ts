import { parseDecimal, type Decimal } from "./decimal";
import { foldText } from "./normalise-text";
import { withoutPhrase } from "./phrase";

/** What a pattern of a date puts in its place is data, the rest of it is not. */
const DATE_PART = /%[A-Za-z]/;

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The texts that a statement itself can put into the cells of a column. */
export class WrittenTexts {
  private readonly numbers: readonly Decimal[];
  /** Longest first: a short one may be a part of a long one. */
  private readonly phrases: readonly string[];

  constructor(texts: readonly string[]) {
    this.numbers = texts.map((text) => parseDecimal(text.trim())).filter((number) => number !== null);
    const pieces = texts
      .flatMap((text) => text.split(DATE_PART))
      .map((piece) => foldText(piece).replaceAll(EDGES, ""));
    this.phrases = [...new Set(pieces)]
      .filter((piece) => piece !== "")
      .sort((left, right) => right.length - left.length);
  }

  /** The cell as far as the source answered it; null when the statement wrote all of it. */
  foundIn(cell: string): string | null {
    const number = parseDecimal(cell.trim());
    if (number !== null) return this.numbers.some((each) => areEqual(each, number)) ? null : cell;
    const folded = foldText(cell);
    const rest = this.phrases.reduce(withoutPhrase, folded);
    if (rest === folded) return cell;
    return /[\p{L}\p{N}]/u.test(rest) ? rest : null;
  }
}

function areEqual(left: Decimal, right: Decimal): boolean {
  return left.units * 10n ** BigInt(right.scale) === right.units * 10n ** BigInt(left.scale);
}
