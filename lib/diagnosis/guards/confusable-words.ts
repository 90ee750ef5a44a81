/** Letters that look like Latin ones, and words whose letters stand apart: a verb written so is read as the verb it shows. */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  а: "a",
  в: "b",
  е: "e",
  ё: "e",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  с: "c",
  т: "t",
  у: "y",
  х: "x",
  ѕ: "s",
  і: "i",
  ј: "j",
  ԁ: "d",
  ԛ: "q",
  ԝ: "w",
  һ: "h",
  ӏ: "l",
  ո: "n",
  α: "a",
  β: "b",
  ε: "e",
  η: "n",
  ι: "i",
  κ: "k",
  ν: "v",
  ο: "o",
  ρ: "p",
  τ: "t",
  υ: "u",
  χ: "x",
  γ: "y",
  ω: "w",
  ϲ: "c",
  ϳ: "j",
  ı: "i",
  ɡ: "g",
  ℓ: "l",
};
const WORD = /[\p{L}\p{M}]+/gu;
const APART = /(?<![\p{L}\p{N}])\p{L}(?:[ .\-_*]\p{L}){3,}(?![\p{L}\p{N}])/gu;

/** Of folded text. A word all of whose letters are of one other script is a word of that script. */
export function readLookAlikes(text: string): string {
  const mixed = text.replace(WORD, (word) =>
    /[a-z]/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}ıɡℓ]/u.test(word)
      ? [...word].map((letter) => LOOK_ALIKE[letter] ?? letter).join("")
      : word,
  );
  // "I r e f u n d e d": the first may be a word of its own.
  return mixed.replace(APART, (letters) => letters.replace(/(?<!^i)[ .\-_*]/gu, ""));
}
