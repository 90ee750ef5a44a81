/** lib/invocation with an entry made for every call. */
import type { Contender } from "../contender";
import { sceneEntries } from "./scene-entries";

export const contender: Contender = {
  open(store) {
    const { enter, begin } = sceneEntries(store);
    return { call: (key) => enter().run(key, { id: "call" }), begin };
  },
};
