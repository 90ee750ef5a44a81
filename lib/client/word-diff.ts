import { diffWordsWithSpace } from "diff";

interface TextPart {
  readonly text: string;
  readonly in: "both" | "a" | "b";
}

/** Which words of two texts are in both, in order. Words are those of any language. Pure. */
export function diffWords(a: string, b: string): TextPart[] {
  const intlSegmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  return diffWordsWithSpace(a, b, { intlSegmenter }).map(({ value, added, removed }) => ({
    text: value,
    in: added ? "b" : removed ? "a" : "both",
  }));
}
