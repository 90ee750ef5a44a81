/**
 * The small reserved set of held connections that kills go over (KILL-1). Evidence statements never use it, so they cannot exhaust
 * it. Same account as the evidence connections: an account may always kill its own threads.
 */
import type { MysqlSession } from "./mysql-session";
import type { Time } from "./time";

/** A command of the kill line was not answered: the connection was lost, could not be opened, or stayed silent. */
export class KillLineLost extends Error {
  override readonly name = "KillLineLost";
}

type Slot = { session: MysqlSession | null; opening: Promise<MysqlSession> | null; inFlight: number };

export interface KillLineOptions {
  readonly size: number;
  /** Silence after which a connection counts as lost. */
  readonly answerTimeoutMs: number;
  readonly time: Time;
}

export class KillLine {
  readonly #open: () => Promise<MysqlSession>;
  readonly #options: KillLineOptions;
  readonly #slots: Slot[];
  #closed = false;

  constructor(open: () => Promise<MysqlSession>, options: KillLineOptions) {
    this.#open = open;
    this.#options = options;
    this.#slots = Array.from({ length: options.size }, () => ({ session: null, opening: null, inFlight: 0 }));
  }

  /**
   * Resolves when at least one connection is held; opens what is missing. No evidence statement is sent before, so that
   * nothing runs which could not be killed. Rejects with the driver's error.
   */
  async ensure(): Promise<void> {
    const attempts = this.#slots.map((slot) => this.#connect(slot));
    if (this.#slots.some((slot) => slot.session !== null)) {
      for (const attempt of attempts) attempt.catch(() => undefined);
      return;
    }
    try {
      await Promise.any(attempts);
    } catch (error) {
      throw error instanceof AggregateError ? error.errors[0] : error;
    }
  }

  /**
   * Runs one small statement. Rejects with the server's error when it answered with one, with KillLineLost when it did not answer:
   * the caller then decides whether to send it again.
   */
  async query(sql: string): Promise<readonly (readonly (string | null)[])[]> {
    const slot = await this.#pick();
    const { session } = slot;
    if (session === null) throw new KillLineLost("no connection is held");
    slot.inFlight += 1;
    const silence = this.#options.time.after(this.#options.answerTimeoutMs, () => session.destroy());
    try {
      return await session.query(sql);
    } catch (error) {
      if (session.closed) throw new KillLineLost("the connection was lost", { cause: error });
      throw error;
    } finally {
      silence.cancel();
      slot.inFlight -= 1;
    }
  }

  close(): void {
    this.#closed = true;
    for (const slot of this.#slots) slot.session?.destroy();
  }

  async #pick(): Promise<Slot> {
    const held = this.#slots.filter((slot) => slot.session !== null);
    const best = held.toSorted((a, b) => a.inFlight - b.inFlight)[0];
    if (best !== undefined) return best;
    const attempts = this.#slots.map(async (slot) => {
      await this.#connect(slot);
      return slot;
    });
    try {
      return await Promise.any(attempts);
    } catch (error) {
      throw new KillLineLost("no connection could be opened", { cause: error });
    }
  }

  async #connect(slot: Slot): Promise<MysqlSession> {
    if (slot.session !== null) return slot.session;
    if (this.#closed) throw new KillLineLost("the data source was closed");
    slot.opening ??= this.#open();
    try {
      const session = await slot.opening;
      if (this.#closed) {
        session.destroy();
        throw new KillLineLost("the data source was closed");
      }
      if (slot.session === null && !session.closed) {
        slot.session = session;
        // Held connections are renewed at once, so that the next kill does not wait for a handshake.
        session.onClosed(() => this.#renew(slot));
      }
      return session;
    } finally {
      slot.opening = null;
    }
  }

  #renew(slot: Slot): void {
    slot.session = null;
    // A server that is down is asked again by the next ensure() or query().
    if (!this.#closed) this.#connect(slot).catch(() => undefined);
  }
}
