/** A PromQL expression as it is compared: white space and comments outside of quotes folded into one blank. Not parsed: the server does that. */
export function foldPromql(query: string): string {
  return query
    .replace(PIECES, (piece) => (piece.startsWith("#") || /^\s/.test(piece) ? " " : piece))
    .replace(/^ +| +$/g, "");
}

/** Quoted strings (back-quoted ones know no escape), comments, white space. */
const PIECES = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`[^`]*`|(?:\s|#[^\n]*)+/g;
