/** Prefixed, branded, time-sortable ids. Parsed once at the edge, trusted inside. */
import { z } from "zod";

const BODY = /^[0-9a-hjkmnp-tv-z]{26}$/;

export function idSchema<P extends string, B extends string>(prefix: P, _brand: B) {
  return z
    .string()
    .refine((value) => value.startsWith(`${prefix}_`) && BODY.test(value.slice(prefix.length + 1)), {
      message: `must be an id that starts with "${prefix}_" followed by 26 lower-case letters and digits`,
    })
    .brand<B>();
}

export const RunId = idSchema("run", "RunId");
export type RunId = z.infer<typeof RunId>;
export const SessionId = idSchema("ses", "SessionId");
export type SessionId = z.infer<typeof SessionId>;
export const InvocationId = idSchema("inv", "InvocationId");
export type InvocationId = z.infer<typeof InvocationId>;
/** One model call, for the ledger and receipts. */
export const ModelCallId = idSchema("mdl", "ModelCallId");
export type ModelCallId = z.infer<typeof ModelCallId>;

export const TriageGroupId = idSchema("tri", "TriageGroupId");
export type TriageGroupId = z.infer<typeof TriageGroupId>;
export const RegressionCaseId = idSchema("rgc", "RegressionCaseId");
export type RegressionCaseId = z.infer<typeof RegressionCaseId>;
export const ReplayId = idSchema("rpl", "ReplayId");
export type ReplayId = z.infer<typeof ReplayId>;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Encodes a ULID body: 10 characters of time, 16 of randomness, lower-case Crockford base 32.
 * @param timeMs milliseconds since the epoch
 * @param random 16 bytes; only five bits of each are used
 */
export function encodeIdBody(timeMs: number, random: Uint8Array): string {
  if (random.length < 16) throw new RangeError("an id needs 16 random bytes");
  let time = Math.floor(timeMs);
  let head = "";
  for (let i = 0; i < 10; i++) {
    head = ALPHABET.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  let tail = "";
  for (let i = 0; i < 16; i++) tail += ALPHABET.charAt((random[i] ?? 0) % 32);
  return head + tail;
}
