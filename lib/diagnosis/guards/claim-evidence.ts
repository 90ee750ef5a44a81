import { EvidenceCorpus } from "./figures/evidence-corpus";
import { scanClaimFigures, type Figure } from "./figures/figure-scanner";
import type { RecordFigures } from "./figures/record-figures";

/** How a figure of a text stands towards the evidence that the text cites. */
export type FigureStanding =
  /** In the rows, or a name of a column. */
  | "found"
  /** In what was asked alone. */
  | "asked"
  /** The number is there, in another unit. */
  | "other_unit"
  | "absent";

/** What one text may rest on: the records that it cites, by where they say what they say. */
export class ClaimEvidence {
  private readonly found: EvidenceCorpus;
  private readonly foundOrNamed: EvidenceCorpus;
  private readonly all: EvidenceCorpus;

  /** `quoted` are those whose scope the text may quote, because it states their absence. */
  constructor(records: readonly RecordFigures[], quoted: readonly RecordFigures[]) {
    const found = records.map((record) => record.found);
    const names = records.map((record) => record.names);
    const asked = records.map((record) => record.asked);
    this.found = new EvidenceCorpus(found);
    this.foundOrNamed = new EvidenceCorpus([...found, ...names]);
    this.all = new EvidenceCorpus([...found, ...names, ...asked, ...quoted.map((record) => record.quotable)]);
  }

  standingOf(figure: Figure): FigureStanding {
    if (this.foundOrNamed.has(figure)) return "found";
    if (this.all.has(figure)) return "asked";
    return this.all.hasWithoutUnit(figure) ? "other_unit" : "absent";
  }

  /** Does the text say anything of what was found: a figure of the rows, or one of their values? */
  isGrounded(text: string): boolean {
    return scanClaimFigures(text).some((figure) => this.found.has(figure)) || this.found.isNamedIn(text);
  }
}
