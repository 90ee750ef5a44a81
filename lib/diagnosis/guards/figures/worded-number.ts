/**
 * Numbers written in words, as far as a text uses them as figures: English from thirteen on, Chinese from eleven on or digit by digit, Roman in
 * front of what is counted. Smaller ones ("one of", "two gateways", 一个) are turns of speech as often as figures and are not read.
 */
import { parseDecimal, type Decimal } from "./decimal";
import { WORD } from "./word-characters";

export interface WordedNumber {
  readonly value: Decimal;
  /** Of its words in the text. */
  readonly length: number;
}

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES: Readonly<Record<string, bigint>> = {
  dozen: 12n,
  hundred: 100n,
  thousand: 1_000n,
  million: 1_000_000n,
  billion: 1_000_000_000n,
  trillion: 1_000_000_000_000n,
};
const FIRST_READ = 13n;
const ENGLISH_WORD = [...SMALL, ...TENS, ...Object.keys(SCALES), "a", "and"]
  .sort((left, right) => right.length - left.length)
  .join("|");
/** A number has at most as many words: "nine hundred and ninety-nine" of each scale. */
const ENGLISH_RUN = new RegExp(`(?:${ENGLISH_WORD})(?:(?:-|,? )(?:${ENGLISH_WORD})(?!${WORD})){0,28}`, "iuy");
const ENGLISH_END = new RegExp(`(?!${WORD}|-${WORD})`, "uy");
/** "One of twenty" says a share, "half a million" another number. */
const TURN_OF_SPEECH = /(?:\b(?:one|1) (?:of|in|out of)(?: every)? |\bhalf )$/i;

const CHINESE_DIGITS = "〇一二三四五六七八九";
const CHINESE_SCALES: Readonly<Record<string, bigint>> = {
  十: 10n,
  百: 100n,
  千: 1_000n,
  万: 10_000n,
  亿: 100_000_000n,
};
/** Other ways to write the same. */
const CHINESE_FORMS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "零〇",
    "两二",
    "兩二",
    "萬万",
    "億亿",
    "壹一",
    "贰二",
    "贰二",
    "叁三",
    "肆四",
    "伍五",
    "陆六",
    "柒七",
    "捌八",
    "玖九",
    "拾十",
    "佰百",
    "仟千",
  ].map(([form = "", plain = ""]): [string, string] => [form, plain]),
);
const CHINESE = `${CHINESE_DIGITS}${Object.keys(CHINESE_SCALES).join("")}${Object.keys(CHINESE_FORMS).join("")}`;
const CHINESE_RUN = new RegExp(`[${CHINESE}]{2,40}(?:点[${CHINESE}]{1,20})?(?![${CHINESE}])`, "uy");
/** A day of the calendar, an hour of the clock, and "more than twenty" are not that number. */
const NO_CHINESE_FIGURE = /^(?:[月日号號点點多余餘几幾来來]|分之)/u;

/** Valid and long enough to be no abbreviation ("VI", "IX", "CD", "MDL"); what is counted follows. */
const ROMAN_RUN = new RegExp(
  `((?=[MDCLXVI])M{0,4}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))(?=%| ?%|[ -](?:ms|kB|MB|GB|TB|KiB|MiB|GiB|\\p{Ll}{2,})(?!${WORD}))`,
  "uy",
);
const ROMAN_SIGNS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1_000 };
/** "Phase III", "World War III": a name goes before it. */
const NAME_BEFORE = /\p{Lu}[\p{L}\p{N}]* $/u;

const MAY_HOLD = new RegExp(
  `(?:teen|ty|dozen|hundred|thousand|[mbr]illion)(?!${WORD})|[${CHINESE}]{2}|[MDCLXVI]{3}`,
  "iu",
);

/** False for most texts, which are spared the looking. */
export function mayHoldWordedNumber(text: string): boolean {
  return MAY_HOLD.test(text);
}

/** The number in words that starts at `at`, which is no place within a word; null when there is none. */
export function readWordedNumber(text: string, at: number): WordedNumber | null {
  return readEnglish(text, at) ?? readChinese(text, at) ?? readRoman(text, at);
}

function readEnglish(text: string, at: number): WordedNumber | null {
  const run = matchAt(ENGLISH_RUN, text, at)?.[0];
  if (run === undefined || TURN_OF_SPEECH.test(text.slice(Math.max(0, at - 20), at))) return null;
  const words = [...run.matchAll(/[a-z]+/gi)].map((match) => ({
    word: match[0].toLowerCase(),
    end: match.index + match[0].length,
  }));
  // The longest beginning that is a number: "twenty and thirty" are two.
  for (let count = words.length; count > 0; count -= 1) {
    const end = words[count - 1]?.end ?? 0;
    const value = englishValue(words.slice(0, count).map(({ word }) => word));
    if (value === null || matchAt(ENGLISH_END, text, at + end) === null) continue;
    return value < FIRST_READ && !words.slice(0, count).some(({ word }) => word in SCALES)
      ? null
      : { value: { units: value, scale: 0 }, length: end };
  }
  return null;
}

/** Null when the words are no number in that order. */
function englishValue(words: readonly string[]): bigint | null {
  let total = 0n;
  let group = 0n;
  let lastScale: bigint | null = null;
  let previous = "start";
  for (const [index, word] of words.entries()) {
    const small = SMALL.indexOf(word);
    const ten = TENS.indexOf(word);
    const scale = SCALES[word];
    if (word === "and") {
      if (previous !== "scale" || index === words.length - 1) return null;
      previous = "and";
    } else if (word === "a") {
      if (index !== 0 || words.length === 1) return null;
      group = 1n;
      previous = "a";
    } else if (scale !== undefined) {
      if (group === 0n || previous === "and") return null;
      if (scale <= 100n) {
        if (group >= 100n) return null;
        group *= scale;
      } else {
        if (lastScale !== null && scale >= lastScale) return null;
        total += group * scale;
        group = 0n;
        lastScale = scale;
      }
      previous = "scale";
    } else if (ten >= 0) {
      if (!["start", "scale", "and"].includes(previous) || group % 100n !== 0n) return null;
      group += BigInt(20 + 10 * ten);
      previous = "ten";
    } else {
      const fits =
        previous === "ten" ? small >= 1 && small <= 9 : ["start", "scale", "and"].includes(previous);
      if (!fits || (small === 0 && words.length > 1)) return null;
      if (previous !== "ten" && group % 100n !== 0n) return null;
      group += BigInt(small);
      previous = "small";
    }
  }
  return previous === "a" ? null : total + group;
}

function readChinese(text: string, at: number): WordedNumber | null {
  const run = matchAt(CHINESE_RUN, text, at)?.[0];
  if (run === undefined || text[at - 1] === "第" || isChineseNumeral(text[at - 1])) return null;
  const plain = [...run].map((sign) => CHINESE_FORMS[sign] ?? sign).join("");
  const [whole = "", decimals] = plain.split("点");
  const after = text.slice(at + run.length, at + run.length + 2);
  if (NO_CHINESE_FIGURE.test(after)) return null;
  const value = chineseDigits(whole, after) ?? chineseValue(whole);
  if (value === null) return null;
  if (decimals === undefined) return { value: { units: value, scale: 0 }, length: run.length };
  const digits = digitsOf(decimals);
  const decimal = digits === null ? null : parseDecimal(`${value}.${digits}`);
  return decimal === null ? null : { value: decimal, length: run.length };
}

function isChineseNumeral(sign: string | undefined): boolean {
  return sign !== undefined && sign !== "" && CHINESE.includes(sign);
}

/** "四七一一", digit by digit; two of them and two pairs (三三两两) are turns of speech, and what stands before 年 is a year. */
function chineseDigits(text: string, after: string): bigint | null {
  const digits = digitsOf(text);
  if (digits === null || digits.length < 3 || /^(.)\1(.)\2$/.test(digits) || after.startsWith("年"))
    return null;
  return BigInt(digits);
}

function digitsOf(text: string): string | null {
  const digits = [...text].map((sign) => CHINESE_DIGITS.indexOf(sign));
  return digits.includes(-1) ? null : digits.join("");
}

/** Null when the signs are no number in that order: 万一, 七八. */
function chineseValue(text: string): bigint | null {
  let total = 0n;
  let section = 0n;
  let digit: bigint | null = null;
  let lastScale: bigint = 0n;
  let scales = 0;
  for (const [index, sign] of [...text].entries()) {
    const scale = CHINESE_SCALES[sign];
    if (sign === "〇") {
      if (digit !== null || index === 0) return null;
      lastScale = 0n;
    } else if (scale === undefined) {
      if (digit !== null) return null;
      digit = BigInt(CHINESE_DIGITS.indexOf(sign));
    } else if (scale >= 10_000n) {
      section += digit ?? 0n;
      if (section === 0n) {
        if (total === 0n) return null;
        total *= scale;
      } else total = scale > 10_000n ? (total + section) * scale : total + section * scale;
      section = 0n;
      digit = null;
      lastScale = scale;
      scales += 1;
    } else {
      // 十二 begins with ten; a hundred and more say how many.
      if (digit === null && (scale !== 10n || (index > 0 && section !== 0n))) return null;
      section += (digit ?? 1n) * scale;
      digit = null;
      lastScale = scale;
      scales += 1;
    }
  }
  if (scales === 0) return null;
  // 三千四 is 3,400.
  const last = digit === null ? 0n : lastScale >= 100n ? digit * (lastScale / 10n) : digit;
  return total + section + last;
}

function readRoman(text: string, at: number): WordedNumber | null {
  const [run, roman = ""] = matchAt(ROMAN_RUN, text, at) ?? [];
  if (run === undefined || roman.length < 3 || NAME_BEFORE.test(text.slice(0, at))) return null;
  // Of three signs only those that abbreviate nothing; XXX holds a place.
  if (roman.length === 3 && (!/^[XVI]+$/.test(roman) || roman === "XXX")) return null;
  const signs = [...roman].map((sign) => ROMAN_SIGNS[sign] ?? 0);
  const value = signs.reduce((sum, sign, index) => sum + (sign < (signs[index + 1] ?? 0) ? -sign : sign), 0);
  return { value: { units: BigInt(value), scale: 0 }, length: roman.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
