/**
 * Case B: a low-level Invocation whose body returns and whose last close fails. The work stays succeeded, the
 * delivery fails with exactly that, no window is skipped, and the local occupancy is released.
 *
 * No checkpoint is saved here. The probe uses the context id again only to show that it is free; that is no way to
 * run anything again.
 */
import { contract, inOrder, settledOf, tickingClock, type Contract, type ExitRuntime } from "./contract";

interface Line {
  hold(): Promise<void>;
}

const CONTEXT_ID = "case-b";

export async function checkCaseB(runtime: ExitRuntime): Promise<readonly Contract[]> {
  const cleanupFailure = new Error("the clean-up failed");
  const closed: string[] = [];
  const line = runtime.defineResource<Line>("line");
  const provide = (name: string, fail: boolean) =>
    line.provide(() => ({
      hold(operation) {
        operation.onClose(() => {
          closed.push(name);
          if (fail) throw cleanupFailure;
        });
        return new Promise<void>(() => undefined);
      },
    }));
  const checkpoints = new runtime.MemoryCheckpointStore();
  const host = runtime.createInvocationHost({ clock: tickingClock(), checkpoints });
  const context = { id: CONTEXT_ID, entry: { kind: "run", input: undefined } } as const;
  const probe = () =>
    new runtime.Invocation({
      host,
      name: "probe",
      context,
      work: {
        output: { parse: String },
        checkpoint: { schema: { parse: Number } },
        execute: () => "entered",
      },
    });
  let whileRunning = await settledOf(Promise.resolve("not asked"));
  const invocation = new runtime.Invocation({
    host,
    name: "case-b",
    context,
    work: {
      output: { parse: String },
      checkpoint: { schema: { parse: Number } },
      async execute(_context, running) {
        const first = running.resources.openWindow({ line: provide("first", false) });
        const second = running.resources.openWindow({ line: provide("second", true) });
        void first.endpoints.line.hold();
        void second.endpoints.line.hold();
        whileRunning = await settledOf(probe().run());
        return "done";
      },
    },
  });
  const settled = await settledOf(invocation.run());
  const probed = await settledOf(probe().run());
  const { contextState, failure, exit } = invocation;
  return [
    contract(
      "B.rejects",
      "the call rejects with the clean-up error itself",
      () => settled.kind === "rejected" && settled.error === cleanupFailure,
    ),
    contract("B.context", "the context stays succeeded", () => contextState.kind === "succeeded"),
    contract(
      "B.failure",
      "invocation.failure names the delivery failure, and nothing else",
      () =>
        failure?.parts.length === 1 &&
        failure.parts[0]?.stage === "delivery" &&
        failure.parts[0].origin === "control" &&
        failure.error === cleanupFailure,
    ),
    contract(
      "B.reception",
      "a failed close cannot be received as an ordinary failure",
      () => failure?.receptionAllowed === false,
    ),
    contract("B.windows", "the failed close skipped no window", () => closed.join() === "second,first"),
    contract(
      "B.occupied",
      "while the call ran, the context id was taken",
      () => whileRunning.kind === "rejected",
    ),
    contract(
      "B.released",
      "afterwards a probe with the same store and context id can enter",
      () => probed.kind === "fulfilled" && probed.value === "entered",
    ),
    contract("B.order", "the moments of the call came in order", () =>
      inOrder([
        exit.bodySettled,
        exit.outputSealed,
        exit.acceptancesDrained,
        exit.workClosed,
        exit.contextTerminal,
        exit.delivered,
      ]),
    ),
  ];
}
