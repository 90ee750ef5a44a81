/** lib/invocation through one entry that is kept. Calls that are suspended at once have an entry each. */
import type { Contender } from "../contender";
import { sceneEntries } from "./scene-entries";

export const contender: Contender = {
  open(store) {
    const { enter, begin } = sceneEntries(store);
    const kept = enter();
    return { call: (key) => kept.run(key, { id: "call" }), begin };
  },
};
