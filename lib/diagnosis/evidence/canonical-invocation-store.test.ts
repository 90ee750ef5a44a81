import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolRecord } from "../../contracts/evidence";
import type { InvocationId } from "../../contracts/ids";
import { ManualClock } from "../../harness/testing/manual-clock";
import { RecordingTrace } from "../../harness/testing/recording-trace";
import { SeededIds } from "../../harness/testing/seeded-ids";
import { deferred } from "../../harness/testing/deferred";
import { invocationIdOf, readyRecord } from "../testing/ready-record";
import { createCanonicalInvocationStore } from "./canonical-invocation-store";

function open(save: (record: ToolRecord) => Promise<void> = () => Promise.resolve()) {
  const trace = new RecordingTrace();
  const errors: unknown[] = [];
  const saved: ToolRecord[] = [];
  const store = createCanonicalInvocationStore({
    runId: new SeededIds().runId(),
    trace,
    clock: new ManualClock(),
    sink: {
      save: async (record) => {
        await save(record);
        saved.push(record);
      },
    },
    onSinkError: (error) => errors.push(error),
  });
  return { store, trace, errors, saved };
}
const request = (invocationId: InvocationId, normalizedScope = "k") => ({
  invocationId,
  tool: "mysql_query",
  source: "shop",
  label: "check",
  statement: "SELECT 1",
  params: [],
  scope: "scope",
  normalizedScope,
});
const one = invocationIdOf(1);
const { evidence, contentHash, bytes } = readyRecord({ rows: [["1"]] });
const down = () => Promise.reject(new Error("the store is down"));

describe("the canonical invocation store", () => {
  it("says which records could not be stored as they are, until they could (TOOL-2)", async () => {
    let isDown = false;
    const { store } = open((record) =>
      isDown && record.status !== "PROJECTING" ? down() : Promise.resolve(),
    );
    const two = invocationIdOf(2);
    await store.begin(request(one));
    await store.begin(request(two, "other"));
    expect(await store.unsaved()).toEqual([]);
    isDown = true;
    store.fail(two, "QUERY_TIMEOUT", "slow");
    store.fail(one, "RUN_ENDED", "stopped");
    expect((await store.unsaved()).map((record) => record.invocationId)).toEqual([one, two]);
    isDown = false;
    const three = invocationIdOf(3);
    await store.begin(request(three, "third"));
    store.fail(three, "QUERY_TIMEOUT", "slow");
    expect((await store.unsaved()).map((record) => record.errorCode)).toEqual(["RUN_ENDED", "QUERY_TIMEOUT"]);
  });

  it("goes PROJECTING → READY once, and tells every state", async () => {
    const { store, trace, saved } = open();
    expect(await store.begin(request(one))).toMatchObject({
      ok: true,
      record: { status: "PROJECTING", ordinal: 1 },
    });
    expect(await store.complete(one, evidence, contentHash, bytes)).toMatchObject({
      ok: true,
      record: { status: "READY", evidenceStatus: "EVIDENCE_FOUND", contentHash, bytes },
    });
    expect(await store.complete(one, evidence, contentHash, bytes)).toEqual({
      ok: false,
      code: "NOT_PROJECTING",
    });
    expect(store.fail(one, "RUN_ENDED", "late")).toBeNull();
    expect(trace.of("tool").map(({ record }) => record.status)).toEqual(["PROJECTING", "READY"]);
    expect(saved.map(({ status }) => status)).toEqual(["PROJECTING", "READY"]);
  });

  it("says NO_EVIDENCE for an empty result", async () => {
    const { store } = open();
    await store.begin(request(one));
    await store.complete(one, { ...evidence, rows: [] }, contentHash, bytes);
    expect(store.find(one)).toMatchObject({ status: "READY", evidenceStatus: "NO_EVIDENCE" });
  });

  it("goes PROJECTING → ERROR once, at once, even when the sink is down", async () => {
    let broken = false;
    const { store, errors } = open(() => (broken ? down() : Promise.resolve()));
    await store.begin(request(one));
    broken = true;
    expect(store.fail(one, "QUERY_TIMEOUT", "slow")).toMatchObject({
      status: "ERROR",
      evidenceStatus: "ERROR",
    });
    expect(store.find(one)?.status).toBe("ERROR");
    expect(store.fail(one, "RUN_ENDED", "again")).toBeNull();
    expect(await store.complete(one, evidence, contentHash, bytes)).toEqual({
      ok: false,
      code: "NOT_PROJECTING",
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toHaveLength(1);
  });

  it("keeps no record of a begin that could not be stored", async () => {
    const { store, trace, errors } = open(down);
    expect(await store.begin(request(one))).toEqual({ ok: false, code: "STORE_UNAVAILABLE" });
    expect(store.list()).toEqual([]);
    expect(trace.of("tool")).toEqual([]);
    expect(errors).toHaveLength(1);
  });

  it("stays PROJECTING after a complete that could not be stored, so that the caller can fail it", async () => {
    let broken = false;
    const { store } = open(() => (broken ? down() : Promise.resolve()));
    await store.begin(request(one));
    broken = true;
    expect(await store.complete(one, evidence, contentHash, bytes)).toEqual({
      ok: false,
      code: "STORE_UNAVAILABLE",
    });
    expect(store.fail(one, "STORE_FAILED", "down")).toMatchObject({ status: "ERROR" });
  });

  it("lets a fail change nothing while a complete is being stored", async () => {
    const gate = deferred<undefined>();
    const { store, saved } = open((record) => (record.status === "READY" ? gate.promise : Promise.resolve()));
    await store.begin(request(one));
    const completing = store.complete(one, evidence, contentHash, bytes);
    expect(store.fail(one, "RUN_ENDED", "the run ended")).toBeNull();
    expect(await store.complete(one, evidence, contentHash, bytes)).toEqual({
      ok: false,
      code: "NOT_PROJECTING",
    });
    gate.resolve(undefined);
    expect(await completing).toMatchObject({ ok: true });
    expect(saved.map(({ status }) => status)).toEqual(["PROJECTING", "READY"]);
  });

  it("refuses an id twice, also while the first is being stored", async () => {
    const gate = deferred<undefined>();
    const { store } = open(() => gate.promise);
    const first = store.begin(request(one));
    expect(await store.begin(request(one))).toEqual({ ok: false, code: "DUPLICATE_ID" });
    gate.resolve(undefined);
    expect(await first).toMatchObject({ ok: true });
    expect(await store.begin(request(one))).toEqual({ ok: false, code: "DUPLICATE_ID" });
  });

  it("answers a repeat from READY records alone", async () => {
    const { store } = open();
    const two = invocationIdOf(2);
    await store.begin(request(one));
    expect(store.findReadyByScope("mysql_query", "k")).toBeUndefined();
    store.fail(one, "EXECUTION_FAILED", "x");
    expect(store.findReadyByScope("mysql_query", "k")).toBeUndefined();
    await store.begin(request(two));
    await store.complete(two, evidence, contentHash, bytes);
    expect(store.findReadyByScope("mysql_query", "k")?.invocationId).toBe(two);
    expect(store.findReadyByScope("mysql_query", "other")).toBeUndefined();
    expect(store.findReadyByScope("other", "k")).toBeUndefined();
  });

  it("keeps and stores the gain of a READY record, and of no other", async () => {
    const { store, saved } = open();
    await store.begin(request(one));
    expect(() => {
      store.judge(one, "GAINED");
    }).toThrow();
    await store.complete(one, evidence, contentHash, bytes);
    store.judge(one, "NO_GAIN");
    expect(store.find(one)).toMatchObject({ status: "READY", gain: "NO_GAIN" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(saved.at(-1)).toMatchObject({ gain: "NO_GAIN" });
  });

  it("leaves PROJECTING once under every interleaving of begin, complete and fail", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom("complete", "fail", "break"), { maxLength: 5 }),
        async (s, acts) => {
          let broken = false;
          const { store, trace } = open((record) =>
            s.schedule(Promise.resolve(), record.status).then(() => {
              if (broken && record.status === "READY") throw new Error("down");
            }),
          );
          const begun = store.begin(request(one));
          await s.waitAll();
          await begun;
          const pending: Promise<unknown>[] = [];
          for (const act of acts) {
            if (act === "break") broken = true;
            if (act === "fail") store.fail(one, "RUN_ENDED", "x");
            if (act === "complete") pending.push(store.complete(one, evidence, contentHash, bytes));
            if (s.count() > 1) await s.waitOne();
          }
          await s.waitAll();
          await Promise.all(pending);
          const states = trace.of("tool").map(({ record }) => record.status);
          expect(states[0]).toBe("PROJECTING");
          expect(states.length).toBeLessThanOrEqual(2);
          expect(store.find(one)?.status).toBe(states.at(-1));
        },
      ),
      { numRuns: 300 },
    );
  });
});
