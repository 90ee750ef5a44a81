/**
 * Case A: a scene starts an operation, does not await it, and fails; the operation's clean-up fails too. Both
 * failures are delivered, on a normal run and on a resumed one, also when the body threw `undefined`.
 */
import { contract, inOrder, settledOf, tickingClock, type Contract, type ExitRuntime } from "./contract";

interface Line {
  /** Never answers by itself. */
  hold(): Promise<void>;
}

type Entry = "run" | "resume";

export async function checkCaseA(runtime: ExitRuntime): Promise<readonly Contract[]> {
  const contracts: Contract[] = [];
  for (const entry of ["run", "resume"] as const) {
    contracts.push(...(await checkDoubleFailure(runtime, entry, "error", new Error("the body failed"))));
    contracts.push(...(await checkDoubleFailure(runtime, entry, "undefined", undefined)));
  }
  return contracts;
}

async function checkDoubleFailure(
  runtime: ExitRuntime,
  entry: Entry,
  thrown: "error" | "undefined",
  bodyFailure: unknown,
): Promise<readonly Contract[]> {
  const cleanupFailure = new Error("the clean-up failed");
  let cleanups = 0;
  const line = runtime.defineResource<Line>("line");
  const scene = runtime.defineScene({
    name: "case-a",
    deps: { resources: { line } },
    output: { parse: String },
    checkpoint: { parse: Number },
    run(work) {
      void work.resources.line.hold();
      throw bodyFailure;
    },
    resume(work) {
      void work.resources.line.hold();
      throw bodyFailure;
    },
  });
  const checkpoints = new runtime.MemoryCheckpointStore();
  const resources = [
    line.provide(() => ({
      hold(operation) {
        operation.onClose(() => {
          cleanups += 1;
          throw cleanupFailure;
        });
        return new Promise<void>(() => undefined);
      },
    })),
  ];
  const runner = new runtime.Runner(scene, { clock: tickingClock(), resources, checkpoints });
  // What an earlier process would have left behind.
  if (entry === "resume") checkpoints.save("case-a", 1);
  const settled = await settledOf(
    entry === "run" ? runner.run(undefined, { id: "case-a" }) : runner.resume({ id: "case-a" }),
  );
  const error = settled.kind === "rejected" ? settled.error : null;
  const call = runner.call;
  const id = (name: string): string => `A.${entry}.${thrown}.${name}`;
  return [
    contract(
      id("both"),
      "both failures are delivered, the body's first, the same objects",
      () =>
        error instanceof AggregateError &&
        error.errors.length === 2 &&
        error.errors[0] === bodyFailure &&
        error.errors[1] === cleanupFailure,
    ),
    contract(id("once"), "the clean-up ran, once", () => cleanups === 1),
    contract(
      id("origins"),
      "each failure keeps its origin: the body, then the control boundary",
      () =>
        call?.failure?.parts[0]?.origin === "body" &&
        call.failure.parts[1]?.origin === "control" &&
        call.failure.error === error,
    ),
    contract(
      id("reception"),
      "a failed close cannot be received as an ordinary failure",
      () => call?.failure?.receptionAllowed === false,
    ),
    contract(id("context"), "the context is failed", () => call?.contextState.kind === "failed"),
    contract(id("order"), "the seven moments came in order", () => {
      const exit = call?.exit;
      return inOrder([
        exit?.bodySettled,
        exit?.outputSealed,
        exit?.acceptancesDrained,
        exit?.workClosed,
        exit?.contextTerminal,
        exit?.delivered,
        exit?.runnerSettled,
      ]);
    }),
  ];
}
