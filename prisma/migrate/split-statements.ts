/**
 * Splits a migration file into its statements at the semicolons that are outside of strings, quoted names and
 * comments. Comments are left out, except executable ones. There is no DELIMITER: migrations hold no stored programs.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let current = "";
  let at = 0;
  const finish = (): void => {
    const statement = current.trim();
    if (statement !== "") statements.push(statement);
    current = "";
  };
  while (at < sql.length) {
    const skipped = lengthOfCommentAt(sql, at);
    if (skipped > 0) {
      // A comment separates words, as white space does.
      current += " ";
      at += skipped;
      continue;
    }
    const character = sql.charAt(at);
    if (character === "'" || character === '"' || character === "`") {
      const length = lengthOfQuotedAt(sql, at);
      current += sql.slice(at, at + length);
      at += length;
    } else if (character === ";") {
      finish();
      at += 1;
    } else {
      current += character;
      at += 1;
    }
  }
  finish();
  return statements;
}

/** The length of a comment that begins at `at`; 0 where none does. An unclosed one runs to the end. */
function lengthOfCommentAt(sql: string, at: number): number {
  const startsLine = sql.startsWith("#", at) || /^--(\s|$)/.test(sql.slice(at, at + 3));
  if (startsLine) return lengthUntil(sql, at, "\n", 0);
  const startsBlock = sql.startsWith("/*", at) && !/^\/\*M?!/.test(sql.slice(at, at + 4));
  return startsBlock ? lengthUntil(sql, at, "*/", 2) : 0;
}

function lengthUntil(sql: string, at: number, end: string, endLength: number): number {
  const found = sql.indexOf(end, at + endLength);
  return found === -1 ? sql.length - at : found + endLength - at;
}

/** The length of the string or quoted name that begins at `at`, its quotes included. */
function lengthOfQuotedAt(sql: string, at: number): number {
  const quote = sql.charAt(at);
  let end = at + 1;
  while (end < sql.length) {
    const character = sql.charAt(end);
    if (character === "\\" && quote !== "`") end += 2;
    else if (character !== quote) end += 1;
    else if (sql.charAt(end + 1) === quote) end += 2;
    else return end + 1 - at;
  }
  return sql.length - at;
}
