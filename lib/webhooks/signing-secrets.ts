/** The signing secrets of one webhook: the current one and, for a while after a rotation, the one before it. */
import { SECRET_PREFIX } from "./sign-message";

const SECOND_MS = 1_000;
/** How long the secret before a rotation signs as well, ms: a receiver that has not changed over yet refuses nothing meanwhile. */
export const OVERLAP_MS = 24 * 3_600 * SECOND_MS;

export interface SigningSecrets {
  readonly current: string;
  /** Signs as well before `until`, ms since the epoch; null where there is none. */
  readonly previous: { readonly secret: string; readonly until: number } | null;
}

const WRITTEN = new RegExp(`^(${SECRET_PREFIX}[^ ]+)(?: ([^ ]+) (\\d{1,11}))?$`);

/** The text that is sealed. It is short, so that two secrets fit where one was stored: one prefix, and whole seconds. */
export function writeSigningSecrets({ current, previous }: SigningSecrets): string {
  if (previous === null) return current;
  return `${current} ${previous.secret.slice(SECRET_PREFIX.length)} ${Math.ceil(previous.until / SECOND_MS)}`;
}

/** Null for a text that `writeSigningSecrets` did not write. */
export function readSigningSecrets(text: string): SigningSecrets | null {
  const [, current, key, until] = WRITTEN.exec(text) ?? [];
  if (current === undefined) return null;
  if (key === undefined || until === undefined) return { current, previous: null };
  return { current, previous: { secret: SECRET_PREFIX + key, until: Number(until) * SECOND_MS } };
}

/**
 * After a rotation: the old current secret signs on for OVERLAP_MS, and the one before that no more.
 * @param old null where it cannot be read
 * @param at ms since the epoch
 */
export function rotateSecrets(old: SigningSecrets | null, fresh: string, at: number): SigningSecrets {
  const previous = old === null ? null : { secret: old.current, until: at + OVERLAP_MS };
  return { current: fresh, previous };
}

/** Those that sign at that time, ms since the epoch; the current one first. */
export function secretsAt({ current, previous }: SigningSecrets, at: number): readonly string[] {
  return previous !== null && at < previous.until ? [current, previous.secret] : [current];
}
