/** One process at a time owns a store (RUN-18): it holds the store's lock for as long as it lives. */
import { StoreUnavailableError, type Timers } from "../runs/ports";
import { parseStoreUrl, type StoreAddress } from "./store-address";
import { isServerRefusal, StoreLock, type StoreHolder, type StoreLockTiming } from "./store-lock";

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

/** Another process owned the store while this one's hold was interrupted. The message says so to an operator. */
class StoreTakenError extends Error {
  override readonly name = "StoreTakenError";

  constructor(database: string, holderId: string | null) {
    const who = holderId === null ? "" : ` (${holderId})`;
    super(
      `Another Interlock process${who} had the store "${database}" while this one's connection to it was lost: ` +
        "what this one knows of the store is out of date.",
    );
  }
}

/** What becomes of a hold after it was obtained. */
export type HoldChange =
  /** Its connection is gone, or may be; it is being taken again. */
  | { readonly kind: "interrupted"; readonly error: unknown }
  /** And nobody else had the store meanwhile. */
  | { readonly kind: "regained" }
  /**
   * For good: another process has the store or had it meanwhile, or the server lets this one in no more. Nothing may be written to the store
   * from here on.
   */
  | { readonly kind: "lost"; readonly error: StoreHeldError | StoreTakenError | StoreUnavailableError };

export interface StoreHoldOptions extends Partial<StoreLockTiming> {
  /** Who takes the store, in at most 64 characters: no other process, and no other hold of this one, goes by the same. */
  readonly holderId: string;
  /** The store may lack its tables, or rights to them: that the server does not let this process sign is no error then. */
  readonly mayGoUnsigned?: boolean;
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
 * Takes the store for this process alone, signs it with who this is, and keeps it: when the connection is lost, it is taken again, unless another
 * signed it meanwhile. The server frees it when the process is gone, however it went (RUN-18).
 * @throws StoreHeldError when another process has it and does not leave in time
 * @throws StoreUnavailableError when the server cannot be reached, or does not let this process sign
 * @throws InvalidDatabaseUrlError
 */
export async function holdStore(databaseUrl: string, options: StoreHoldOptions): Promise<StoreHold> {
  const address = parseStoreUrl(databaseUrl);
  const timing = { answerMs: ANSWER_MS, silenceS: SILENCE_S, now: () => performance.now(), ...options };
  const lock = await StoreLock.open(address, timing).catch((error: unknown) => {
    throw unavailable(error);
  });
  const attempt = await obtain(lock, options.waitMs ?? WAIT_MS, () => sign(lock, options));
  switch (attempt.kind) {
    case "obtained":
      return new KeptHold(address, lock, attempt.signature, {
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

type Obtaining =
  /** `signature` is what the store says of who has it. */
  | { readonly kind: "obtained"; readonly signature: string | null }
  | { readonly kind: "held"; readonly holder: StoreHolder | null }
  | { readonly kind: "failed"; readonly error: unknown };

/**
 * Leaves the connection open only with the lock.
 * @param settle the signature, once the lock is had
 */
async function obtain(
  lock: StoreLock,
  waitMs: number,
  settle: () => Promise<string | null>,
): Promise<Obtaining> {
  try {
    if (await lock.obtain(waitMs)) {
      const signature = await settle();
      lock.unref();
      return { kind: "obtained", signature };
    }
    const holder = await lock.holder();
    await lock.close();
    return { kind: "held", holder };
  } catch (error) {
    lock.destroy();
    return { kind: "failed", error };
  }
}

async function sign(lock: StoreLock, options: StoreHoldOptions): Promise<string | null> {
  try {
    await lock.sign(options.holderId);
    return options.holderId;
  } catch (error) {
    if (options.mayGoUnsigned === true && isServerRefusal(error)) return null;
    throw error;
  }
}

const unavailable = (error: unknown): StoreUnavailableError =>
  new StoreUnavailableError("be held for this process", error);

type Attempt = Obtaining | { readonly kind: "taken"; readonly by: string | null };

type KeptHoldOptions = Required<Omit<StoreHoldOptions, "waitMs" | "holderId" | "mayGoUnsigned">>;

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
    /** What the store says as long as nobody else had it. */
    private readonly signature: string | null,
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
      // Asked for on both sides of the question: an answer may have lain about while this process slept.
      this.#demandNoPause(lock);
      if (!(await lock.isHeld())) throw new Error("the server does not know of the hold any more");
      this.#demandNoPause(lock);
      if (this.#lock === lock && !this.#released) this.#armCheck(lock);
    } catch (error) {
      this.#interrupted(lock, error);
    }
  }

  #demandNoPause(lock: StoreLock): void {
    if (lock.isOverdue) throw new Error("this process slept for longer than the server keeps its hold");
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
    // An attempt that broke off may have got the lock as well.
    const ownIds = new Set([formerId]);
    for (let refusals = 0; !this.#released;) {
      const attempt = await this.#attempt(ownIds);
      switch (attempt.kind) {
        case "obtained":
          return;
        case "held":
          if (attempt.holder !== null && !ownIds.has(attempt.holder.connectionId)) {
            return this.#lost(new StoreHeldError(this.address.database, attempt.holder));
          }
          refusals += 1;
          break;
        case "taken":
          return this.#lost(new StoreTakenError(this.address.database, attempt.by));
        case "failed":
          // While the server is away nobody has the store, so that may last.
          refusals = isServerRefusal(attempt.error) ? refusals + 1 : 0;
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

  async #attempt(ownIds: Set<number>): Promise<Attempt> {
    let lock: StoreLock;
    try {
      lock = await StoreLock.open(this.address, this.options);
    } catch (error) {
      return { kind: "failed", error };
    }
    ownIds.add(lock.connectionId);
    const attempt = await obtain(lock, 0, () => lock.signature());
    if (attempt.kind !== "obtained") return attempt;
    if (attempt.signature !== this.signature) {
      await lock.close();
      return { kind: "taken", by: attempt.signature };
    }
    if (this.#released) await lock.close();
    else {
      this.#keep(lock);
      this.options.onChange({ kind: "regained" });
    }
    return attempt;
  }

  #lost(error: StoreHeldError | StoreTakenError | StoreUnavailableError): void {
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
