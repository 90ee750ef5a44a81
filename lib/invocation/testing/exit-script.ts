/** What may happen in a random tree of calls. */
import fc from "fast-check";

/** How an operation behaves. A `held` one answers nobody, so it is never awaited; it is withdrawn by the close. */
export type Operation = "answers" | "fails" | "held" | "held, stops badly";

export type Step =
  | { readonly kind: "use"; readonly operation: Operation; readonly awaited: boolean }
  | { readonly kind: "emit" }
  | { readonly kind: "tick" }
  | { readonly kind: "throw" }
  | {
      readonly kind: "child";
      readonly call: Call;
      readonly awaited: boolean;
      /** Catches what the child rejects with. Awaited ones only. */
      readonly received: boolean;
      readonly acceptance: readonly Step[] | null;
    };

export interface Call {
  readonly steps: readonly Step[];
}

export interface Script {
  readonly root: Call;
  readonly entry: "run" | "resume";
  /** A cancel of the root comes at some time that the scheduler chooses. */
  readonly cancelled: boolean;
  readonly strictObserverThrows: boolean;
  readonly finishThrows: boolean;
}

const operation = fc.constantFrom<Operation>("answers", "answers", "fails", "held", "held, stops badly");

const plain: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("use" as const), operation, awaited: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: "emit" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "tick" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "throw" as const }) },
);

function call(depth: number): fc.Arbitrary<Call> {
  const step: fc.Arbitrary<Step> = depth === 0 ? plain : fc.oneof(plain, child(depth - 1));
  return fc.record({ steps: fc.array(step, { maxLength: 4 }) });
}

function child(depth: number): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constant("child" as const),
    call: call(depth),
    awaited: fc.boolean(),
    received: fc.boolean(),
    acceptance: fc.oneof(fc.constant(null), fc.array(plain, { maxLength: 3 })),
  });
}

const rarely = fc.nat(7).map((drawn) => drawn === 7);

export const script: fc.Arbitrary<Script> = fc.record({
  root: call(2),
  entry: fc.constantFrom("run" as const, "resume" as const),
  cancelled: fc.boolean(),
  strictObserverThrows: rarely,
  finishThrows: rarely,
});
