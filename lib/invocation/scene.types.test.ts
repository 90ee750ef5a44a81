import { describe, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { defineResource, defineScene, progressOf, Runner } from "./index";

interface Files {
  write(path: string, content: string): Promise<number>;
  list<T extends string>(prefix: T): Promise<readonly T[]>;
}
const files = defineResource<Files>("files");
const translate = defineScene({
  name: "translate",
  deps: {},
  output: z.object({ text: z.string() }),
  run(_work, input: { readonly source: string }) {
    return { text: input.source };
  },
});
const tick = defineScene({ name: "tick", deps: {}, output: z.number(), run: () => 1 });

describe("types inside a scene", () => {
  it("infers children, resources, checkpoint, deltas and the output", () => {
    const scene = defineScene({
      name: "all",
      deps: { children: { translate, tick }, resources: { files } },
      output: z.object({ done: z.boolean() }),
      checkpoint: z.object({ step: z.number() }),
      progress: progressOf<{ readonly phase: "a" | "b" }>(),
      run(work, input: { readonly id: number }) {
        expectTypeOf(input).toEqualTypeOf<{ readonly id: number }>();
        expectTypeOf(work.children.translate.invoke)
          .parameter(0)
          .toEqualTypeOf<{ readonly source: string }>();
        expectTypeOf(work.children.translate.invoke).returns.resolves.toEqualTypeOf<{ text: string }>();
        expectTypeOf(work.children.tick.invoke).returns.resolves.toEqualTypeOf<number>();
        expectTypeOf(work.resources.files.write).toEqualTypeOf<Files["write"]>();
        expectTypeOf(work.resources.files.list<"x">).returns.resolves.toEqualTypeOf<readonly "x"[]>();
        expectTypeOf(work.checkpoint.save).parameter(0).toEqualTypeOf<{ step: number }>();
        expectTypeOf(work.emit).parameter(0).toEqualTypeOf<{ readonly phase: "a" | "b" }>();
        expectTypeOf(work.emit).returns.toEqualTypeOf<boolean>();
        return { done: true };
      },
      resume(work, saved) {
        expectTypeOf(saved).toEqualTypeOf<{ step: number }>();
        expectTypeOf(work.checkpoint.save).parameter(0).toEqualTypeOf<{ step: number }>();
        return { done: saved.step > 0 };
      },
    });
    const runner = new Runner(scene, {
      clock: { now: () => 0 },
      resources: [files.provide(() => ({ write: () => 1, list: async () => [] }))],
    });
    expectTypeOf(runner.run).parameter(0).toEqualTypeOf<{ readonly id: number }>();
    expectTypeOf(runner.run).returns.resolves.toEqualTypeOf<{ done: boolean }>();
  });

  it("refuses what was not declared", () => {
    defineScene({
      name: "none",
      deps: { children: { translate } },
      output: z.string(),
      // A value that the output's schema does not speak of does not compile.
      // @ts-expect-error a number is no string
      run(work) {
        // @ts-expect-error no such child
        void work.children.other;
        // @ts-expect-error no resources were declared
        void work.resources.files;
        // @ts-expect-error no deltas were declared
        work.emit("x");
        // @ts-expect-error no checkpoint was declared
        void work.checkpoint.save(1);
        // @ts-expect-error the child wants a source
        void work.children.translate.invoke({ text: "x" });
        return 1;
      },
    });
  });
});
