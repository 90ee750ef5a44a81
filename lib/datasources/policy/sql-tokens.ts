/**
 * Reads a statement into tokens exactly as the server would under the session this room prepares (utf8mb4, no ANSI_QUOTES,
 * backslash escapes on), and refuses every spelling on which two readers could disagree. What runs later is put together
 * from these tokens, so that what was checked is what the server sees (TOOL-6).
 */
export type SqlToken =
  /** An unquoted name or keyword; `upper` for comparing. */
  | { readonly kind: "word"; readonly text: string; readonly upper: string; readonly spaced: boolean }
  | { readonly kind: "quotedName"; readonly text: string; readonly name: string; readonly spaced: boolean }
  | { readonly kind: "string"; readonly text: string; readonly spaced: boolean }
  | { readonly kind: "number"; readonly text: string; readonly spaced: boolean }
  | { readonly kind: "placeholder"; readonly text: "?"; readonly spaced: boolean }
  | { readonly kind: "symbol"; readonly text: string; readonly spaced: boolean };

export type Tokens =
  | { readonly ok: true; readonly tokens: readonly SqlToken[] }
  | { readonly ok: false; readonly reason: string };

/** Longest statement that is looked at, in UTF-16 units. */
export const MAX_STATEMENT_CHARACTERS = 20_000;
/** Bounds how long the parser holds the event loop: about 0.1 s of CPU at worst. */
const MAX_STATEMENT_TOKENS = 2_500;

const WHITE = /[ \t\r\n]+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_$]*/y;
const NUMBER = /0[xX][0-9A-Fa-f]+|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const HEX_STRING = /[xX]'[0-9A-Fa-f]*'/y;
const SINGLE = /'(?:[^'\\]|''|\\[\s\S])*'/y;
const DOUBLE = /"(?:[^"\\]|""|\\[\s\S])*"/y;
const BACKTICK = /`(?:[^`]|``)+`/y;
const LINE_COMMENT = /(?:#|--(?=[ \t\r\n]|$))[^\n]*/y;
const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//y;
/** Longest first. */
const SYMBOL = /<=>|->>|->|<<|>>|<=|>=|<>|!=|\|\||&&|@@|[(),.*+\-/%=<>!~^&|]/y;

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** Splits `statement`; a trailing semicolon is dropped. Refusals say what to change. */
export function readTokens(statement: string): Tokens {
  if (statement.length > MAX_STATEMENT_CHARACTERS) {
    return refuse(`The statement is longer than ${MAX_STATEMENT_CHARACTERS} characters; shorten it.`);
  }
  if (statement.includes("\0")) return refuse("The statement contains a NUL character; remove it.");
  if (!statement.isWellFormed()) return refuse("The statement contains half a surrogate pair; remove it.");
  const tokens: SqlToken[] = [];
  let at = 0;
  let spaced = false;
  let ended = false;
  while (at < statement.length) {
    const space = match(WHITE, statement, at);
    if (space !== null) {
      at += space.length;
      spaced = true;
      continue;
    }
    const comment = readComment(statement, at);
    if (comment !== null) {
      if (!comment.ok) return comment;
      at += comment.length;
      spaced = true;
      continue;
    }
    if (ended) return refuse("Only one statement may be sent; remove what follows the semicolon.");
    if (statement[at] === ";") {
      ended = true;
      at += 1;
      continue;
    }
    const read = readToken(statement, at, spaced, tokens.at(-1));
    if (!read.ok) return read;
    tokens.push(read.token);
    if (tokens.length > MAX_STATEMENT_TOKENS) {
      return refuse(`The statement has more than ${MAX_STATEMENT_TOKENS} words and symbols; shorten it.`);
    }
    at += read.token.text.length;
    spaced = false;
  }
  return tokens.length === 0 ? refuse("The statement is empty.") : { ok: true, tokens };
}

/** The statement with every comment and run of white space outside literals folded into one space. */
export function joinTokens(tokens: readonly SqlToken[], print: (token: SqlToken) => string = textOf): string {
  return tokens.map((token, index) => (token.spaced && index > 0 ? " " : "") + print(token)).join("");
}

function textOf(token: SqlToken): string {
  return token.text;
}

type Refusal = { readonly ok: false; readonly reason: string };
function refuse(reason: string): Refusal {
  return { ok: false, reason };
}

function readComment(text: string, at: number): { ok: true; length: number } | Refusal | null {
  const line = match(LINE_COMMENT, text, at);
  if (line !== null) return { ok: true, length: line.length };
  if (!text.startsWith("/*", at)) return null;
  const opening = text.slice(at + 2, at + 4);
  if (opening.startsWith("!") || /^m!/i.test(opening)) {
    return refuse(
      "Executable comments (/*! … */ and /*M! … */) are refused; write the text itself or leave it out.",
    );
  }
  if (opening.startsWith("+")) return refuse("Optimizer hints (/*+ … */) are refused; leave the hint out.");
  const block = match(BLOCK_COMMENT, text, at);
  if (block === null) return refuse("A comment is not closed; close it with */.");
  if (block.indexOf("/*", 2) !== -1)
    return refuse("Nested comments are refused; keep one comment without /* inside.");
  return { ok: true, length: block.length };
}

function readToken(
  text: string,
  at: number,
  spaced: boolean,
  previous: SqlToken | undefined,
): { readonly ok: true; readonly token: SqlToken } | Refusal {
  const afterDot = previous?.kind === "symbol" && previous.text === ".";
  const hex = match(HEX_STRING, text, at);
  if (hex !== null) return token({ kind: "number", text: hex, spaced });
  const word = match(WORD, text, at);
  if (word !== null) {
    const next = text[at + word.length];
    if (next === "'" || next === '"') {
      // _latin1'…', N'…' and b'…' change how the literal is read; a space keeps `IN 'x'` a word and a string.
      return refuse(
        `Write a space between ${word} and the quote; introducers such as _latin1'…' are refused.`,
      );
    }
    if (word.startsWith("_")) {
      return refuse(`Names that begin with an underscore are refused unquoted; write \`${word}\`.`);
    }
    return token({ kind: "word", text: word, upper: word.toUpperCase(), spaced });
  }
  const number = match(NUMBER, text, at);
  if (number !== null) {
    const next = text[at + number.length] ?? "";
    if (/[A-Za-z0-9_$.'"`@]/.test(next) || afterDot) {
      return refuse(
        `"${number}${next}" can be read in two ways; put a space after the number or quote the name.`,
      );
    }
    if (number.startsWith(".") && !spaced && previous !== undefined && previous.kind !== "symbol") {
      return refuse(`"${previous.text}${number}" can be read in two ways; write 0${number}.`);
    }
    return token({ kind: "number", text: number, spaced });
  }
  return readQuotedOrSymbol(text, at, spaced);
}

function readQuotedOrSymbol(
  text: string,
  at: number,
  spaced: boolean,
): { readonly ok: true; readonly token: SqlToken } | Refusal {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === "'" || character === '"') {
    const literal = match(character === "'" ? SINGLE : DOUBLE, text, at);
    if (literal === null) return refuse("A string is not closed; close the quote.");
    return token({ kind: "string", text: literal, spaced });
  }
  if (character === "`") {
    const quoted = match(BACKTICK, text, at);
    if (quoted === null) return refuse("A quoted name is empty or not closed; close the backtick.");
    return token({
      kind: "quotedName",
      text: quoted,
      name: quoted.slice(1, -1).replaceAll("``", "`"),
      spaced,
    });
  }
  if (character === "?") return token({ kind: "placeholder", text: "?", spaced });
  if (text.startsWith("--", at))
    return refuse("Write a space between two minus signs (or after -- for a comment).");
  if (text.startsWith(":=", at)) return refuse("Assignments (:=) are refused; use a column alias instead.");
  const symbol = match(SYMBOL, text, at);
  if (symbol !== null) return token({ kind: "symbol", text: symbol, spaced });
  if (character === "@") return refuse("User variables (@name) are refused; bind a value with ? instead.");
  if (character > "\x7f") {
    return refuse(`The character "${character}" may only stand in a string or a \`quoted name\`.`);
  }
  return refuse(
    `The character ${JSON.stringify(character)} is not allowed outside strings and quoted names.`,
  );
}

function token(value: SqlToken): { readonly ok: true; readonly token: SqlToken } {
  return { ok: true, token: value };
}
