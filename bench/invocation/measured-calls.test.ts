import { describe, expect, it } from "vitest";
import { answerTo, type OpenContender } from "./contender";
import { contender as leanest } from "./contenders/bare-leanest";
import { contender as withStop } from "./contenders/bare-with-stop";
import { contender as libInvocation } from "./contenders/lib-invocation";
import { contender as entryEach } from "./contenders/lib-invocation-entry-each";
import { MeasuredCalls } from "./measured-calls";
import { Store } from "./store";

const CONTENDERS = { leanest, withStop, libInvocation, entryEach };

/** Accepts and returns what `answers` says, and its stop does nothing. */
function broken(store: Store, answers: { accepted: number; returned: number }): OpenContender {
  const call = async (key: number): Promise<number> => {
    await store.read(key);
    store.accept(answers.accepted);
    return answers.returned;
  };
  return { call, begin: (key) => ({ result: call(key), stop: () => undefined }) };
}

describe.each(Object.entries(CONTENDERS))("the contender %s", (_name, contender) => {
  it("does the whole work, and a stop reaches its read", async () => {
    const store = new Store();
    const open = contender.open(store);
    await new MeasuredCalls(store, open).check();
    expect(store.stops).toBe(open.begin(0).stop === null ? 0 : 1);
  });

  it("returns one of the values it was asked for", async () => {
    await expect(contender.open(new Store()).call(20)).resolves.toBe(answerTo(20));
  });
});

describe("MeasuredCalls", () => {
  it("refuses calls that return wrong values", async () => {
    const store = new Store();
    const calls = new MeasuredCalls(store, broken(store, { accepted: 2, returned: 4 }));
    await expect(calls.round(1)).rejects.toThrow("wrong answers");
  });

  it("refuses calls that hand over wrong values", async () => {
    const store = new Store();
    const calls = new MeasuredCalls(store, broken(store, { accepted: 3, returned: 3 }));
    await expect(calls.round(1)).rejects.toThrow("wrong values");
  });
});
