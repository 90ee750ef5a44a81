/** As little code as can do the work: no stop, nothing waits for anything that was not awaited. */
import type { Contender } from "../contender";

export const contender: Contender = {
  open(store) {
    async function child(key: number): Promise<number> {
      return (await store.read(key)) * 2;
    }
    async function parent(key: number): Promise<number> {
      const value = await child(key);
      store.accept(value);
      return value + 1;
    }
    return { call: parent, begin: (key) => ({ result: parent(key), stop: null }) };
  },
};
