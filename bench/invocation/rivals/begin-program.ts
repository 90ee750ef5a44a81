import { Cause, Effect, Exit } from "effect";
import type { BegunCall } from "../contender";

/** Runs a program in a fiber of its own, for a caller that keeps the way to interrupt it. */
export function beginProgram(program: Effect.Effect<number>): BegunCall {
  const fiber = Effect.runFork(program);
  const result = new Promise<number>((resolve, reject) => {
    fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit)) resolve(exit.value);
      else reject(Cause.squash(exit.cause));
    });
  });
  return { result, stop: () => fiber.interruptUnsafe() };
}
