/** Effect as its guides write it: generators, a scope for each stage, the child forked into the parent's scope. */
import { Effect, Fiber } from "effect";
import type { Contender } from "../contender";
import { beginProgram } from "./begin-program";

export const contender: Contender = {
  open(store) {
    const child = (key: number) =>
      Effect.scoped(
        Effect.gen(function* () {
          const reading = yield* Effect.acquireRelease(
            Effect.sync(() => store.read(key)),
            () => Effect.sync(() => store.stop(key)),
          );
          return (yield* Effect.promise(() => reading)) * 2;
        }),
      );
    const parent = (key: number) =>
      Effect.scoped(
        Effect.gen(function* () {
          const fiber = yield* Effect.forkScoped(child(key));
          const value = yield* Fiber.join(fiber);
          yield* Effect.sync(() => store.accept(value));
          return value + 1;
        }),
      );
    return {
      call: (key) => Effect.runPromise(parent(key)),
      begin: (key) => beginProgram(parent(key)),
    };
  },
};
