/**
 * Where the value of an arithmetic operation comes from. What is found may be brought into another unit, made a share or a difference, and put
 * into buckets; any other number of the statement in it makes the result one that the statement wrote (TOOL-4).
 */
import { areSame, argumentsOf, calledName, numberOf } from "./expression-nodes";
import { built, combine, holdsWords, MAX_STEPS, type Nature, type Provenance } from "./provenance";
import { isNode, type Node } from "./tree-nodes";

const ADDING = /^[-+]$/;
const DIVIDING = /^(?:\/|DIV)$/i;
const REMAINDER = /^(?:%|MOD)$/i;
/** Seconds, minutes, hours and days in each other. Powers of 10 and of 1,024 convert too. */
const CONVERSIONS = new Set([7, 24, 60, 168, 1_440, 3_600, 10_080, 86_400, 604_800]);
/** Widths of buckets beside 1, 2 and 5 times a power of ten. */
const WIDTHS = new Set([
  15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400, 604_800,
]);

/** One side of an operation. */
interface Side {
  readonly node: unknown;
  readonly value: Provenance;
}

/** The value of `left operator right`, by the values of its sides. `valueOf` reads a part of them. Pure. */
export function arithmetic(
  node: Node,
  left: Side,
  right: Side,
  valueOf: (node: unknown) => Provenance,
): Provenance {
  const operator = String(node["operator"]);
  const bucketed = bucketOf(node);
  if (bucketed !== null) return ofBucket(valueOf(bucketed));
  const all = combine([left.value, right.value]);
  const steps = left.value.steps + right.value.steps + 1;
  const whole = { ...all, steps, nature: "plain" as const };
  const isBuilt = [left, right].some(({ node, value }) => value.built && numberOf(node) === null);
  if (!all.data || steps > MAX_STEPS || isBuilt || all.listed) return built(whole);
  const nature = !left.value.data
    ? withNumber(operator, numberOf(left.node), right, true)
    : !right.value.data
      ? withNumber(operator, numberOf(right.node), left, false)
      : ofData(operator, left, right);
  if (nature === null) return built(whole);
  // The number is no part of the value: only what the data side may hold stands in it.
  const kept = left.value.data ? (right.value.data ? all : left.value) : right.value;
  return { ...whole, nature, written: kept.written, built: false };
}

/** Null where the result is built. */
function withNumber(
  operator: string,
  number: number | null,
  { node, value }: Side,
  isFirst: boolean,
): Nature | null {
  const { nature } = value;
  if (number === null) return null;
  const size = Math.abs(number);
  const isMultiplied = operator === "*";
  if (number === 0 && (operator === "+" || (operator === "-" && !isFirst))) return nature;
  if ((isMultiplied || (DIVIDING.test(operator) && !isFirst)) && size === 1) return nature;
  if (operator === "&" && number === 1) return "flag";
  if (holdsWords(value)) return null;
  if (ADDING.test(operator)) return shifted(operator, number, node, nature, isFirst);
  if (REMAINDER.test(operator)) return !isFirst && nature === "plain" && isConversion(size) ? "plain" : null;
  if (!isMultiplied && !DIVIDING.test(operator)) return null;
  if (!isConversion(size)) return null;
  return isMultiplied ? multiplied(size, nature) : divided(size, nature, isFirst);
}

/** `COUNT(*) - 1`, `1 - share`, `100 - percent`. */
function shifted(
  operator: string,
  number: number,
  node: unknown,
  nature: Nature,
  isFirst: boolean,
): Nature | null {
  if (isFirst && operator === "-" && number === 1) return nature;
  if (isFirst && operator === "-" && number === 100)
    return nature === "plain" || nature === "percent" ? nature : null;
  if (number !== 1 || isShifted(node)) return null;
  return nature === "plain" || isCountNature(nature) ? nature : null;
}

/** One step of one, not many. */
function isShifted(node: unknown): boolean {
  return (
    isNode(node) &&
    node["type"] === "binary_expr" &&
    ADDING.test(String(node["operator"])) &&
    (numberOf(node["left"]) !== null || numberOf(node["right"]) !== null)
  );
}

function multiplied(size: number, nature: Nature): Nature | null {
  if (nature === "plain") return "plain";
  if (size !== 100) return null;
  return nature === "flag" ? "percent" : isCountNature(nature) ? "open_percent" : null;
}

function divided(size: number, nature: Nature, isFirst: boolean): Nature | null {
  if (nature === "plain") return "plain";
  if (isFirst) return null;
  // A rate: rows per second of an hour.
  if (isCountNature(nature)) return "plain";
  return nature === "percent" && size === 100 ? "flag" : null;
}

/** Both sides are data; null where the result is the same whatever they are. */
function ofData(operator: string, left: Side, right: Side): Nature | null {
  const [own, other] = [left.value.nature, right.value.nature];
  if (holdsWords(left.value) || holdsWords(right.value)) return null;
  if (operator !== "*" && operator !== "&" && operator !== "|" && areSame(left.node, right.node)) return null;
  if (operator === "*") {
    if (own === "flag") return other;
    if (other === "flag") return own;
    return own === "open_percent" || other === "open_percent" ? "open_percent" : "plain";
  }
  if (DIVIDING.test(operator)) return quotient(own, other);
  if (own === "flag" || other === "flag") return null;
  if (!ADDING.test(operator)) return own === "open_percent" || other === "open_percent" ? null : "plain";
  if (own === other) return own;
  if (isCountNature(own) && isCountNature(other)) return "values";
  return own === "open_percent" || other === "open_percent" ? null : "plain";
}

function quotient(own: Nature, other: Nature): Nature | null {
  if (other === "flag") return own === "flag" ? "flag" : null;
  if (own === "open_percent") return other === "open_percent" || other === "percent" ? null : "percent";
  if (other === "open_percent") return null;
  return isCountNature(own) && isCountNature(other) ? "flag" : "plain";
}

export function isCountNature(nature: Nature): boolean {
  return nature === "rows" || nature === "values";
}

function isConversion(size: number): boolean {
  return CONVERSIONS.has(size) || isPower(10, size) || isPower(1_024, size);
}

function isPower(base: number, size: number): boolean {
  if (size <= 0) return false;
  const exponent = Math.log(size) / Math.log(base);
  return Math.abs(exponent) <= 12.01 && Math.abs(exponent - Math.round(exponent)) < 1e-9;
}

/** What is put into buckets: `FLOOR(x / 300) * 300`, `(x DIV 300) * 300`, `x - x % 300`; null where the node is nothing of the kind. */
function bucketOf(node: Node): unknown {
  const { left, right } = node;
  const operator = String(node["operator"]);
  if (operator === "*") {
    const [width, within] = numberOf(right) === null ? [numberOf(left), right] : [numberOf(right), left];
    const quotient = wholeQuotient(within);
    return width !== null && isWidth(width) && quotient?.width === width ? quotient.of : null;
  }
  const rest = operator === "-" ? remainderOf(right) : null;
  return rest !== null && isWidth(rest.width) && areSame(left, rest.of) ? left : null;
}

interface Parts {
  readonly of: unknown;
  readonly width: number;
}

function wholeQuotient(node: unknown): Parts | null {
  if (!isNode(node)) return null;
  if (node["type"] === "binary_expr" && String(node["operator"]).toUpperCase() === "DIV")
    return partsOf(node);
  if (
    node["type"] !== "function" ||
    !/^(?:FLOOR|CEIL|CEILING|ROUND|TRUNCATE)$/i.test(calledName(node["name"]))
  )
    return null;
  const [inner, digits] = argumentsOf(node);
  if (digits !== undefined && numberOf(digits) !== 0) return null;
  return isNode(inner) && inner["type"] === "binary_expr" && inner["operator"] === "/"
    ? partsOf(inner)
    : null;
}

function remainderOf(node: unknown): Parts | null {
  if (!isNode(node)) return null;
  if (node["type"] === "binary_expr") return REMAINDER.test(String(node["operator"])) ? partsOf(node) : null;
  if (node["type"] !== "function" || !/^MOD$/i.test(calledName(node["name"]))) return null;
  const [of, by] = argumentsOf(node);
  const width = numberOf(by);
  return width === null ? null : { of, width };
}

function partsOf({ left, right }: Node): Parts | null {
  const width = numberOf(right);
  return width === null ? null : { of: left, width };
}

/** A number of rows in a bucket would be another number of rows. */
function ofBucket(value: Provenance): Provenance {
  const steps = value.steps + 1;
  const isFree =
    value.data && value.nature === "plain" && !holdsWords(value) && !value.listed && steps <= MAX_STEPS;
  return isFree ? { ...value, steps } : built(value);
}

function isWidth(width: number): boolean {
  return WIDTHS.has(width) || /^[125]0*$/.test(String(width)) || isPower(2, width);
}
