/** What the diagnosis checks, and the runtime that it checks: the public exports, so that a test can hand in broken ones. */
import type * as invocation from "../../lib/invocation";

export type ExitRuntime = Pick<
  typeof invocation,
  | "createInvocationHost"
  | "defineResource"
  | "defineScene"
  | "Invocation"
  | "MemoryCheckpointStore"
  | "Runner"
>;

export interface Contract {
  readonly id: string;
  readonly says: string;
  readonly holds: boolean;
}

/** A check that throws does not hold. */
export function contract(id: string, says: string, check: () => boolean): Contract {
  return { id, says, holds: holds(check) };
}

function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    console.error("a check could not be made:", error);
    return false;
  }
}

/** What a promise came to, with `throw undefined` still told apart from a value. */
export type Settled<T> =
  { readonly kind: "fulfilled"; readonly value: T } | { readonly kind: "rejected"; readonly error: unknown };

export async function settledOf<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { kind: "fulfilled", value: await promise };
  } catch (error) {
    return { kind: "rejected", error };
  }
}

/** One tick per question: every moment of an exit gets a time of its own. */
export function tickingClock(): { now(): number } {
  let tick = 0;
  return {
    now() {
      tick += 1;
      return tick;
    },
  };
}

/** Reached, and each later than the one before. */
export function inOrder(moments: readonly (number | null | undefined)[]): boolean {
  return moments.every((moment, index) => {
    if (typeof moment !== "number") return false;
    const before = moments[index - 1];
    return typeof before !== "number" || before < moment;
  });
}
