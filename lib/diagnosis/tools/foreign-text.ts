/** Control, format (zero width, bidirectional, tags), unassigned and private characters, and line or paragraph separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/**
 * Words of a foreign server, fit for one line of a message or a description: nothing invisible, one line, at most so many characters. What
 * they say stays untrusted.
 */
export function foreignText(text: string, maxCharacters: number): string {
  // What is far beyond the limit is not even looked at.
  const line = text
    .slice(0, maxCharacters * 4)
    .replace(UNSEEN, " ")
    .replace(/\s+/gu, " ")
    .trim();
  if (line.length <= maxCharacters) return line;
  return `${line.slice(0, maxCharacters - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
