/** Secrets that are shown once: tokens of programs, and passwords that somebody else chose. */
import { createHash } from "node:crypto";
import type { RandomBytes } from "./ports";

const TOKEN_BYTES = 32;
const TOKEN = /^ilk_[A-Za-z0-9_-]{43}$/;

/** `ilk_` and 256 random bits. */
export function newTokenSecret(random: RandomBytes): string {
  return `ilk_${Buffer.from(random(TOKEN_BYTES)).toString("base64url")}`;
}

/** SHA-256 in hex: 256 random bits need no slow hash. Null for a text that cannot be a token. */
export function hashTokenSecret(secret: string): string | null {
  return TOKEN.test(secret) ? createHash("sha256").update(secret).digest("hex") : null;
}

/** Without the characters that are mistaken for one another when read aloud or from paper. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** Four groups of five characters, 99 bits: to be read from a screen and typed once. */
export function newOneTimePassword(random: RandomBytes): string {
  const drawn: string[] = [];
  while (drawn.length < GROUPS * GROUP_LENGTH) {
    for (const byte of random(GROUPS * GROUP_LENGTH)) {
      // The rest of a byte beyond a multiple of the alphabet would favour its first letters.
      if (byte < Math.floor(256 / LETTERS.length) * LETTERS.length)
        drawn.push(LETTERS.charAt(byte % LETTERS.length));
    }
  }
  return Array.from({ length: GROUPS }, (_, group) =>
    drawn.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(""),
  ).join("-");
}
