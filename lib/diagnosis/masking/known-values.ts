/** Values that the house itself put in (tokens, passwords, keys), in every form in which a server may say them back. */
import { foldText, withoutCase } from "./folded-text";

/** A shorter value is not masked by value: it would tear ordinary words apart (TOOL-8). */
export const MIN_KNOWN_CHARACTERS = 8;
/** A value of letters alone or of digits alone reads like a word or an id, so it has to be longer than that. */
const MIN_PLAIN_CHARACTERS = 12;

const PLAIN = /^(?:[A-Za-z]+|[0-9]+)$/;

/** Whether a value is long enough to be masked wherever it stands. */
export function isMaskedByValue(value: string): boolean {
  return value.length >= (PLAIN.test(value) ? MIN_PLAIN_CHARACTERS : MIN_KNOWN_CHARACTERS);
}

/** Folded and without case: exact, JSON-escaped, percent-encoded, hexadecimal, and as a part of a Base64 text; each line of a longer value by itself as well. */
export function knownForms(values: Iterable<string>): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const value of values) {
    for (const part of [value, ...value.split(/[\r\n]+/)]) {
      const known = part.trim();
      if (!isMaskedByValue(foldText(known).text)) continue;
      for (const form of formsOf(known)) {
        const folded = withoutCase(foldText(form).text);
        if (folded.length >= MIN_KNOWN_CHARACTERS) forms.add(folded);
      }
    }
  }
  return forms;
}

function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, "utf8");
  const json = JSON.stringify(value).slice(1, -1);
  const percent = encodeURIComponent(value.toWellFormed());
  const strict = percent.replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const lower = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return [
    value,
    json,
    json.replaceAll("/", "\\/"),
    JSON.stringify(json).slice(1, -1),
    percent,
    strict,
    lower(percent),
    lower(strict),
    strict.replaceAll("%20", "+"),
    encodeURI(value.toWellFormed()),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...base64Forms(bytes),
  ];
}

/** What of a Base64 text depends on these bytes alone, for each of the three places where they may begin. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const first = Math.ceil((offset * 8) / 6);
    const whole = Math.floor(((offset + bytes.length) * 8) / 6);
    const fixed = text.slice(first, whole);
    return [fixed, fixed.replaceAll("+", "-").replaceAll("/", "_"), fixed.replaceAll("/", "\\/")];
  });
}
