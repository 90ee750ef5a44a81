/**
 * What came from a tool, a document or an earlier answer, inside a prompt: JSON in a fence that says it is not to be trusted.
 *
 * Nothing inside can close the fence or look as if it did: JSON takes up line breaks and control characters, and every angle bracket, whatever
 * resembles one, and every invisible character is written as its escape. What was written can still be read: JSON decodes to the same text.
 */
const OPENING_LIKE = "<\u02c2\u1438\u2039\u2329\u276c\u276e\u2770\u27e8\u29fc\u3008\ufe64\uff1c";
const CLOSING_LIKE = ">\u02c3\u1433\u203a\u232a\u276d\u276f\u2771\u27e9\u29fd\u3009\ufe65\uff1e";
// Control, format (zero width, bidirectional, tags), unassigned and private characters, and line or paragraph separators.
const UNSAFE = new RegExp(`[${OPENING_LIKE}${CLOSING_LIKE}\\p{Cc}\\p{Cf}\\p{Cn}\\p{Co}\\p{Zl}\\p{Zp}]`, "gu");

/** JSON text of a value, safe inside a fence. */
export function fencedJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, escapeUnits);
}

/** @param label a word of the house, never of a tool or a document */
export function fence(label: string, value: unknown): string {
  return `<untrusted source="${label}">\n${fencedJson(value)}\n</untrusted>`;
}

function escapeUnits(character: string): string {
  let escaped = "";
  for (let at = 0; at < character.length; at += 1) {
    escaped += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}
