/** Whether the sentences of an answer about the system are about Interlock, or speak to whom it answers (REL-5). */
import { foldText } from "./figures/normalise-text";

const OF_ITSELF =
  /(?<!\p{L})(?:i|i'm|i'll|i've|i'd|me|my|we|us|our|interlock|its?|you|your|ask|asks|hello|hi|hey|thanks?|welcome|please|sorry|goodbye|bye|evidence|diagnos\p{L}*|read-only|such a question|(?:this|that|your) question|ich|mich|mir|wir|sie|du|dir|ihnen|frage?n?|hallo|danke|bitte|yo|soy|puedo|usted|te|hola|gracias|pregunt\p{L}*|je|nous|vous|bonjour|merci|eu|sou|posso|você|olá|obrigad\p{L}*|io|sono|ciao|grazie|я|мы|вы|привет|спасибо|здравствуйте)(?!\p{L})|(?<!\p{L})j'|我|你|您|本系统|诊断|请|谢谢|私|あなた|こんにちは|저는|당신|안녕/u;
const MOST = 0.6;
const FEW_WORDS = 2;
const TELLS =
  /(?<!\p{L})(?:is|are|was|were|fails?|failed|down|broken|lost|full|slow)(?!\p{L})|\p{Script=Han}/u;

/**
 * The first sentence that is neither about Interlock nor spoken to the user, nor said by what the system says of itself; null when there is none.
 */
export function findStrayStatement(text: string, own: readonly string[]): string | null {
  const known = new Set(own.flatMap(stemsOf));
  return (
    text
      .split(/(?<=[.!?。！？;；])|\n/u)
      .map((sentence) => sentence.trim())
      .find((sentence) => !isOwn(foldText(sentence).replace(/[’‘`´]/gu, "'"), known)) ?? null
  );
}

function isOwn(sentence: string, known: ReadonlySet<string>): boolean {
  const stems = stemsOf(sentence);
  if (stems.length === 0 || OF_ITSELF.test(sentence)) return true;
  if (stems.length <= FEW_WORDS && !TELLS.test(sentence)) return true;
  return stems.filter((stem) => known.has(stem)).length >= stems.length * MOST;
}

function stemsOf(text: string): string[] {
  return (foldText(text).match(/\p{Script=Han}{2}|(?:(?!\p{Script=Han})\p{L}){2,}/gu) ?? []).map((word) =>
    word.replace(/(?:s|es|ed|ing)$/u, ""),
  );
}
