/** The seal, tick by tick: it falls in the very continuation in which the body's end is seen. */
import { describe, expect, it } from "vitest";
import { createInvocationHost } from "./invocation-host";
import { Invocation } from "./invocation";
import type { InvocationContext, InvocationWork, RunningInvocation } from "./invocation-work";
import { defineScene, progressOf } from "./define-scene";
import { MemoryCheckpointStore } from "./memory-checkpoint-store";
import { Runner } from "./runner";
import { anySchema } from "./testing/any-schema";
import { quiet } from "./testing/gate";
import { TickingClock } from "./testing/ticking-clock";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

type Emit = (delta: number) => boolean;
const TICKS = 6;

/** Emits once per microtask from the next one on; `taken` says what was answered. */
function emitEveryTick(emit: Emit, taken: boolean[]): void {
  let ticks = Promise.resolve();
  for (let tick = 0; tick < TICKS; tick += 1) {
    ticks = ticks.then(() => {
      taken.push(emit(tick));
    });
  }
}

/** What the language itself allows: one `await` of the raw return, and then the seal. */
async function referenceSeal(body: (emit: Emit) => unknown): Promise<void> {
  let sealed = false;
  try {
    await body(() => !sealed);
  } catch {
    // Sealed all the same.
  }
  sealed = true;
}

const bodies: Readonly<Record<string, (emit: Emit, taken: boolean[]) => number | Promise<number>>> = {
  "returns a value": (emit, taken) => {
    emitEveryTick(emit, taken);
    return 1;
  },
  "throws at once": (emit, taken) => {
    emitEveryTick(emit, taken);
    throw new Error("body");
  },
  "is async": async (emit, taken) => {
    emitEveryTick(emit, taken);
    return 1;
  },
  "is async and throws": async (emit, taken) => {
    emitEveryTick(emit, taken);
    throw new Error("body");
  },
  "is async and waits first": async (emit, taken) => {
    await quiet();
    emitEveryTick(emit, taken);
    return 1;
  },
  "returns a promise of its own": (emit, taken) => {
    emitEveryTick(emit, taken);
    return Promise.resolve(1);
  },
  "rejects a promise of its own": (emit, taken) => {
    emitEveryTick(emit, taken);
    return Promise.reject(new Error("body"));
  },
};

type Run = (body: (emit: Emit) => number | Promise<number>) => Promise<unknown>;

function sceneRun(entry: "run" | "resume"): Run {
  return async (body) => {
    const scene = defineScene({
      name: "sealed",
      deps: {},
      output: anySchema<number>(),
      checkpoint: anySchema<number>(),
      progress: progressOf<number>(),
      run: (work) => body(work.emit),
      resume: (work) => body(work.emit),
    });
    const checkpoints = new MemoryCheckpointStore();
    checkpoints.save("sealed", 1);
    const runner = new Runner(scene, { clock: new TickingClock(), checkpoints });
    await (entry === "run" ? runner.run(undefined, { id: "sealed" }) : runner.resume({ id: "sealed" }));
  };
}

const lowLevelRun: Run = async (body) => {
  const work: InvocationWork<void, number, InvocationContext<void>> = {
    output: anySchema<number>(),
    execute: (_context, invocation: RunningInvocation) => body((delta) => invocation.progress.emit(delta)),
  };
  const host = createInvocationHost({ clock: new TickingClock() });
  const context = { id: "sealed", entry: { kind: "run", input: undefined } } as const;
  await new Invocation({ host, name: "sealed", work, context }).run();
};

const ways: Readonly<Record<string, Run>> = {
  "a scene's run": sceneRun("run"),
  "a scene's resume": sceneRun("resume"),
  "a low-level invocation": lowLevelRun,
};

describe.each(Object.entries(ways))("the seal of %s", (_way, run) => {
  it.each(Object.entries(bodies))("comes without a tick to spare when the body %s", async (name, body) => {
    const allowed: boolean[] = [];
    await referenceSeal((emit) => body(emit, allowed));
    await quiet();
    const taken: boolean[] = [];
    await run((emit) => body(emit, taken)).catch(() => undefined);
    await quiet();
    expect(taken).toHaveLength(TICKS);
    expect(taken).toEqual(allowed);
    // What was queued before the end was seen is taken, one tick later is too late. A throw is seen at once.
    expect(taken[0]).toBe(name !== "throws at once");
    expect(taken.slice(1)).not.toContain(true);
  });
});
