/** Where the value of a call comes from: an allow-list of what functions make of their arguments (TOOL-4). */
import { isCountNature } from "./arithmetic-values";
import { areSame, isLiteral, numberOf } from "./expression-nodes";
import * as functions from "./function-values";
import {
  altered,
  ANY_PARAMETER,
  built,
  combine,
  DATA,
  holdsWords,
  NOTHING,
  secretPaths,
  union,
  withoutWritten,
  type Provenance,
} from "./provenance";
import { formattedTime, joinedRows, joinedText, type TextPart } from "./text-values";
import { isNode } from "./tree-nodes";

/** The mark that a call bears stands at the beginning of its statement; so much of it is enough to know it by. */
const LENGTH_WITH_MARK = 100;
const PLAIN_ZONE = /^(?:SYSTEM|UTC|GMT|\+00:00|[A-Z][a-z]+(?:\/[A-Z][A-Za-z_]+)+)$/;
const ONE = new Set(["1"]);

/** A call with its arguments, read. */
export interface Call {
  /** In capitals. */
  readonly name: string;
  readonly parts: readonly TextPart[];
  /** Of GROUP_CONCAT. */
  readonly separator: readonly string[];
}

/** The value of a call that is no count and no subquery. Pure. */
export function calledValue({ name, parts, separator }: Call): Provenance {
  const values = parts.map(({ value }) => value);
  const all = combine(values);
  const [first = NOTHING, ...others] = values;
  if (functions.ANSWERS_OF_THE_SERVER.has(name)) return { ...DATA, secrets: all.secrets };
  if (functions.DECIDES.has(name))
    return {
      ...withoutWritten(all),
      secrets: NOTHING.secrets,
      built: false,
      nature: "flag",
      steps: 0,
      listed: false,
      piece: false,
    };
  if (functions.ALWAYS_BUILT.has(name)) return built(all);
  if (functions.PICKS.has(name)) return all;
  if (functions.PICKS_BEYOND_FIRST.has(name))
    return { ...combine(others), data: all.data, varies: all.varies };
  const places = functions.PICKS_FROM_OTHER_ROWS[name];
  if (places !== undefined)
    return {
      ...combine(values.filter((_, index) => places.includes(index))),
      data: all.data,
      varies: all.varies,
    };
  if (name === "UNIX_TIMESTAMP" && parts.length === 0) return DATA;
  if (!all.data) return built(all);
  if (functions.JOINS_TEXTS.has(name)) return joined(name, parts, separator);
  if (functions.FORMATS_TIME.has(name))
    return { ...formattedTime(first, parts.slice(1)), secrets: all.secrets };
  if (functions.ROUNDS.has(name)) return rounded(name, first, parts.slice(1));
  if (functions.CUTS.has(name)) return cut(name, parts);
  if (functions.CONVERTS_FIRST.has(name))
    return first.data ? { ...measured(first), secrets: first.secrets } : built(all);
  if (functions.MEASURES_FIRST.has(name)) return measuredOf(first, all);
  if (functions.MEASURES_SECOND.has(name))
    return measuredOf(parts.length > 1 ? (values[1] ?? first) : first, all);
  if (functions.MEASURES.has(name))
    return isPairOfSame(name, parts) ? built(all) : measuredOf(all, all, values.every(isFreeOrUnit(parts)));
  return special(name, parts, all);
}

function special(name: string, parts: readonly TextPart[], all: Provenance): Provenance {
  const [first = NOTHING, second] = parts.map(({ value }) => value);
  const number = numberOf(parts[1]?.node);
  switch (name) {
    case "CONVERT_TZ":
      return first.data &&
        parts
          .slice(1)
          .every(({ value }) => value.data || [...value.written].every((zone) => PLAIN_ZONE.test(zone)))
        ? { ...altered(first), secrets: all.secrets }
        : built(all);
    case "MAKEDATE":
      return first.data && second !== undefined && [...second.written].every((text) => ONE.has(text))
        ? altered(first)
        : built(all);
    case "POW":
    case "POWER":
      return isPowerOfData(parts) ? measured(first.data ? first : (second ?? first)) : built(all);
    case "LOG":
      return numberOf(parts[0]?.node) === 10 || numberOf(parts[0]?.node) === 2 || parts.length === 1
        ? measured(parts.length === 1 ? first : (second ?? first))
        : built(all);
    case "REPLACE":
      return replaced(parts, all);
    case "FROM_UNIXTIME":
      return parts.length > 1 ? formattedTime(first, parts.slice(1)) : measured(first);
    case "JSON_OBJECT":
    case "JSON_OBJECTAGG":
      return document(parts, all);
    case "JSON_ARRAYAGG":
      return altered(all);
    case "INTERVAL":
    case "FIELD":
    case "FIND_IN_SET":
      return parts.every(({ value }) => value.data) ? measured(all) : built(all);
    default:
      break;
  }
  if (number !== null && number === 0 && (name === "ADDDATE" || name === "SUBDATE")) return altered(first);
  return parts.every(({ value, node }) => value.data || isUnitWord(node)) ? measured(all) : built(all);
}

/** SECOND, MINUTE and the like. */
function isUnitWord(node: unknown): boolean {
  return (
    isNode(node) && ((node["type"] === "origin" && node["value"] !== "?") || node["type"] === "datatype")
  );
}
function isFreeOrUnit(parts: readonly TextPart[]): (value: Provenance, index: number) => boolean {
  return (value, index) => value.data || isUnitWord(parts[index]?.node);
}

/** A value that is computed of the data in `of`; the statement's own words in it would decide what comes out. */
function measured(of: Provenance, mayCount = false): Provenance {
  const isNumber =
    of.nature === "plain" || (mayCount && (isCountNature(of.nature) || of.nature === "percent"));
  const isFree = of.data && !holdsWords(of) && isNumber;
  return isFree
    ? { ...altered(of), written: NOTHING.written, nature: "plain", piece: false }
    : built(withoutWritten(of));
}
function measuredOf(of: Provenance, all: Provenance, isFree = true): Provenance {
  const value = measured(of, true);
  return { ...value, built: value.built || !isFree, data: all.data, secrets: all.secrets };
}

/** The same time twice is no time apart. */
function isPairOfSame(name: string, parts: readonly TextPart[]): boolean {
  if (!/DIFF$/.test(name)) return false;
  const [left, right] = parts.slice(-2);
  return parts.length > 1 && areSame(left?.node, right?.node);
}

function joined(name: string, parts: readonly TextPart[], separator: readonly string[]): Provenance {
  if (name === "CONCAT") return joinedText(parts, []);
  if (name === "CONCAT_WS") {
    const [between, ...rest] = parts;
    if (between === undefined || !isLiteral(between.node))
      return built(combine(parts.map(({ value }) => value)));
    return joinedText(rest, [...between.value.written]);
  }
  const [only, ...others] = parts;
  const text: Provenance = others.length === 0 && only !== undefined ? only.value : joinedText(parts, []);
  return joinedRows({ node: only?.node, value: text }, separator);
}

/** A whole number of the statement is the same when it is rounded; any other text of it is not. */
function rounded(name: string, first: Provenance, others: readonly TextPart[]): Provenance {
  const digits = others.find(({ node }) => !isUnitWord(node));
  const numbersAlone = [...first.written].every((text) => /^-?\d+$/.test(text));
  const isCast = name === "CAST" || name === "CONVERT";
  if (digits !== undefined && !isCast) {
    const number = numberOf(digits.node);
    if (number === null || number < 0) return built(first);
  }
  if (first.listed) return isCast ? first : built(first);
  return holdsWords(first) && (name === "FORMAT" || !numbersAlone) ? built(first) : first;
}

function cut(name: string, parts: readonly TextPart[]): Provenance {
  const [first, ...others] = name === "TRIM" ? trimmed(parts) : parts;
  if (first === undefined) return built(combine(parts.map(({ value }) => value)));
  const { value } = first;
  const paths = functions.FOLLOWS_A_PATH.has(name)
    ? secretPaths(others.map((other) => other.value))
    : NOTHING.secrets;
  const secrets = union([value.secrets, paths]);
  if (value.listed) {
    const keepsMark = name === "LEFT" && (numberOf(others[0]?.node) ?? 0) >= LENGTH_WITH_MARK;
    return keepsMark ? { ...value, secrets } : { ...built(value), secrets };
  }
  // Digits of a count are no figure of anything.
  const isWhole = value.nature === "plain" || value.nature === "none";
  const keepsWords = others.length === 0 && /TRIM$|UNQUOTE$/.test(name);
  if (!value.data || !isWhole || (holdsWords(value) && !keepsWords)) return { ...built(value), secrets };
  return { ...value, secrets, piece: !keepsWords };
}

/** `TRIM(BOTH 'x' FROM a)`: what is trimmed, first. */
function trimmed(parts: readonly TextPart[]): readonly TextPart[] {
  const said = parts.filter(({ node }) => !isUnitWord(node));
  return said.toReversed();
}

/** White space and quotation marks may be taken out; letters and digits may not be put in, nor digits brought together. */
function replaced(parts: readonly TextPart[], all: Provenance): Provenance {
  const [subject, from, to] = parts;
  if (subject === undefined || from === undefined || to === undefined || !subject.value.data)
    return built(all);
  if (holdsWords(subject.value) || subject.value.listed || subject.value.nature !== "plain")
    return built(all);
  if (!isLiteral(from.node) || !isLiteral(to.node)) return built(all);
  const [search = "", insert = ""] = [[...from.value.written].join(""), [...to.value.written].join("")];
  const isPlain =
    search !== ANY_PARAMETER && insert !== ANY_PARAMETER && !/[\p{L}\p{N}]/u.test(search + insert);
  const separates = /^[\s;|/]+$/u.test(insert) || (insert === "" && /^[`"'()[\]{}<>\r\n\t]+$/.test(search));
  return isPlain && separates ? { ...subject.value, secrets: all.secrets } : built(all);
}

/** Names may be words of the statement; values are data. */
function document(parts: readonly TextPart[], all: Provenance): Provenance {
  const names = parts.filter((_, index) => index % 2 === 0);
  const values = parts.filter((_, index) => index % 2 === 1);
  const areNamesFree = names.every(
    ({ node, value }) =>
      value.data ||
      (isLiteral(node) && [...value.written].every((text) => text !== ANY_PARAMETER && !/\p{N}/u.test(text))),
  );
  const areValuesFree = values.every(({ value }) => value.data && !holdsWords(value));
  return areNamesFree && areValuesFree && !all.listed ? { ...all, nature: "plain" } : built(all);
}

/** `POW(x, 2)`, `POW(1024, x)`. */
function isPowerOfData(parts: readonly TextPart[]): boolean {
  const [base, exponent] = parts;
  if (base === undefined || exponent === undefined) return false;
  const [ofBase, ofExponent] = [numberOf(base.node), numberOf(exponent.node)];
  if (base.value.data) return base.value.nature === "plain" && (ofExponent === 2 || ofExponent === 0.5);
  return (
    exponent.value.data &&
    exponent.value.nature === "plain" &&
    (ofBase === 2 || ofBase === 10 || ofBase === 1_024)
  );
}
