/**
 * The work that every contender does, in its own idiom, for each call: a parent starts one child; the child reads
 * `store.read(key)` and returns the double; the parent hands that value to `store.accept` and returns it plus one.
 */
import type { Store } from "./store";

/** What every contender module exports, as `contender`. */
export interface Contender {
  /** Makes what calls share (an entry, a compiled graph). Not measured. */
  open(store: Store): OpenContender;
}

export interface OpenContender {
  /** One whole call. Fulfils with `answerTo(key)`. */
  call(key: number): Promise<number>;
  /** The same call, for a caller that keeps the way to stop it. */
  begin(key: number): BegunCall;
}

export interface BegunCall {
  readonly result: Promise<number>;
  /** Stops the read that the call is suspended in; then `result` rejects. Null: it cannot be stopped. */
  readonly stop: (() => void) | null;
}

export interface ContenderModule {
  readonly contender: Contender;
}

/** What the child returns and the store is to accept. */
export function childAnswerTo(key: number): number {
  return (key + 1) * 2;
}

export function answerTo(key: number): number {
  return childAnswerTo(key) + 1;
}
