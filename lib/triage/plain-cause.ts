/** Words of a cause without what differs from one run to the next. */

/** Longest cause, in UTF-16 units. */
export const MAX_CAUSE_LENGTH = 400;

/** In this order: each rule sees what the ones before it left. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Prefixed ids (run_…, inv_…), UUIDs, dates with or without a time, times of day.
  [/\b[a-z]{2,8}_[0-9a-hjkmnp-tv-z]{26}\b/gu, "#"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gu, "#"],
  [
    /\b\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}(?:[t ]\p{Nd}{2}:\p{Nd}{2}(?::\p{Nd}{2}(?:[.,]\p{Nd}+)?)?(?:z|[+-]\p{Nd}{2}:?\p{Nd}{2})?)?/gu,
    "#",
  ],
  [/\b\p{Nd}{1,2}:\p{Nd}{2}(?::\p{Nd}{2}(?:[.,]\p{Nd}+)?)?\b/gu, "#"],
  // Hashes and other long tokens that hold a digit.
  [/\b0x[0-9a-f]+\b/gu, "#"],
  [/\b(?=[a-z]*\p{Nd})[\p{Nd}a-z]{12,}\b/gu, "#"],
  // Numbers with sign, separators, exponent; then the unit of a duration behind one.
  [/[-+]?\p{Nd}+(?:[.,_]\p{Nd}+)*(?:e[-+]?\p{Nd}+)?/gu, "#"],
  [/#\s*(?:ms|milliseconds?|s|secs?|seconds?|min|minutes?|h|hours?|d|days?)\b/gu, "#"],
  [/#(?:\s*[-:.,/]?\s*#)+/gu, "#"],
  [/\s+/gu, " "],
];

/**
 * Lower case, one line, and `#` for every id, number, time and duration. Two texts that differ in those alone become the same; doing it
 * twice changes nothing.
 */
export function plainCause(text: string): string {
  let plain = text.normalize("NFKC").toLowerCase();
  for (const [pattern, by] of RULES) plain = plain.replace(pattern, by);
  return plain.trim().slice(0, MAX_CAUSE_LENGTH).toWellFormed().trim();
}
