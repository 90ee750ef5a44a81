import type { ReadyToolRecord } from "../../contracts/evidence";
import { withoutQuotations } from "../guards/figures/figure-scanner";
import { foldText } from "../guards/figures/normalise-text";

const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
const SPACED = String.raw`(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}_])+`;
/** One word, names with their joints being one, or one character of a script that puts no spaces between words. */
const WORDS = new RegExp(`${UNSPACED}|${SPACED}(?:[-.:/@]${SPACED})*`, "gu");
/** So many words in a row, and so many characters in them, are no coincidence; names and short states stay below. */
const RUNS = [
  { words: 4, characters: 14 },
  { words: 10, characters: 10 },
] as const;

/** So much of a cell's beginning is the cell. */
const CELL_START = 60;
const SHORTEST_CELL = 16;
const QUOTATION_MARK = /["'`“„‘«「『]$/u;
/** Nobody can read so long a word; a digest of forty or sixty-four hexadecimal digits is a name. */
const UNREADABLE = /[a-z0-9+/=%&#;]{40,}/u;
const DIGEST = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

/**
 * The sentences of stored cells, and whole cells of markup or of code that nobody can read. Data may be quoted; as a text's own words it would
 * be the voice of whoever wrote the row. Read once, asked often.
 */
export class StoredProse {
  private readonly runs = new Set<string>();
  private readonly starts = new Set<string>();

  constructor(records: readonly ReadyToolRecord[]) {
    const cells = new Set(records.flatMap(({ evidence }) => evidence.rows.flat()));
    for (const cell of cells) {
      if (cell === null || !/\p{L}/u.test(cell)) continue;
      for (const run of runsOf(cell)) this.runs.add(run);
      const start = unreadableStart(cell);
      if (start !== null) this.starts.add(start);
    }
  }

  /** Does the text repeat any of it outside quotation marks? */
  isRepeatedIn(text: string): boolean {
    if (runsOf(withoutQuotations(text)).some((run) => this.runs.has(run))) return true;
    const folded = foldText(text);
    return [...this.starts].some((start) => {
      const at = folded.indexOf(start);
      return at >= 0 && !QUOTATION_MARK.test(folded.slice(0, at));
    });
  }
}

/** How a cell begins that is neither a sentence nor a name; null for those. */
function unreadableStart(cell: string): string | null {
  const start = foldText(cell.slice(0, 4 * CELL_START)).slice(0, CELL_START);
  if (start.length < SHORTEST_CELL) return null;
  const word = UNREADABLE.exec(start)?.[0];
  const isName = !/[{}<>"]/u.test(start) && (word === undefined || DIGEST.test(foldText(cell)));
  return isName ? null : start;
}

function runsOf(text: string): string[] {
  const words = foldText(text).match(WORDS) ?? [];
  return RUNS.flatMap((run) => {
    const runs: string[] = [];
    for (let at = 0; at + run.words <= words.length; at += 1) {
      const said = words.slice(at, at + run.words).join(" ");
      if (said.replaceAll(" ", "").length >= run.characters) runs.push(said);
    }
    return runs;
  });
}
