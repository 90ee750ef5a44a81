import type { Change } from "@/lib/client/align-tools";
import type { Tone } from "@/lib/contracts/axes";
import { TONE_CLASSES } from "../ui/tone-classes";

const WORDS: Readonly<Record<Change, { readonly word: string; readonly tone: Tone }>> = {
  same: { word: "same", tone: "off" },
  changed: { word: "changed", tone: "warn" },
  only_a: { word: "only in A", tone: "info" },
  only_b: { word: "only in B", tone: "vio" },
};

/** Whether two sides differ, said in words. */
export function ChangeWord({ change }: { change: Change }) {
  const { word, tone } = WORDS[change];
  const { soft, text } = TONE_CLASSES[tone];
  return (
    <span
      className={`inline-block rounded-full px-2 text-xs font-semibold whitespace-nowrap ${soft} ${text}`}
    >
      {word}
    </span>
  );
}
