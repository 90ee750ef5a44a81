/**
 * How often a password may be guessed. Attempts are counted before the password is looked at, so that attempts side by side count as well; a
 * right one takes its count back. In memory: one process has the store (RUN-18).
 */
import type { AccessClock } from "./ports";

/** Attempts within WINDOW_MS; the next one is refused. */
const LIMITS = {
  /** One address at one account: somebody who mistypes. */
  pair: 5,
  /** One address at any account: somebody who tries names. */
  address: 30,
  /** One account from anywhere: whoever forges addresses. It locks out the owner for a while, which is why it is the largest. */
  account: 60,
} as const;
type Scope = keyof typeof LIMITS;
const WINDOW_MS = 5 * 60_000;
/** Beyond this the oldest counts are forgotten: memory is bounded, whatever is tried. */
const MAX_COUNTS = 10_000;

export type Attempt =
  { readonly kind: "allowed"; forgive(): void } | { readonly kind: "limited"; readonly retryAfterMs: number };

interface Count {
  attempts: number;
  readonly since: number;
}

export class AttemptLimit {
  readonly #clock: AccessClock;
  readonly #counts = new Map<string, Count>();

  constructor(clock: AccessClock) {
    this.#clock = clock;
  }

  /** Counts one attempt. `forgive` takes it back, and those of the same address at the same account before it. */
  attempt(account: string, address: string | null): Attempt {
    const now = this.#clock.now();
    const from = address ?? "unknown";
    const keys: readonly (readonly [Scope, string])[] = [
      ["pair", `pair ${from} ${account}`],
      ["address", `address ${from}`],
      ["account", `account ${account}`],
    ];
    const blocked = keys
      .map(([scope, key]) => this.#waitOf(key, LIMITS[scope], now))
      .reduce((longest, wait) => Math.max(longest, wait), 0);
    if (blocked > 0) return { kind: "limited", retryAfterMs: blocked };
    for (const [, key] of keys) this.#add(key, now);
    return {
      kind: "allowed",
      forgive: () => {
        for (const [scope, key] of keys) this.#forgive(key, scope);
      },
    };
  }

  #waitOf(key: string, limit: number, now: number): number {
    const count = this.#counts.get(key);
    if (count === undefined || now - count.since >= WINDOW_MS || count.attempts < limit) return 0;
    return count.since + WINDOW_MS - now;
  }

  #add(key: string, now: number): void {
    const count = this.#counts.get(key);
    if (count !== undefined && now - count.since < WINDOW_MS) {
      count.attempts += 1;
      return;
    }
    this.#counts.delete(key);
    this.#counts.set(key, { attempts: 1, since: now });
    for (const [oldest] of this.#counts) {
      if (this.#counts.size <= MAX_COUNTS) break;
      this.#counts.delete(oldest);
    }
  }

  #forgive(key: string, scope: Scope): void {
    const count = this.#counts.get(key);
    if (count === undefined) return;
    if (scope === "pair" || count.attempts <= 1) this.#counts.delete(key);
    else count.attempts -= 1;
  }
}
