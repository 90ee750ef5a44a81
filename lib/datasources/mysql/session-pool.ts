/** The bounded pool of evidence connections of one source: one statement per checkout, first come first served. */
import type { MysqlSession } from "./mysql-session";

export interface Checkout {
  /** Fulfils with a connection that is this caller's until `release` or `discard`; rejects when none could be opened. */
  readonly session: Promise<MysqlSession>;
  /** Leaves the queue. False when a connection was already handed over: then it must be given back. */
  withdraw(): boolean;
}

interface Waiter {
  readonly resolve: (session: MysqlSession) => void;
  readonly reject: (error: unknown) => void;
}

export class SessionPool {
  readonly #open: () => Promise<MysqlSession>;
  readonly #limit: number;
  readonly #idle: MysqlSession[] = [];
  readonly #busy = new Set<MysqlSession>();
  readonly #waiting = new Set<Waiter>();
  #opening = 0;
  #closed = false;

  /** `limit`: most connections open at once. */
  constructor(open: () => Promise<MysqlSession>, limit: number) {
    this.#open = open;
    this.#limit = limit;
  }

  use(): { readonly used: number; readonly limit: number } {
    return { used: this.#busy.size, limit: this.#limit };
  }

  checkout(): Checkout {
    let waiter: Waiter | null = null;
    const session = new Promise<MysqlSession>((resolve, reject) => {
      waiter = { resolve, reject };
    });
    // A withdrawn checkout is never settled; a rejected one may have no one listening any more.
    session.catch(() => undefined);
    const waiting = this.#waiting;
    const withdraw = (): boolean => waiter !== null && waiting.delete(waiter);
    if (waiter !== null) waiting.add(waiter);
    this.#pump();
    return { session, withdraw };
  }

  /** Gives a connection back that is clean: its statement has ended and no kill was sent or is being sent (KILL-2). */
  release(session: MysqlSession): void {
    if (!this.#busy.delete(session)) return;
    if (session.closed || this.#closed) session.destroy();
    else this.#idle.push(session);
    this.#pump();
  }

  /** Destroys a connection that was killed or failed; it never serves another statement (KILL-2). */
  discard(session: MysqlSession): void {
    session.destroy();
    if (this.#busy.delete(session)) this.#pump();
  }

  close(): void {
    this.#closed = true;
    for (const session of [...this.#idle.splice(0), ...this.#busy]) session.destroy();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const waiter of waiting) waiter.reject(new Error("the data source was closed"));
  }

  #pump(): void {
    for (const waiter of this.#waiting) {
      const session = this.#takeIdle();
      if (session === undefined) break;
      this.#waiting.delete(waiter);
      this.#busy.add(session);
      waiter.resolve(session);
    }
    while (
      !this.#closed &&
      this.#opening < this.#waiting.size &&
      this.#opening + this.#busy.size + this.#idle.length < this.#limit
    ) {
      void this.#openOne();
    }
  }

  #takeIdle(): MysqlSession | undefined {
    // The youngest first: the oldest is the likeliest to have been closed by the server.
    for (let session = this.#idle.pop(); session !== undefined; session = this.#idle.pop()) {
      if (!session.closed) return session;
    }
    return undefined;
  }

  async #openOne(): Promise<void> {
    this.#opening += 1;
    try {
      const session = await this.#open();
      this.#opening -= 1;
      if (this.#closed) {
        session.destroy();
        return;
      }
      this.#idle.push(session);
      session.onClosed(() => this.#forget(session));
    } catch (error) {
      this.#opening -= 1;
      // One failed attempt answers one caller; the others make their own.
      const [waiter] = this.#waiting;
      if (waiter !== undefined) {
        this.#waiting.delete(waiter);
        waiter.reject(error);
      }
    }
    this.#pump();
  }

  #forget(session: MysqlSession): void {
    const index = this.#idle.indexOf(session);
    if (index !== -1) this.#idle.splice(index, 1);
  }
}
