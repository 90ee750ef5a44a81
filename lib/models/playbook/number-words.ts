/** Small numbers as people write them, in digits, English and Chinese. */

const ENGLISH: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  half: 0.5,
  "half a": 0.5,
  "half an": 0.5,
  "a half": 0.5,
  couple: 2,
  "couple of": 2,
  "a couple of": 2,
  few: 3,
  "a few": 3,
  several: 3,
};
/** Source of a pattern that matches what `parseEnglishNumber` understands, longest first. */
export const ENGLISH_NUMBER = `\\d+(?:\\.\\d+)?|${Object.keys(ENGLISH)
  .sort((left, right) => right.length - left.length)
  .join("|")}`;

export function parseEnglishNumber(text: string): number | null {
  const folded = text.trim().replace(/\s+/g, " ");
  const word = Object.entries(ENGLISH).find(([name]) => name === folded);
  if (word !== undefined) return word[1];
  const value = Number(folded);
  return folded !== "" && Number.isFinite(value) ? value : null;
}

const DIGITS = "零一二三四五六七八九";
/** Source of a pattern that matches what `parseChineseNumber` understands. */
export const CHINESE_NUMBER = "\\d+(?:\\.\\d+)?|[零〇一二两三四五六七八九十]+|几|半";

function digitOf(character: string): number {
  if (character === "〇") return 0;
  return character === "两" ? 2 : DIGITS.indexOf(character);
}

/** Up to 99: 半 is a half, 几 a few. */
export function parseChineseNumber(text: string): number | null {
  if (/^\d/.test(text)) return Number(text);
  if (text === "半") return 0.5;
  if (text === "几") return 3;
  const match = /^([一二两三四五六七八九])?(十)?([零〇一二两三四五六七八九])?$/.exec(text);
  if (match === null || text === "") return null;
  const [, head, tens, tail] = match;
  if (tens === undefined)
    return head !== undefined && tail !== undefined ? null : digitOf(head ?? tail ?? "");
  return (head === undefined ? 1 : digitOf(head)) * 10 + (tail === undefined ? 0 : digitOf(tail));
}
