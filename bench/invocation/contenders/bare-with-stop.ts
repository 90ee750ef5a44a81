/** Promise code that can be stopped: one AbortController for a call, whose signal is handed down to the read. */
import type { Contender } from "../contender";
import { readUntilAborted } from "../read-until-aborted";

export const contender: Contender = {
  open(store) {
    async function child(key: number, signal: AbortSignal): Promise<number> {
      return (await readUntilAborted(store, key, signal)) * 2;
    }
    async function parent(key: number, signal: AbortSignal): Promise<number> {
      const value = await child(key, signal);
      signal.throwIfAborted();
      store.accept(value);
      return value + 1;
    }
    return {
      call: (key) => parent(key, new AbortController().signal),
      begin(key) {
        const controller = new AbortController();
        return { result: parent(key, controller.signal), stop: () => controller.abort() };
      },
    };
  },
};
