import { parseDecimal } from "./decimal";
import { isNamePath, JOINTS, type FigureIndex } from "./figure-index";
import { isAddress, isCheckedToken, scanEvidenceFigures, type Figure } from "./figure-scanner";
import type { Quantity } from "./quantity";
import type { Unit } from "./unit";

/** What one text may draw on: the figures of several sources taken together. */
export class EvidenceCorpus {
  constructor(private readonly indexes: readonly FigureIndex[]) {}

  /** Is the figure there? A composite one is when every part of it is. */
  has(figure: Figure): boolean {
    switch (figure.kind) {
      case "number":
        return figure.readings.some((reading) => reading.every((quantity) => this.hasQuantity(quantity)));
      case "moment":
        return this.indexes.some((index) => index.hasMoment(figure.moment));
      case "token":
        return this.hasToken(figure.text, figure.unit);
      case "phrase":
        return this.indexes.some((index) => index.hasPhrase(figure.text));
    }
  }

  /** Is it there once its unit is left out of account? */
  hasWithoutUnit(figure: Figure): boolean {
    switch (figure.kind) {
      case "number":
        return figure.readings.some((reading) =>
          reading.every(({ value }) => this.hasQuantity({ value, unit: null })),
        );
      case "token":
        return this.hasToken(figure.text, null);
      case "moment":
      case "phrase":
        return this.has(figure);
    }
  }

  /** Does the text say a stored value as it is? */
  isNamedIn(text: string): boolean {
    return this.indexes.some((index) => index.isNamedIn(text));
  }

  private hasQuantity(quantity: Quantity): boolean {
    return this.indexes.some((index) => index.hasQuantity(quantity));
  }

  private hasToken(token: string, unit: Unit | null): boolean {
    if (this.indexes.some((index) => index.hasToken(token))) return true;
    const pieces = token.split(JOINTS);
    if (isAddress(token)) {
      // "app@db-1" of a user and a host; the address of a place is found as a whole.
      return !token.includes("//") && pieces.every((piece) => this.hasName(piece));
    }
    // "120/480 ms": the unit behind it is that of both.
    if (pieces.length > 1) return pieces.every((piece) => this.hasPiece(piece, unit));
    // "v2.31.0" is the version 2.31.0.
    if (/^v\d/.test(token) && this.indexes.some((index) => index.hasToken(token.slice(1)))) return true;
    const range = token.split("-");
    if (range.length > 1 && range.every((part) => parseDecimal(part) !== null)) {
      return range.every((part) => this.hasPiece(part, unit));
    }
    const path = token.split(".");
    return isNamePath(path) && path.every((part) => this.hasPiece(part, null));
  }

  private hasName(name: string): boolean {
    return this.indexes.some((index) => index.hasToken(name) || index.hasPhrase(name));
  }

  private hasPiece(piece: string, unit: Unit | null): boolean {
    if (!isCheckedToken(piece)) return true;
    const value = parseDecimal(piece);
    if (value !== null) return this.hasQuantity({ value, unit });
    // "p95:480ms": a number with its unit.
    const [only, ...others] = scanEvidenceFigures(piece);
    if (only?.kind === "number" && others.length === 0 && only.text.length === piece.length)
      return this.has(only);
    return this.hasToken(piece, null);
  }
}
