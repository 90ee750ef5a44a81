/** Numbers in words are figures like those in digits. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanClaimFigures } from "./figure-scanner";
import { roundedUnits } from "./decimal";

/** The numbers that are read in a text, with the unit's dimension. */
function numbersIn(text: string): readonly string[] {
  return scanClaimFigures(text).flatMap((figure) => {
    if (figure.kind !== "number") return [];
    const [quantity] = figure.readings[0] ?? [];
    if (quantity === undefined) return [];
    const { value, unit } = quantity;
    const digits = value.scale === 0 ? String(value.units) : String(Number(value.units) / 10 ** value.scale);
    return [unit === null ? digits : `${digits} ${unit.dimension}`];
  });
}

describe("numbers in words", () => {
  it.each([
    ["three thousand payments failed", "3000"],
    ["Three Thousand payments", "3000"],
    ["four thousand seven hundred and eleven payments", "4711"],
    ["four thousand, seven hundred eleven", "4711"],
    ["forty-seven payments", "47"],
    ["forty seven hundred", "4700"],
    ["a hundred and five", "105"],
    ["one million two hundred thousand and one", "1200001"],
    ["seventeen failures", "17"],
    ["ninety percent", "90 share"],
    ["three hundred milliseconds", "300 time"],
    ["two dozen gateways", "24"],
    ["twenty and thirty", "20,30"],
    ["it took three thousand.", "3000"],
    ["三千笔支付失败", "3000"],
    ["四千七百一十一笔", "4711"],
    ["四千七百一十一", "4711"],
    ["四七一一笔", "4711"],
    ["一千零五次", "1005"],
    ["一万二千", "12000"],
    ["三千四", "3400"],
    ["一百万次", "1000000"],
    ["两亿三千万", "230000000"],
    ["二〇二六", "2026"],
    ["十二个", "12"],
    ["肆仟柒佰壹拾壹", "4711"],
    ["百分之三十七", "37 share"],
    ["百分之三十七点五", "37.5 share"],
    ["三百毫秒", "300 time"],
    ["XII failures", "12"],
    ["MMMMDCCXI payments failed", "4711"],
    ["XVII% failed", "17 share"],
    ["ⅩⅦ payments", "17"],
  ])("%s", (text, expected) => {
    expect(numbersIn(text).join()).toBe(expected);
  });
  it.each([
    "one of the gateways",
    "the first and the second",
    "two gateways, three times",
    "one by one",
    "at least one of twenty orders",
    "half a million",
    "hundreds of payments, thousands more",
    "the twenty-first",
    "twentieth",
    "a gateway and a deploy",
    "fifty-fifty",
    "someone often eighteenfold",
    "the plenty and the seventyish",
    "thirteen-year-old",
    "万一出错",
    "千万不要",
    "一一列出",
    "三三两两",
    "七八个",
    "十分慢",
    "第十二次",
    "十一月三十日",
    "十二点开始",
    "二十多个",
    "百分之百",
    "一个网关",
    "二〇二六年",
    "Phase III failures",
    "MDL waits and XXX holds",
    "VI sessions, IX locks, CD drives",
    "the III",
    "MIX of XML",
    "CIVIL cases",
  ])("%s is no figure", (text) => {
    expect(numbersIn(text)).toEqual([]);
  });
  it("English: every number from thirteen on reads back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 13, max: 999_999_999 }), fc.boolean(), (number, and) => {
        expect(numbersIn(`about ${english(number, and)} payments`)).toEqual([String(number)]);
      }),
      { numRuns: 500 },
    );
  });
  it("Chinese: every number from eleven on reads back, in either way of writing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 11, max: 99_999_999 }), (number) => {
        expect([number, numbersIn(`共${chinese(number)}笔`)]).toEqual([number, [String(number)]]);
        const digits = [...String(number)].map((digit) => "〇一二三四五六七八九"[Number(digit)]).join("");
        if (number > 99 && !/^(.)\1(.)\2$/.test(String(number)))
          expect(numbersIn(`共${digits}笔`)).toEqual([String(number)]);
      }),
      { numRuns: 500 },
    );
  });
  it("Roman: every number that is long enough reads back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_999 }), (number) => {
        const written = roman(number);
        const read = numbersIn(`${written} payments`);
        if (written.length >= 4) expect(read).toEqual([String(number)]);
        else expect([[], [String(number)]]).toContainEqual(read);
      }),
      { numRuns: 500 },
    );
  });
  it("no text makes the reader fail, and long ones are read in time", () => {
    const word = fc.constantFrom(
      "one",
      "and",
      "hundred",
      "thousand",
      "a",
      "-",
      ", ",
      "twenty",
      "三",
      "千",
      "万",
      "零",
      "X",
      "MM",
      " ",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        for (const figure of scanClaimFigures(words.join(" "))) {
          if (figure.kind === "number")
            expect(roundedUnits(figure.readings[0]?.[0]?.value ?? { units: 0n, scale: 0 }, 0)).toBeTypeOf(
              "bigint",
            );
        }
      }),
    );
    const started = performance.now();
    for (const piece of ["one hundred and ", "三千", "MMXXII "]) scanClaimFigures(piece.repeat(3_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
function english(number: number, and: boolean): string {
  for (const [scale, name] of [
    [1_000_000, "million"],
    [1_000, "thousand"],
    [100, "hundred"],
  ] as const) {
    if (number < scale) continue;
    const rest = number % scale;
    const joint = and && rest < 100 ? " and " : " ";
    return `${english(Math.floor(number / scale), and)} ${name}${rest === 0 ? "" : joint + english(rest, and)}`;
  }
  if (number < 20) return SMALL[number] ?? "";
  const one = number % 10;
  return `${TENS[Math.floor(number / 10) - 2]}${one === 0 ? "" : `-${SMALL[one]}`}`;
}

function chinese(number: number): string {
  const section = (value: number): string => {
    let text = "";
    let gap = false;
    for (const [scale, sign] of [
      [1_000, "千"],
      [100, "百"],
      [10, "十"],
      [1, ""],
    ] as const) {
      const digit = Math.floor(value / scale) % 10;
      if (digit === 0) gap ||= text !== "";
      else {
        text += `${gap ? "零" : ""}${"零一二三四五六七八九"[digit]}${sign}`;
        gap = false;
      }
    }
    return text;
  };
  const high = Math.floor(number / 10_000);
  const low = number % 10_000;
  const joined =
    high > 0 ? `${section(high)}万${low > 0 && low < 1_000 ? "零" : ""}${section(low)}` : section(low);
  return joined.replace(/^一十/, "十");
}

function roman(number: number): string {
  const signs = "M:1000 CM:900 D:500 CD:400 C:100 XC:90 L:50 XL:40 X:10 IX:9 V:5 IV:4 I:1".split(" ");
  let rest = number;
  let text = "";
  for (const pair of signs) {
    const [sign = "", value = "1"] = pair.split(":");
    while (rest >= Number(value)) {
      text += sign;
      rest -= Number(value);
    }
  }
  return text;
}
