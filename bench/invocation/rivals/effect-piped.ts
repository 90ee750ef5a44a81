/** Effect at its leanest: no generators, one scope, and a child that starts without a turn of the scheduler. */
import { Effect, Fiber } from "effect";
import type { Contender } from "../contender";
import { beginProgram } from "./begin-program";

const AT_ONCE = { startImmediately: true } as const;

export const contender: Contender = {
  open(store) {
    const child = (key: number) =>
      Effect.acquireUseRelease(
        Effect.sync(() => store.read(key)),
        (reading) =>
          Effect.map(
            Effect.promise(() => reading),
            (value) => value * 2,
          ),
        () => Effect.sync(() => store.stop(key)),
      );
    const parent = (key: number) =>
      Effect.scoped(
        Effect.flatMap(Effect.forkScoped(child(key), AT_ONCE), (fiber) =>
          Effect.map(Fiber.join(fiber), (value) => {
            store.accept(value);
            return value + 1;
          }),
        ),
      );
    return {
      call: (key) => Effect.runPromise(parent(key)),
      begin: (key) => beginProgram(parent(key)),
    };
  },
};
