/** One process at a time owns a store (RUN-18): it holds the store's lock for as long as it lives. */
import { StoreUnavailableError, type Timers } from "../runs/ports";
import { parseStoreUrl, type StoreAddress } from "./store-address";
import { StoreLock, type StoreHolder, type StoreLockTiming } from "./store-lock";

/** Longer than a process that was told to end takes to do so after its last write. */
const WAIT_MS = 10_000;
const SILENCE_S = 30;
/** Several times within that silence. */
const CHECK_EVERY_MS = 5_000;
const ANSWER_MS = 5_000;
const RETRY_MS = 1_000;
/** How often in a row a server that answers may refuse to give the hold back. At one a second, longer than it keeps a silent connection. */
const MAX_REFUSALS = 45;

/** Another process owns the store. The message says to an operator who does and what to do; it holds no secret. */
export class StoreHeldError extends Error {
  override readonly name = "StoreHeldError";

  constructor(
    readonly database: string,
    /** Null when it was gone again by the time it was asked for. */
    readonly holder: StoreHolder | null,
  ) {
    const who = holder === null ? "" : `, over its connection ${holder.connectionId}${placeOf(holder)}`;
    super(
      `Another Interlock process uses the store "${database}"${who}: stop that process, or give this one another database in DATABASE_URL.`,
    );
  }
}

function placeOf({ host }: StoreHolder): string {
  return host === null || host === "" ? "" : ` from ${host}`;
}

/** What becomes of a hold after it was obtained. */
export type HoldChange =
  /** Its connection is gone; it is being taken again. */
  | { readonly kind: "interrupted"; readonly error: unknown }
  | { readonly kind: "regained" }
  /** For good: another process has the store, or the server lets this one in no more. Nothing may be written to the store from here on. */
  | { readonly kind: "lost"; readonly error: StoreHeldError | StoreUnavailableError };

export interface StoreHoldOptions extends Partial<StoreLockTiming> {
  readonly onChange: (change: HoldChange) => void;
  /** How long to wait for a process that is about to leave, ms; whole seconds. */
  readonly waitMs?: number;
  readonly checkEveryMs?: number;
  readonly retryMs?: number;
  /** The real ones, which keep no process from ending, unless given. */
  readonly timers?: Timers;
}

export interface StoreHold {
  /** Lets the next process have the store. Resolves when nothing of it is left open; never rejects. Idempotent. */
  release(): Promise<void>;
}

const idleTimers: Timers = {
  after(delayMs, fire) {
    const timer = setTimeout(fire, delayMs).unref();
    return { cancel: () => clearTimeout(timer) };
  },
};

/**
 * Takes the store for this process alone, and keeps it: when the connection is lost, it is taken again. The server frees it when the process is
 * gone, however it went.
 * @throws StoreHeldError when another process has it and does not leave in time
 * @throws StoreUnavailableError when the server cannot be reached
 * @throws InvalidDatabaseUrlError
 */
export async function holdStore(databaseUrl: string, options: StoreHoldOptions): Promise<StoreHold> {
  const address = parseStoreUrl(databaseUrl);
  const timing = { answerMs: ANSWER_MS, silenceS: SILENCE_S, ...options };
  const lock = await StoreLock.open(address, timing).catch((error: unknown) => {
    throw unavailable(error);
  });
  const attempt = await obtain(lock, options.waitMs ?? WAIT_MS);
  switch (attempt.kind) {
    case "obtained":
      return new KeptHold(address, lock, {
        timers: idleTimers,
        checkEveryMs: CHECK_EVERY_MS,
        retryMs: RETRY_MS,
        ...timing,
      });
    case "held":
      throw new StoreHeldError(address.database, attempt.holder);
    case "failed":
      throw unavailable(attempt.error);
  }
}

type Attempt =
  | { readonly kind: "obtained" }
  | { readonly kind: "held"; readonly holder: StoreHolder | null }
  | { readonly kind: "failed"; readonly error: unknown };

/** Leaves the connection open only with the lock. */
async function obtain(lock: StoreLock, waitMs: number): Promise<Attempt> {
  try {
    if (await lock.obtain(waitMs)) {
      lock.unref();
      return { kind: "obtained" };
    }
    const holder = await lock.holder();
    await lock.close();
    return { kind: "held", holder };
  } catch (error) {
    lock.destroy();
    return { kind: "failed", error };
  }
}

const unavailable = (error: unknown): StoreUnavailableError =>
  new StoreUnavailableError("be held for this process", error);

/** Whether the server itself said no; otherwise it was not reached, and nobody is told anything new by that. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "sqlMessage" in error && typeof error.sqlMessage === "string";
}

type KeptHoldOptions = Required<Omit<StoreHoldOptions, "waitMs">>;

class KeptHold implements StoreHold {
  #lock: StoreLock | null = null;
  #timer: { cancel(): void } | null = null;
  /** Ends the pause between two attempts. */
  #wake: () => void = () => undefined;
  #regaining: Promise<void> = Promise.resolve();
  #released = false;

  constructor(
    private readonly address: StoreAddress,
    lock: StoreLock,
    private readonly options: KeptHoldOptions,
  ) {
    this.#keep(lock);
  }

  async release(): Promise<void> {
    this.#released = true;
    this.#timer?.cancel();
    this.#wake();
    await this.#regaining;
    const lock = this.#lock;
    this.#lock = null;
    await lock?.close();
  }

  #keep(lock: StoreLock): void {
    this.#lock = lock;
    void lock.lost.then((error) => this.#interrupted(lock, error));
    this.#armCheck(lock);
  }

  #armCheck(lock: StoreLock): void {
    this.#timer = this.options.timers.after(this.options.checkEveryMs, () => void this.#check(lock));
  }

  async #check(lock: StoreLock): Promise<void> {
    try {
      if (!(await lock.isHeld())) throw new Error("the server does not know of the hold any more");
      if (this.#lock === lock && !this.#released) this.#armCheck(lock);
    } catch (error) {
      this.#interrupted(lock, error);
    }
  }

  #interrupted(lock: StoreLock, error: unknown): void {
    if (this.#lock !== lock || this.#released) return;
    this.#lock = null;
    this.#timer?.cancel();
    lock.destroy();
    this.options.onChange({ kind: "interrupted", error });
    this.#regaining = this.#regain(lock.connectionId);
  }

  /** @param formerId of the lost connection, for which the server may hold the lock until it has noticed */
  async #regain(formerId: number): Promise<void> {
    for (let refusals = 0; !this.#released;) {
      const attempt = await this.#attempt();
      switch (attempt.kind) {
        case "obtained":
          return;
        case "held":
          if (attempt.holder !== null && attempt.holder.connectionId !== formerId) {
            return this.#lost(new StoreHeldError(this.address.database, attempt.holder));
          }
          refusals += 1;
          break;
        case "failed":
          // While the server is away nobody has the store, so that may last.
          refusals = isRefusal(attempt.error) ? refusals + 1 : 0;
      }
      if (refusals >= MAX_REFUSALS) {
        return this.#lost(
          attempt.kind === "held"
            ? new StoreHeldError(this.address.database, attempt.holder)
            : unavailable(attempt.error),
        );
      }
      await this.#pause();
    }
  }

  async #attempt(): Promise<Attempt> {
    let lock: StoreLock;
    try {
      lock = await StoreLock.open(this.address, this.options);
    } catch (error) {
      return { kind: "failed", error };
    }
    const attempt = await obtain(lock, 0);
    if (attempt.kind !== "obtained") return attempt;
    if (this.#released) await lock.close();
    else {
      this.#keep(lock);
      this.options.onChange({ kind: "regained" });
    }
    return attempt;
  }

  #lost(error: StoreHeldError | StoreUnavailableError): void {
    if (!this.#released) this.options.onChange({ kind: "lost", error });
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#released) {
        resolve();
        return;
      }
      const timer = this.options.timers.after(this.options.retryMs, resolve);
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
    });
  }
}
