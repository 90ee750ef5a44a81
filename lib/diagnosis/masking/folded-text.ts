/**
 * A text as it is read for secrets: full-width and other digits, dashes and spaces as their ASCII form; invisible characters, accents and other marks on
 * letters left out.
 */
export interface FoldedText {
  readonly text: string;
  /** Where in the original a unit of `text` stands; also for the index behind the last one. */
  at(index: number): number;
}

const ASCII = /^[\0-\x7f]*$/;

/** Takes time and memory in proportion to the text. */
export function foldText(original: string): FoldedText {
  if (ASCII.test(original)) return { text: original, at: (index) => index };
  const places = new Uint32Array(original.length + 1);
  const parts: string[] = [];
  const seen = new Map<string, string>();
  let length = 0;
  let from = 0;
  for (const character of original) {
    const folded = seen.get(character) ?? foldCharacter(character);
    seen.set(character, folded);
    for (let unit = 0; unit < folded.length; unit += 1) places[length + unit] = from + unit;
    length += folded.length;
    from += character.length;
    parts.push(folded);
  }
  places[length] = original.length;
  return { text: parts.join(""), at: (index) => places[index] ?? original.length };
}

/** At most as long as the character. */
function foldCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return character;
  if (/^(?:\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Mn}|\p{Me})$/u.test(character)) return "";
  if (/^\p{Zs}$/u.test(character)) return " ";
  if (/^\p{Pd}$/u.test(character)) return "-";
  const plain = character.normalize("NFKC");
  if (plain.length === 1 && plain.charCodeAt(0) < 0x80) return plain;
  if (/^\p{Nd}$/u.test(character)) return String(digitOf(code));
  // One letter with its mark; a text that writes the mark behind the letter reads the same.
  const letter = character.normalize("NFD").replace(/[\p{Mn}\p{Me}]/gu, "");
  return letter.length > 0 && letter.length <= character.length ? letter : character;
}

/** Without case; as long as the text. */
export function withoutCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  }).join("");
}

/** A script's ten digits begin at a code that ends in 0 or in 6. */
function digitOf(code: number): number {
  const low = code & 0xf;
  return /^\p{Nd}$/u.test(String.fromCodePoint(code - low)) ? low : Math.max(0, low - 6);
}
