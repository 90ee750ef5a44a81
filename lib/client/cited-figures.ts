/** Which cells of a record a claim speaks of: those whose own text stands in the claim as a whole word. Pure. */

const WORD = /[\p{L}\p{N}_]/u;
/** Scripts that write without spaces between words: a neighbour of theirs ends a word. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Shorter words ("a", "id") match by chance; figures never do. */
const SHORTEST_WORD = 3;
const SHORTEST_SPACELESS_WORD = 2;
const FIGURE = /^[+-]?\d+(?:\.\d+)?$/;

/** True when `cell`, as the server wrote it, is quoted in `claim`. Thousands separators in the claim are seen through. */
export function isCited(cell: string | null, claim: string): boolean {
  if (cell === null) return false;
  const text = cell.trim();
  const isFigure = FIGURE.test(text);
  const shortest = SPACELESS.test(text) ? SHORTEST_SPACELESS_WORD : SHORTEST_WORD;
  if (text === "" || (!isFigure && text.length < shortest)) return false;
  return standsAlone(claim, text, isFigure) || (isFigure && standsAlone(unseparated(claim), text, true));
}

function unseparated(claim: string): string {
  return claim.replaceAll(/(?<=\d)[,\u202f\u00a0](?=\d{3}(?!\d))/g, "");
}

function standsAlone(claim: string, text: string, isFigure: boolean): boolean {
  for (let at = claim.indexOf(text); at !== -1; at = claim.indexOf(text, at + 1)) {
    const before = claim.charAt(at - 1);
    const after = claim.charAt(at + text.length);
    if (continuesWord(before) || continuesWord(after)) continue;
    if (isFigure && joinsFigure(claim, at, text.length)) continue;
    return true;
  }
  return false;
}

function continuesWord(neighbour: string): boolean {
  return WORD.test(neighbour) && !SPACELESS.test(neighbour);
}

/** "41" is not cited by "41.2" or "3.41": a point, comma, colon or hyphen between digits makes one figure. */
function joinsFigure(claim: string, at: number, length: number): boolean {
  const before = claim.slice(Math.max(0, at - 2), at);
  const after = claim.slice(at + length, at + length + 2);
  return /^\d[.,:-]$/.test(before) || /^[.,:-]\d$/.test(after);
}
