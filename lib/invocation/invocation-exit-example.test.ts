/** The diagnosis program sees each contract break: one runtime broken on purpose per contract. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { diagnoseExit } from "../../examples/invocation-exit";
import type { ExitRuntime } from "../../examples/exit-diagnosis/contract";
import * as runtime from "./index";
import type { InvocationContext, InvocationFailure, ResourceOperation, ResourcePort } from "./index";
import type { Endpoints } from "./resource-port";

type Contracts = Record<string, boolean>;

async function diagnose(broken: Partial<ExitRuntime>): Promise<{ code: number; contracts: Contracts }> {
  const contracts: Contracts = {};
  const code = await diagnoseExit({ ...runtime, ...broken }, (line) => {
    const [holds, id] = line.split("\t");
    if (id !== undefined) contracts[id] = holds === "true";
  });
  return { code, contracts };
}

/** A Runner that delivers something else. */
function runnerDelivering(change: (error: unknown) => unknown, entry?: "run" | "resume") {
  const changing = async <T>(from: "run" | "resume", delivery: Promise<T>): Promise<T> => {
    try {
      return await delivery;
    } catch (error) {
      throw entry === undefined || entry === from ? change(error) : error;
    }
  };
  return class<I, O, D> extends runtime.Runner<I, O, D> {
    override run(...args: Parameters<runtime.Runner<I, O, D>["run"]>) {
      return changing("run", super.run(...args));
    }
    override resume(...args: Parameters<runtime.Runner<I, O, D>["resume"]>) {
      return changing("resume", super.resume(...args));
    }
  };
}

type Call = NonNullable<runtime.Runner<unknown, unknown>["call"]>;

/** A Runner whose call says something else. */
function runnerSaying(change: (call: Call) => Partial<Call>) {
  return class<I, O, D> extends runtime.Runner<I, O, D> {
    override get call() {
      const call = super.call;
      if (call === null) return null;
      const { contextState, failure, exit } = call;
      return { contextState, failure, exit, ...change(call) };
    }
  };
}

function receivable(failure: InvocationFailure | null): InvocationFailure | null {
  if (failure === null) return null;
  const { parts, origin, error, cancellation } = failure;
  return { parts, origin, error, cancellation, receptionAllowed: true };
}

const onlyCleanup = (error: unknown): unknown =>
  error instanceof AggregateError ? (error.errors[1] as unknown) : error;

/** Resources whose operations never hear of the close. */
function deafResource<E extends Endpoints<E>>(name: string): ResourcePort<E> {
  const deafen = (implementation: object): object =>
    Object.fromEntries(
      Object.entries(implementation).map(([key, run]) => [
        key,
        (operation: ResourceOperation) => run({ signal: operation.signal, onCancel() {}, onClose() {} }),
      ]),
    );
  const port: ResourcePort<E> = {
    name,
    provide: (open) => ({ port, open: (window) => deafen(open(window)) }),
  };
  return port;
}

class InvocationThatFulfils<I, O, C extends InvocationContext<I>> extends runtime.Invocation<I, O, C> {
  override async run(): Promise<O> {
    try {
      return await super.run();
    } catch {
      return "done" as O;
    }
  }
}
class InvocationWithoutFailure<I, O, C extends InvocationContext<I>> extends runtime.Invocation<I, O, C> {
  override get failure() {
    return null;
  }
}
class InvocationReceivable<I, O, C extends InvocationContext<I>> extends runtime.Invocation<I, O, C> {
  override get failure() {
    return receivable(super.failure);
  }
}
class InvocationUndoingSuccess<I, O, C extends InvocationContext<I>> extends runtime.Invocation<I, O, C> {
  override get contextState() {
    const { failure } = this;
    return failure === null ? super.contextState : { kind: "failed" as const, failure };
  }
}
class InvocationOutOfOrder<I, O, C extends InvocationContext<I>> extends runtime.Invocation<I, O, C> {
  override get exit() {
    return { ...super.exit, delivered: 0 };
  }
}
/** Keeps its occupancy: what it entered with is entered again at once, and never left. */
class InvocationKeepingOccupancy<I, O, C extends InvocationContext<I>> extends runtime.Invocation<I, O, C> {
  readonly #options: runtime.InvocationOptions<I, O, C>;
  constructor(options: runtime.InvocationOptions<I, O, C>) {
    super(options);
    this.#options = options;
  }
  override async run(): Promise<O> {
    try {
      return await super.run();
    } finally {
      const { host, context } = this.#options;
      const work = {
        output: { parse: String },
        checkpoint: { schema: { parse: Number } },
        execute: () => new Promise<string>(() => undefined),
      };
      const keeps = new runtime.Invocation({ host, name: "keeps", context, work });
      keeps.run().catch(() => undefined);
    }
  }
}
/** Never takes the occupancy at all: every call gets an id of its own. */
class InvocationWithoutOccupancy<I, O, C extends InvocationContext<I>> extends runtime.Invocation<I, O, C> {
  static #count = 0;
  constructor(options: runtime.InvocationOptions<I, O, C>) {
    InvocationWithoutOccupancy.#count += 1;
    const id = `${options.context.id}.${InvocationWithoutOccupancy.#count}`;
    super({ ...options, context: { ...options.context, id } });
  }
}

const outOfOrder = { bodySettled: 9 };

describe("examples/invocation-exit.ts", () => {
  it("says true to every contract and ends with 0", async () => {
    const { code, contracts } = await diagnose({});
    expect(code).toBe(0);
    expect(Object.keys(contracts)).toHaveLength(32);
    expect(Object.values(contracts)).not.toContain(false);
  });

  it("does the same as a program", { timeout: 60_000 }, async () => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const args = ["--import", "tsx", "examples/invocation-exit.ts"];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    const lines = stdout.trim().split("\n");
    expect(lines).toHaveLength(32);
    expect(lines.filter((line) => !line.startsWith("true\t"))).toEqual([]);
  });

  const broken: readonly (readonly [what: string, breaks: string, runtime: Partial<ExitRuntime>])[] = [
    [
      "the clean-up replaces the body's failure",
      "A.run.error.both",
      { Runner: runnerDelivering(onlyCleanup) },
    ],
    [
      "a thrown undefined counts as no failure",
      "A.run.undefined.both",
      {
        Runner: runnerDelivering((error) =>
          error instanceof AggregateError && error.errors[0] === undefined ? onlyCleanup(error) : error,
        ),
      },
    ],
    [
      "only a resumed call loses the body's failure",
      "A.resume.error.both",
      { Runner: runnerDelivering(onlyCleanup, "resume") },
    ],
    [
      "a resumed call loses a thrown undefined",
      "A.resume.undefined.both",
      { Runner: runnerDelivering(onlyCleanup, "resume") },
    ],
    ["no clean-up runs", "A.run.error.once", { defineResource: deafResource }],
    ["no failure is named", "A.run.error.origins", { Runner: runnerSaying(() => ({ failure: null })) }],
    [
      "the failure may be received",
      "A.run.error.reception",
      { Runner: runnerSaying(({ failure }) => ({ failure: receivable(failure) })) },
    ],
    [
      "the context is not failed",
      "A.run.error.context",
      { Runner: runnerSaying(() => ({ contextState: { kind: "succeeded" } })) },
    ],
    [
      "the moments are out of order",
      "A.run.error.order",
      { Runner: runnerSaying(({ exit }) => ({ exit: { ...exit, ...outOfOrder } })) },
    ],
    [
      "the seal was never reached",
      "A.run.error.order",
      { Runner: runnerSaying(({ exit }) => ({ exit: { ...exit, outputSealed: null } })) },
    ],
    ["a failed last close is swallowed", "B.rejects", { Invocation: InvocationThatFulfils }],
    ["a failed last close undoes the success", "B.context", { Invocation: InvocationUndoingSuccess }],
    ["the delivery failure is not named", "B.failure", { Invocation: InvocationWithoutFailure }],
    ["a failed last close may be received", "B.reception", { Invocation: InvocationReceivable }],
    ["the windows are not closed", "B.windows", { defineResource: deafResource }],
    ["the occupancy is never taken", "B.occupied", { Invocation: InvocationWithoutOccupancy }],
    ["the occupancy is kept", "B.released", { Invocation: InvocationKeepingOccupancy }],
    ["the delivery comes first", "B.order", { Invocation: InvocationOutOfOrder }],
  ];
  it.each(broken)("ends with 1 when %s", async (_what, breaks, runtimeBroken) => {
    const { code, contracts } = await diagnose(runtimeBroken);
    expect(contracts[breaks]).toBe(false);
    expect(code).toBe(1);
  });

  it("has a broken runtime for every kind of contract", async () => {
    const { contracts } = await diagnose({});
    const kinds = new Set(Object.keys(contracts).map((id) => id.replace(/^A\.\w+\.\w+/, "A")));
    const covered = new Set(broken.map(([, id]) => id.replace(/^A\.\w+\.\w+/, "A")));
    expect([...kinds].filter((kind) => !covered.has(kind))).toEqual([]);
  });

  it("ends with 1 when a check cannot even be made", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const Runner = class<I, O, D> extends runtime.Runner<I, O, D> {
      override get call(): never {
        throw new Error("no call");
      }
    };
    const { code } = await diagnose({ Runner });
    expect(code).toBe(1);
    quiet.mockRestore();
  });
});
