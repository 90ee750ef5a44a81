/** What every CheckpointStore promises: the same tests for each of them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckpointEnding, CheckpointStore } from "../checkpoint-store";

/** Ids that a careless comparison takes for one another: prefixes, case, accents, width, look-alikes. */
const CONFUSABLE_IDS = [
  "run_1",
  "run_1/agent",
  "run_1/agent/guard",
  "run_1/agent-2",
  "run_10",
  "run_%",
  "RUN_1",
  "run_1/Agent",
  "run_e",
  "run_é",
  "run_e\u0301",
  "run_ｅ",
  "run_ß",
  "run_ss",
  "run_😀",
  "run_😁",
] as const;

/** Endings after which there may be something to resume. What is kept after a delivered success is a store's own choice. */
const RESUMABLE_ENDINGS: readonly CheckpointEnding[] = [
  { context: "failed", delivery: "failed" },
  { context: "failed", delivery: "ok" },
  { context: "cancelled", delivery: "failed" },
  { context: "cancelled", delivery: "ok" },
  { context: "succeeded", delivery: "failed" },
];

const VALUES: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["false", false],
  ["zero", 0],
  ["a fraction", -12.5e-7],
  ["an empty text", ""],
  ["text of all kinds", 'line\n\t"quoted" \\ back\u0000 为什么 é 😀 \u2028 \ud800'],
  ["an empty list", []],
  ["an empty object", {}],
  ["nested", { step: 3, seen: [{ id: "a", rows: [[null, 1], ["x"]] }], none: null, "": { "odd.key": [] } }],
  ["an object that looks like a stored one", { v: 2, d: { value: null } }],
];

/** JSON without −0, which JSON writes as 0. */
const anyJson = fc
  .jsonValue({ stringUnit: "binary" })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

type Step =
  | { readonly do: "begin" | "load"; readonly id: string }
  | { readonly do: "save"; readonly id: string; readonly value: unknown }
  | { readonly do: "finish"; readonly id: string; readonly ending: CheckpointEnding };

const id = fc.constantFrom(...CONFUSABLE_IDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("begin" as const, "load" as const), id }),
  fc.record({ do: fc.constant("save" as const), id, value: fc.integer() }),
  fc.record({ do: fc.constant("finish" as const), id, ending: fc.constantFrom(...RESUMABLE_ENDINGS) }),
);

/**
 * Declares the tests of a store's promises.
 * @param open gives an empty store; called once per case, and an earlier case's store is not used again
 */
export function testCheckpointStore(
  name: string,
  open: () => CheckpointStore | Promise<CheckpointStore>,
): void {
  describe(`${name} keeps the promises of a CheckpointStore`, () => {
    it("loads null when nothing was saved, before and after a begin", async () => {
      const store = await open();
      expect(await store.load("run_1")).toBeNull();
      await store.begin("run_1");
      expect(await store.load("run_1")).toBeNull();
    });

    it.each(VALUES)("gives back %s as it was saved", async (_kind, value) => {
      const store = await open();
      await store.begin("run_1");
      await store.save("run_1", value);
      expect(await store.load("run_1")).toEqual({ value });
    });

    it("gives back a value of a megabyte", async () => {
      const store = await open();
      const value = { rows: Array.from({ length: 1_000 }, (_, n) => ({ n, text: "é😀".repeat(170) })) };
      expect(Buffer.byteLength(JSON.stringify(value))).toBeGreaterThan(1_000_000);
      await store.begin("run_1");
      await store.save("run_1", value);
      expect(await store.load("run_1")).toEqual({ value });
    });

    it("gives back any JSON", async () => {
      const store = await open();
      await store.begin("run_1");
      await fc.assert(
        fc.asyncProperty(anyJson, async (value) => {
          await store.save("run_1", value);
          expect(await store.load("run_1")).toEqual({ value });
        }),
        { numRuns: 50 },
      );
    });

    it("replaces: of many saves in order the last one is there, whole", async () => {
      const store = await open();
      await store.begin("run_1");
      for (let n = 0; n < 20; n++) await store.save("run_1", { n, [`only${n}`]: "x".repeat(400 - n) });
      expect(await store.load("run_1")).toEqual({ value: { n: 19, only19: "x".repeat(381) } });
      await store.save("run_1", null);
      expect(await store.load("run_1")).toEqual({ value: null });
    });

    it("takes no id for another", async () => {
      const store = await open();
      for (const each of CONFUSABLE_IDS) {
        await store.begin(each);
        expect(await store.load(each), each).toBeNull();
        await store.save(each, `of ${each}`);
      }
      for (const each of CONFUSABLE_IDS) expect(await store.load(each)).toEqual({ value: `of ${each}` });
      await store.finish("run_1", { context: "succeeded", delivery: "ok" });
      for (const each of CONFUSABLE_IDS.slice(1)) {
        expect(await store.load(each)).toEqual({ value: `of ${each}` });
      }
    });

    it("serves many ids at once", async () => {
      const store = await open();
      const ids = Array.from({ length: 30 }, (_, n) => `run_${n}/agent`);
      await Promise.all(
        ids.map(async (each) => {
          await store.begin(each);
          await store.save(each, "first");
          await store.save(each, `last of ${each}`);
        }),
      );
      const loaded = await Promise.all(ids.map((each) => store.load(each)));
      expect(loaded).toEqual(ids.map((each) => ({ value: `last of ${each}` })));
    });

    it("keeps an earlier value when a new call begins", async () => {
      const store = await open();
      await store.begin("run_1");
      await store.save("run_1", { step: 1 });
      await store.begin("run_1");
      expect(await store.load("run_1")).toEqual({ value: { step: 1 } });
    });

    it.each(RESUMABLE_ENDINGS)(
      "keeps a checkpoint when the call ended as $context and its delivery was $delivery",
      async (ending) => {
        const store = await open();
        await store.begin("run_1");
        await store.save("run_1", { step: 1 });
        await store.finish("run_1", ending);
        expect(await store.load("run_1")).toEqual({ value: { step: 1 } });
        await store.begin("run_1");
        expect(await store.load("run_1")).toEqual({ value: { step: 1 } });
      },
    );

    it.each([...RESUMABLE_ENDINGS, { context: "succeeded", delivery: "ok" } as const])(
      "takes a finish ($context, $delivery) of a call that saved nothing",
      async (ending) => {
        const store = await open();
        await store.begin("run_1");
        await store.finish("run_1", ending);
        expect(await store.load("run_1")).toBeNull();
        await store.begin("run_1");
        await store.save("run_1", "later");
        expect(await store.load("run_1")).toEqual({ value: "later" });
      },
    );

    it("agrees with a plain map after any steps", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const store = await open();
          const saved = new Map<string, unknown>();
          for (const each of steps) {
            switch (each.do) {
              case "begin":
                await store.begin(each.id);
                break;
              case "save":
                await store.save(each.id, each.value);
                saved.set(each.id, each.value);
                break;
              case "load":
                break;
              case "finish":
                await store.finish(each.id, each.ending);
                break;
            }
            const expected = saved.has(each.id) ? { value: saved.get(each.id) } : null;
            expect(await store.load(each.id)).toEqual(expected);
          }
        }),
        { numRuns: 25 },
      );
    });
  });
}
