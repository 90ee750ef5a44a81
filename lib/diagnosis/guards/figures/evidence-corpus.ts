import { parseDecimal, type Decimal } from "./decimal";
import { isCheckedToken, type Figure } from "./figure-scanner";
import { isNamePath, JOINTS, type RecordFigures } from "./record-figures";

/** The evidence that one text may draw on: the figures of several records taken together. */
export class EvidenceCorpus {
  constructor(private readonly records: readonly RecordFigures[]) {}

  /** Is the figure in the evidence? A composite one is when every part of it is. */
  has(figure: Figure): boolean {
    switch (figure.kind) {
      case "number":
        return figure.readings.some((reading) => reading.every((value) => this.hasNumber(value)));
      case "moment":
        return this.records.some((record) => record.hasMoment(figure.moment));
      case "token":
        return this.hasToken(figure.text);
      case "phrase":
        return this.records.some((record) => record.hasPhrase(figure.text));
    }
  }

  private hasNumber(value: Decimal): boolean {
    return this.records.some((record) => record.hasNumber(value));
  }

  private hasToken(token: string): boolean {
    if (this.records.some((record) => record.hasToken(token))) return true;
    const pieces = token.split(JOINTS);
    if (pieces.length > 1) return pieces.every((piece) => this.hasPiece(piece));
    const range = token.split("-");
    if (range.length > 1 && range.every((part) => parseDecimal(part) !== null)) {
      return range.every((part) => this.hasPiece(part));
    }
    const path = token.split(".");
    return isNamePath(path) && path.every((part) => this.hasPiece(part));
  }

  private hasPiece(piece: string): boolean {
    if (!isCheckedToken(piece)) return true;
    const number = parseDecimal(piece);
    return number === null ? this.hasToken(piece) : this.hasNumber(number);
  }
}
