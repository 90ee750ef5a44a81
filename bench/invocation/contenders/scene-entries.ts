import { defineResource, defineScene, Runner, type Schema } from "../../../lib/invocation/index";
import type { BegunCall } from "../contender";
import type { Store } from "../store";

const numeric: Schema<number> = {
  parse(value) {
    if (typeof value !== "number") throw new TypeError("not a number");
    return value;
  },
};

const source = defineResource<{ read(key: number): Promise<number> }>("source");

const child = defineScene({
  name: "child",
  deps: { resources: { source } },
  output: numeric,
  async run(work, key: number) {
    return (await work.resources.source.read(key)) * 2;
  },
});

export interface SceneEntries {
  /** A new entry, which runs one call at a time. */
  enter(): Runner<number, number>;
  /** A call in an entry of its own. */
  begin(key: number): BegunCall;
}

/** Entries for the work as scenes on this store. */
export function sceneEntries(store: Store): SceneEntries {
  const parent = defineScene({
    name: "parent",
    deps: { children: { child } },
    output: numeric,
    async run(work, key: number) {
      const succeeded = (value: number): void => store.accept(value);
      return (await work.children.child.invoke(key, { result: { succeeded } })) + 1;
    },
  });
  const provided = source.provide(() => ({
    read(operation, key) {
      const stop = (): void => store.stop(key);
      operation.onCancel(stop);
      operation.onClose(stop);
      return store.read(key);
    },
  }));
  const host = { clock: { now: () => Date.now() }, resources: [provided] };
  const enter = (): Runner<number, number> => new Runner(parent, host);
  return {
    enter,
    begin(key) {
      const runner = enter();
      return { result: runner.run(key, { id: `call-${key}` }), stop: () => void runner.cancel("stopped") };
    },
  };
}
