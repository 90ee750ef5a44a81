import { ALLOWED_FUNCTIONS, WORDS_BEFORE_PARENTHESIS } from "./allowed-functions";
import type { SqlToken } from "./sql-tokens";

/** Words that no read-only SELECT needs unquoted, with what to do instead. Most are reserved on both server families. */
const REFUSED_WORDS: Readonly<Record<string, string>> = {
  INTO: "INTO writes the result elsewhere; leave it out, the result is returned.",
  OUTFILE: "OUTFILE writes a file; leave it out.",
  DUMPFILE: "DUMPFILE writes a file; leave it out.",
  PROCEDURE: "PROCEDURE clauses are refused; leave it out.",
  LOCK: "Locking reads are refused; leave LOCK IN SHARE MODE out.",
  NOWAIT: "Locking reads are refused; leave NOWAIT out.",
  ANALYZE: "ANALYZE executes the statement; use EXPLAIN.",
  HANDLER: "HANDLER is refused; use SELECT.",
  UPDATE: "UPDATE is refused; only reading is allowed.",
  DELETE: "DELETE is refused; only reading is allowed.",
  CREATE: "CREATE is refused; only reading is allowed.",
  DROP: "DROP is refused; only reading is allowed.",
  ALTER: "ALTER is refused; only reading is allowed.",
  GRANT: "GRANT is refused; only reading is allowed.",
  REVOKE: "REVOKE is refused; only reading is allowed.",
  RENAME: "RENAME is refused; only reading is allowed.",
  LOAD: "LOAD is refused; only reading is allowed.",
  CALL: "CALL is refused; stored routines may write.",
  KILL: "KILL is refused; only reading is allowed.",
  SET: "SET is refused; session settings belong to the data source.",
  SQL_CALC_FOUND_ROWS: "SQL_CALC_FOUND_ROWS is refused; use COUNT(*).",
  NEXTVAL: "Sequences are refused: reading the next value changes them.",
};

/** Reserved on both server families and no part of any allowed form: the parser might take them for names, the server would not. */
const RESERVED_ELSEWHERE = new Set(
  `ACCESSIBLE ADD ASENSITIVE BEFORE CASCADE CHANGE CHECK CONDITION CONSTRAINT CONTINUE CURSOR DECLARE DELAYED DETERMINISTIC EACH
  ELSEIF ENCLOSED ESCAPED EXIT FETCH FOREIGN FULLTEXT HIGH_PRIORITY INFILE INOUT INSENSITIVE ITERATE KEYS KILL LEAVE LINEAR LINES LOOP
  LOW_PRIORITY MODIFIES OPTIMIZE OPTIONALLY OUT PRECISION PRIMARY PURGE READS REFERENCES RELEASE REPEAT REQUIRE RESIGNAL RESTRICT
  RETURN SCHEMAS SENSITIVE SIGNAL SPATIAL SPECIFIC SQL_BIG_RESULT SQL_BUFFER_RESULT SQL_CACHE SQL_NO_CACHE SQL_SMALL_RESULT
  SQLEXCEPTION SQLSTATE SQLWARNING SSL STARTING TERMINATED TRIGGER UNDO UNIQUE UNLOCK USAGE VARYING WHILE WRITE`.split(
    /\s+/,
  ),
);

/** System tables that hold no secrets; the rest of the mysql schema holds password hashes and credentials. */
const READABLE_MYSQL_TABLES = new Set([
  "slow_log",
  "innodb_table_stats",
  "innodb_index_stats",
  "gtid_slave_pos",
  "time_zone_name",
]);

const MAX_DEPTH = 32;

/** The name a token stands for, quoted or not, or null. */
export function nameOf(token: SqlToken | undefined): string | null {
  if (token?.kind === "word") return token.text;
  return token?.kind === "quotedName" ? token.name : null;
}
export function isSymbol(token: SqlToken | undefined, text: string): boolean {
  return token?.kind === "symbol" && token.text === text;
}
export function isWord(token: SqlToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === "word" && words.includes(token.upper);
}

/**
 * The rules that hold word by word, before and besides the parser: whatever the parser makes of a statement, it cannot contain
 * a refused word, call a function outside the list or read a secret table (TOOL-6). Null when nothing is refused.
 */
export function refuseWords(tokens: readonly SqlToken[]): string | null {
  let depth = 0;
  let cases = 0;
  for (const [index, token] of tokens.entries()) {
    if (isSymbol(token, "(")) depth += 1;
    if (isSymbol(token, ")")) depth -= 1;
    if (isWord(token, "CASE")) cases += 1;
    if (depth < 0) return "The parentheses are not balanced; check the closing ones.";
    if (depth > MAX_DEPTH || cases > 4 * MAX_DEPTH) {
      return `The statement is nested deeper than ${MAX_DEPTH} levels; simplify it.`;
    }
    const reason = refuseToken(tokens, index, token);
    if (reason !== null) return reason;
  }
  return depth === 0 ? null : "The parentheses are not balanced; close the open ones.";
}

function refuseToken(tokens: readonly SqlToken[], index: number, token: SqlToken): string | null {
  const previous = tokens[index - 1];
  const next = tokens[index + 1];
  if (token.kind === "symbol") {
    if (token.text === "@@") return refuseVariable(tokens, index);
    // After a dot with white space the server reads a keyword, without it a name.
    if (token.text === "." && (token.spaced || next?.spaced === true)) {
      return "Write qualified names without spaces around the dot.";
    }
    return null;
  }
  if (token.kind !== "word" && token.kind !== "quotedName") return null;
  const qualified = isSymbol(previous, ".");
  if (token.kind === "word" && !qualified) {
    const called = isSymbol(next, "(") && ALLOWED_FUNCTIONS.has(token.upper);
    const refused = Object.hasOwn(REFUSED_WORDS, token.upper) ? REFUSED_WORDS[token.upper] : undefined;
    if (refused !== undefined && !called) return refused;
    if (RESERVED_ELSEWHERE.has(token.upper) && !called) {
      return `${token.text} is a reserved word that is not allowed here; leave it out, or write \`${token.text}\` if it is a name.`;
    }
    if (
      token.upper === "FOR" &&
      next?.kind !== "number" &&
      next?.kind !== "placeholder" &&
      !isIndexHint(tokens, index)
    ) {
      return "FOR is refused here (locking reads, sequences, system time); leave the clause out.";
    }
  }
  if (isSymbol(next, "(")) {
    const reason = refuseCall(tokens, index, token, qualified);
    if (reason !== null) return reason;
  }
  return refuseSecretTable(tokens, index, token);
}

/** USE INDEX FOR JOIN (…) and its kin. */
function isIndexHint(tokens: readonly SqlToken[], index: number): boolean {
  return isWord(tokens[index - 1], "INDEX", "KEY") && isWord(tokens[index + 1], "JOIN", "ORDER", "GROUP");
}

function refuseVariable(tokens: readonly SqlToken[], index: number): string | null {
  const first = tokens[index + 1];
  if (first?.kind !== "word" || first.spaced) return "Write a server variable as @@name or @@global.name.";
  return null;
}

function refuseCall(
  tokens: readonly SqlToken[],
  index: number,
  token: SqlToken,
  qualified: boolean,
): string | null {
  if (qualified) {
    return `The stored function ${nameOf(tokens[index - 2]) ?? ""}.${nameOf(token) ?? ""}() is refused: it may write. Use built-in functions.`;
  }
  if (isCommonTableHead(tokens, index)) return null;
  if (token.kind === "quotedName") {
    return `The function \`${token.name}\`() is refused: write built-in functions without quotes.`;
  }
  if (token.kind !== "word") return null;
  if (ALLOWED_FUNCTIONS.has(token.upper) || WORDS_BEFORE_PARENTHESIS.has(token.upper)) return null;
  return `The function ${token.upper}() is not on the list of allowed functions; use another one.`;
}

/** `WITH name (a, b) AS (`: a column list, not a call; `, name (a) AS (` is a syntax error anywhere else. */
function isCommonTableHead(tokens: readonly SqlToken[], index: number): boolean {
  if (!isWord(tokens[index - 1], "WITH", "RECURSIVE") && !isSymbol(tokens[index - 1], ",")) return false;
  let at = index + 2;
  while (nameOf(tokens[at]) !== null && isSymbol(tokens[at + 1], ",")) at += 2;
  if (nameOf(tokens[at]) === null || !isSymbol(tokens[at + 1], ")")) return false;
  return isWord(tokens[at + 2], "AS") && isSymbol(tokens[at + 3], "(");
}

function refuseSecretTable(tokens: readonly SqlToken[], index: number, token: SqlToken): string | null {
  if (nameOf(token)?.toLowerCase() !== "mysql" || !isSymbol(tokens[index + 1], ".")) return null;
  const table = nameOf(tokens[index + 2]);
  if (table !== null && READABLE_MYSQL_TABLES.has(table.toLowerCase())) return null;
  return `The table mysql.${table ?? ""} is refused: that schema holds accounts and credentials.`;
}
