/**
 * One contender, measured. Every value that a call returns or hands to its acceptance is checked, so nothing of the
 * work can be left out; whatever is wrong throws.
 */
import { answerTo, childAnswerTo, type BegunCall, type OpenContender } from "./contender";
import type { Store } from "./store";

const WARM_UP_STEPS = 10;
const SUSPENDED_WITHIN_MS = 300_000;

export class MeasuredCalls {
  readonly #store: Store;
  readonly #contender: OpenContender;

  constructor(store: Store, contender: OpenContender) {
    this.#store = store;
    this.#contender = contender;
  }

  /** One call that is answered, and one that is stopped in its read if it can be. */
  async check(): Promise<void> {
    await this.round(1);
    this.#store.hold();
    const begun = this.#contender.begin(1);
    try {
      await this.#allHeld(1);
      if (begun.stop !== null) await this.#checkStopped(begun, begun.stop);
    } finally {
      this.#store.letGo();
    }
    if (begun.stop === null && (await begun.result) !== answerTo(1)) throw new Error("a wrong answer");
  }

  /** Calls for `forMs`; µs per call of the last tenth. */
  async warmUp(forMs: number): Promise<number> {
    let perCall = 0;
    let calls = 1;
    for (let step = 0; step < WARM_UP_STEPS; step++) {
      const until = performance.now() + forMs / WARM_UP_STEPS;
      do {
        perCall = await this.round(calls);
        calls = Math.max(1, Math.round(5_000 / perCall));
      } while (performance.now() < until);
    }
    return perCall;
  }

  /** µs per call of `calls` calls, one after another. */
  async round(calls: number): Promise<number> {
    const contender = this.#contender;
    const acceptedBefore = this.#store.accepted;
    let answers = 0;
    const from = performance.now();
    for (let key = 0; key < calls; key++) answers += await contender.call(key);
    const tookMs = performance.now() - from;
    this.#checkSums(calls, answers, this.#store.accepted - acceptedBefore);
    return (tookMs * 1_000) / calls;
  }

  /** KiB per call of `calls` calls that are all suspended in their read; they are answered and checked afterwards. */
  async suspend(calls: number): Promise<number> {
    const acceptedBefore = this.#store.accepted;
    const begun: BegunCall[] = [];
    this.#store.hold();
    const before = heapBytes();
    for (let key = 0; key < calls; key++) begun.push(this.#contender.begin(key));
    await this.#allHeld(calls);
    const bytes = (heapBytes() - before) / calls;
    this.#store.letGo();
    const answers = await Promise.all(begun.map(({ result }) => result));
    const sum = answers.reduce((total, answer) => total + answer, 0);
    this.#checkSums(calls, sum, this.#store.accepted - acceptedBefore);
    return bytes / 1_024;
  }

  async #checkStopped({ result }: BegunCall, stop: () => void): Promise<void> {
    const stopsBefore = this.#store.stops;
    const settled = result.then(
      () => "answered",
      () => "rejected",
    );
    stop();
    if ((await settled) !== "rejected") throw new Error("a stopped call did not reject");
    if (this.#store.stops !== stopsBefore + 1) throw new Error("a stop did not reach the read");
  }

  async #allHeld(calls: number): Promise<void> {
    const until = performance.now() + SUSPENDED_WITHIN_MS;
    while (this.#store.held < calls) {
      if (performance.now() > until)
        throw new Error(`only ${this.#store.held} of ${calls} calls were suspended`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #checkSums(calls: number, answers: number, accepted: number): void {
    let rightAnswers = 0;
    let rightAccepted = 0;
    for (let key = 0; key < calls; key++) {
      rightAnswers += answerTo(key);
      rightAccepted += childAnswerTo(key);
    }
    if (answers !== rightAnswers) throw new Error("the calls returned wrong answers");
    if (accepted !== rightAccepted) throw new Error("the calls handed over wrong values");
  }
}

function heapBytes(): number {
  if (globalThis.gc === undefined) throw new Error("run it with node --expose-gc");
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
