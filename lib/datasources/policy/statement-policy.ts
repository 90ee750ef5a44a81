/** TOOL-6, first wall: is this one allow-listed read-only statement? */
import mariadbGrammar from "node-sql-parser/build/mariadb";
import mysqlGrammar from "node-sql-parser/build/mysql";
import { DESCRIBE_FORMS, SHOW_FORMS, explainPrefixLength, matchesForm } from "./statement-forms";
import { isSymbol, isWord, nameOf, refuseWords } from "./word-rules";
import { buildSkeleton } from "./select-skeleton";
import { joinTokens, readTokens, type SqlToken } from "./sql-tokens";
import { refuseTree } from "./select-tree";
import { aliasesOf } from "./statement-aliases";
import { readDescribingQuestion, readSelectQuestion, type EvidenceQuestion } from "./evidence-question";

/** A statement that passed. It is run from its tokens, never from the text it came as. */
export interface CheckedStatement {
  readonly kind: "select" | "explain" | "show" | "describe";
  /** White space and comments folded outside literals, trailing semicolon dropped: what is run, and what tells repeats. */
  readonly normalized: string;
  readonly tokens: readonly SqlToken[];
  /** Number of `?` placeholders. */
  readonly placeholders: number;
  /** Where the values of its columns come from, and whether its answer could be evidence. */
  readonly question: EvidenceQuestion;
}
export type PolicyAnswer =
  | { readonly ok: true; readonly statement: CheckedStatement }
  | { readonly ok: false; readonly reason: string };

/** Checks one statement; a refusal's reason says what to change. Pure. */
export function checkStatement(text: string): PolicyAnswer {
  const read = readTokens(text);
  if (!read.ok) return read;
  const { tokens } = read;
  const first = tokens[0];
  if (isWord(first, "SHOW")) {
    if (matchesForm(SHOW_FORMS, tokens)) return accept("show", tokens);
    return refuse(
      "This SHOW form is not allowed; use one of the listed forms (without WHERE), or SELECT from information_schema.",
    );
  }
  if (isWord(first, "EXPLAIN", "DESCRIBE", "DESC")) {
    const prefix = explainPrefixLength(tokens);
    if (prefix !== null) return checkSelect("explain", tokens, tokens.slice(prefix));
    if (isWord(tokens[1], "ANALYZE")) return refuse("EXPLAIN ANALYZE executes the statement; use EXPLAIN.");
    if (refuseWords(tokens) === null && matchesForm(DESCRIBE_FORMS, tokens))
      return accept("describe", tokens);
    return refuse(
      "Only EXPLAIN [FORMAT=JSON|TRADITIONAL|TREE] SELECT … and DESCRIBE table [column] are allowed.",
    );
  }
  if (isWord(first, "SELECT", "WITH") || isSymbol(first, "(")) return checkSelect("select", tokens, tokens);
  return refuse(
    `Only SELECT (or WITH … SELECT), SHOW, EXPLAIN SELECT and DESCRIBE are allowed, not ${(nameOf(first) ?? first?.text ?? "").toUpperCase()}.`,
  );
}

function checkSelect(
  kind: "select" | "explain",
  tokens: readonly SqlToken[],
  select: readonly SqlToken[],
): PolicyAnswer {
  const words = refuseWords(select);
  if (words !== null) return refuse(words);
  const read = readSelect(select);
  if (!read.ok) return read;
  const question =
    kind === "select"
      ? readSelectQuestion(read.tree, select)
      : readDescribingQuestion(select, aliasesOf(read.tree, select));
  return accept(kind, tokens, question);
}

const parsers = [
  { parser: new mariadbGrammar.Parser(), database: "mariadb" },
  { parser: new mysqlGrammar.Parser(), database: "mysql" },
] as const;

/** Each grammar knows forms that the other does not; the first that reads the statement decides. */
function readSelect(tokens: readonly SqlToken[]): { readonly ok: true; readonly tree: unknown } | Refusal {
  const skeleton = buildSkeleton(tokens);
  let offset = 0;
  for (const { parser, database } of parsers) {
    const parsed = parse(() => parser.astify(skeleton.text, { database }));
    if (parsed.ok) {
      const reason = refuseTree(parsed.tree);
      return reason === null ? parsed : refuse(reason);
    }
    offset = Math.max(offset, parsed.offset);
  }
  return refuse(
    `The statement could not be read near "${skeleton.near(offset)}"; write it as a plain SELECT.`,
  );
}

type Parsed = { readonly ok: true; readonly tree: unknown } | { readonly ok: false; readonly offset: number };
function parse(read: () => unknown): Parsed {
  try {
    const tree = read();
    if (!Array.isArray(tree)) return { ok: true, tree };
    return tree.length === 1 ? { ok: true, tree: tree[0] } : { ok: false, offset: 0 };
  } catch (error) {
    // The parser throws its own syntax errors, plain errors and stack overflows: all mean "not read".
    return { ok: false, offset: offsetOf(error) };
  }
}

function offsetOf(error: unknown): number {
  if (!(error instanceof Error) || !("location" in error)) return 0;
  const location = error.location;
  if (typeof location !== "object" || location === null || !("start" in location)) return 0;
  const start = location.start;
  if (typeof start !== "object" || start === null || !("offset" in start)) return 0;
  return typeof start.offset === "number" ? start.offset : 0;
}

function accept(
  kind: CheckedStatement["kind"],
  tokens: readonly SqlToken[],
  question: EvidenceQuestion = readDescribingQuestion(tokens),
): PolicyAnswer {
  const placeholders = tokens.filter((token) => token.kind === "placeholder").length;
  return { ok: true, statement: { kind, normalized: joinTokens(tokens), tokens, placeholders, question } };
}

interface Refusal {
  readonly ok: false;
  readonly reason: string;
}
function refuse(reason: string): Refusal {
  return { ok: false, reason };
}
