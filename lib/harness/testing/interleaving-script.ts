import fc from "fast-check";
import type { CancellationReason, TerminalRunState } from "../../contracts/axes";
import type { ReservableResource } from "../../contracts/budget";

/** How a callee behaves. `late`: it answers only when the run is long over. `obeys`: it rejects with the abort. */
export type CalleeBehaviour = "answers" | "fails" | "throws" | "deaf" | "late" | "late_failure" | "obeys";
export type StopBehaviour = "confirmed" | "unconfirmed" | "rejects" | "throws" | "never";

/** One thing that somebody does to a run. */
export type Act =
  | {
      readonly kind: "model";
      readonly callee: CalleeBehaviour;
      readonly guard: boolean;
      readonly estimate: number;
      readonly actual: number;
      readonly timeoutMs: number | null;
    }
  | { readonly kind: "tool"; readonly callee: CalleeBehaviour; readonly stop: StopBehaviour }
  | { readonly kind: "bytes"; readonly bytes: number }
  | { readonly kind: "check" }
  | { readonly kind: "subscribe"; readonly throws: boolean; readonly leaves: boolean }
  | { readonly kind: "cancel"; readonly reason: CancellationReason }
  | { readonly kind: "complete"; readonly state: "SUCCESS" | "FAILED" }
  /** Somebody finishes the lifecycle behind the core's back. */
  | { readonly kind: "finish"; readonly state: TerminalRunState }
  | { readonly kind: "exhaust"; readonly resource: ReservableResource }
  /** Time passes and timers fire. */
  | { readonly kind: "advance"; readonly ms: number }
  /** Time passes while the event loop is stuck: no timer fires. */
  | { readonly kind: "lag"; readonly ms: number };

const callee = fc.constantFrom<CalleeBehaviour>(
  "answers",
  "answers",
  "answers",
  "fails",
  "throws",
  "deaf",
  "late",
  "late_failure",
  "obeys",
);
const stop = fc.constantFrom<StopBehaviour>("confirmed", "unconfirmed", "rejects", "throws", "never");
const reason = fc.constantFrom<CancellationReason>(
  "CLIENT_DISCONNECTED",
  "USER_REQUESTED",
  "DEADLINE_EXCEEDED",
  "BUDGET_EXHAUSTED",
  "INTERNAL_FAILURE",
);

const work: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("model" as const),
      callee,
      guard: fc.boolean(),
      estimate: fc.integer({ min: 0, max: 60 }),
      actual: fc.integer({ min: 0, max: 120 }),
      timeoutMs: fc.constantFrom(null, null, 40, 500),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("tool" as const), callee, stop }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("bytes" as const), bytes: fc.integer({ min: 0, max: 60 }) }),
  },
  { weight: 1, arbitrary: fc.constant<Act>({ kind: "check" }) },
);
const trouble: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("cancel" as const), reason }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("complete" as const),
      state: fc.constantFrom("SUCCESS" as const, "FAILED" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("finish" as const),
      state: fc.constantFrom<TerminalRunState>(
        "SUCCESS",
        "FAILED",
        "CANCELLED",
        "TIMED_OUT",
        "BUDGET_EXHAUSTED",
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("exhaust" as const),
      resource: fc.constantFrom<ReservableResource>("modelCalls", "toolCalls", "tokens", "bytes"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("advance" as const), ms: fc.constantFrom(10, 50, 250) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lag" as const), ms: fc.constantFrom(50, 250) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("subscribe" as const),
      throws: fc.boolean(),
      leaves: fc.boolean(),
    }),
  },
);

/** Several actors at once, each doing one thing after another. */
export type Script = readonly (readonly Act[])[];

/** Workers that call models and tools, and troublemakers that end the run in every way there is. */
export const script: fc.Arbitrary<Script> = fc
  .tuple(
    fc.array(fc.array(work, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
    fc.array(fc.array(trouble, { minLength: 1, maxLength: 2 }), { minLength: 0, maxLength: 2 }),
  )
  .map(([workers, troublemakers]) => [...workers, ...troublemakers]);
