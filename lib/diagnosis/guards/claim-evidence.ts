import { EvidenceCorpus } from "./figures/evidence-corpus";
import type { Decimal } from "./figures/decimal";
import { scanClaimFigures, type Figure } from "./figures/figure-scanner";
import type { Quantity } from "./figures/quantity";
import type { RecordFigures } from "./figures/record-figures";

/** How a figure of a text stands towards the evidence that the text cites. */
export type FigureStanding =
  /** In the rows, or a name of a column. */
  | "found"
  /** In what was asked alone. */
  | "asked"
  /** In what the statement itself wrote into its result. */
  | "written"
  /** The number is there, in another unit. */
  | "other_unit"
  | "absent";

/** What one text may rest on: the records that it cites, by where they say what they say. */
export class ClaimEvidence {
  private readonly found: EvidenceCorpus;
  private readonly foundOrNamed: EvidenceCorpus;
  private readonly all: EvidenceCorpus;
  private readonly written: EvidenceCorpus;

  /** `quoted` are those whose scope the text may quote, because it states their absence. */
  constructor(
    private readonly records: readonly RecordFigures[],
    quoted: readonly RecordFigures[],
  ) {
    const found = records.map((record) => record.found);
    const names = records.map((record) => record.names);
    const asked = records.map((record) => record.asked);
    this.found = new EvidenceCorpus(found);
    this.foundOrNamed = new EvidenceCorpus([...found, ...names]);
    this.all = new EvidenceCorpus([...found, ...names, ...asked, ...quoted.map((record) => record.quotable)]);
    this.written = new EvidenceCorpus(records.map((record) => record.written));
  }

  standingOf(figure: Figure): FigureStanding {
    if (this.foundOrNamed.has(figure)) return "found";
    if (this.all.has(figure)) return "asked";
    if (this.written.has(figure)) return "written";
    return this.all.hasWithoutUnit(figure) ? "other_unit" : "absent";
  }

  /**
   * The figures that cannot all be true: one number, found in columns that state no unit, written with more units than there are such
   * columns. Null when there are none.
   */
  contradictingUnits(figures: readonly Figure[]): readonly string[] | null {
    const byNumber = new Map<string, { readonly value: Decimal; readonly texts: Map<string, string> }>();
    for (const figure of figures) {
      if (figure.kind !== "number" || this.standingOf(figure) !== "found") continue;
      const [quantity, ...others] = figure.readings[0] ?? [];
      if (quantity?.unit == null || others.length > 0 || this.isUnitStated(quantity)) continue;
      const number = byNumber.get(plainNumber(quantity.value)) ?? { value: quantity.value, texts: new Map() };
      byNumber.set(plainNumber(quantity.value), number);
      const unit = `${quantity.unit.dimension} ${quantity.unit.size}`;
      if (!number.texts.has(unit)) number.texts.set(unit, figure.text);
    }
    for (const { value, texts } of byNumber.values()) {
      if (texts.size < 2) continue;
      const columns = this.records.flatMap((record) => record.columns());
      if (columns.filter((column) => column.hasBare(value)).length < texts.size) return [...texts.values()];
    }
    return null;
  }

  private isUnitStated(quantity: Quantity): boolean {
    return this.records.some(
      (record) => record.found.statesUnit(quantity) || record.asking.statesUnit(quantity),
    );
  }

  /** Does the text say anything of what was found: a figure of the rows, or one of their values? */
  isGrounded(text: string): boolean {
    return scanClaimFigures(text).some((figure) => this.found.has(figure)) || this.found.isNamedIn(text);
  }
}

/** "42" and "42.0" are one number. */
function plainNumber({ units, scale }: Decimal): string {
  const text = units.toString().padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const decimals = text.slice(text.length - scale).replace(/0+$/, "");
  return decimals === "" ? whole : `${whole}.${decimals}`;
}
