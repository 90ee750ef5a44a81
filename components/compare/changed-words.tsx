import { diffWords } from "@/lib/client/word-diff";

interface ChangedWordsProps {
  readonly a: string | null;
  readonly b: string | null;
  readonly side: "a" | "b";
}

/** One side of two texts, with the words marked that the other has not: struck through in A, underlined in B. */
export function ChangedWords({ a, b, side }: ChangedWordsProps) {
  if (a === null || b === null) return side === "a" ? a : b;
  return diffWords(a, b)
    .filter((part) => part.in === "both" || part.in === side)
    .map((part, index) =>
      part.in === "both" ? (
        part.text
      ) : side === "a" ? (
        <del className="rounded-[3px] bg-info-soft px-0.5 decoration-info" key={index}>
          {part.text}
        </del>
      ) : (
        <ins className="rounded-[3px] bg-vio-soft px-0.5 decoration-vio" key={index}>
          {part.text}
        </ins>
      ),
    );
}
