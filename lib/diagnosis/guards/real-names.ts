import type { ReadyToolRecord } from "../../contracts/evidence";
import { foldText } from "./figures/normalise-text";

const LITERALS = /\/\*[\s\S]*?(?:\*\/|$)|(?:--|#)[^\n]*|'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"/gu;
const KEYWORD =
  "select|distinct|from|where|and|or|not|on|using|join|left|right|inner|outer|cross|natural|straight_join|group|order|by|having|limit|offset|union|all|any|some|exists|in|is|null|like|rlike|regexp|between|case|when|then|else|end|asc|desc|over|partition|rows|range|interval|div|mod|xor|with|recursive|as|true|false|for|force|use|ignore|index|key|window|separator|year|quarter|month|week|day|hour|minute|second|microsecond|explain|analyze|show|binary|collate|escape|sounds|unsigned|signed|char|date|datetime|decimal|time|json";
const ALIAS = new RegExp(
  String.raw`\bas\s+\x60?([\p{L}_][\p{L}\p{N}_$]*)|([\p{L}_][\p{L}\p{N}_$]*)\x60?(?:\s*\([^()]*\))?\s+as\s*\(|(?:[)\]]|(?<![\p{L}\p{N}_$])(?!(?:${KEYWORD})\b)[\p{L}\p{N}_$.]+\x60?)\s+\x60?(?!(?:${KEYWORD})\b)([\p{L}_][\p{L}\p{N}_$]*)`,
  "giu",
);
const NAME = /[\p{L}_][\p{L}\p{N}_$]*/gu;

/**
 * The names of a call that its source has given: of columns and tables, without those that the statement itself gives, for these are words of whoever
 * wrote it. Folded.
 */
export function realNames({ evidence, statement }: ReadyToolRecord): readonly string[] {
  const bare = withoutLiterals(statement);
  const aliases = aliasesOf(statement);
  const columns = evidence.columns.flatMap(({ name, asked }) => (asked === true ? [] : [foldText(name)]));
  const names = [...columns.filter((name) => /^[\p{L}\p{N}_$. ]+$/u.test(name)), ...(bare.match(NAME) ?? [])];
  return names.filter((name) => !aliases.has(name));
}

/** The names that the statement itself gives to columns and tables, as far as they are plain words. Folded. */
export function aliasesOf(statement: string): ReadonlySet<string> {
  const bare = withoutLiterals(statement);
  if (!/\b(?:select|with)\b/u.test(bare)) return new Set();
  return new Set(
    [...bare.matchAll(ALIAS)].flatMap((found) => found.slice(1).filter((name) => name !== undefined)),
  );
}

function withoutLiterals(statement: string): string {
  return foldText(statement.replace(LITERALS, " ? "));
}
