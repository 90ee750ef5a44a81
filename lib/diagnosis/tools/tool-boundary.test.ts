import { describe, expect, it } from "vitest";
import type { PreflightCode } from "../../contracts/evidence";
import { deferred } from "../../harness/testing/deferred";
import { RunAbortedException } from "../../harness/run-aborted-exception";
import type { EvidenceResult, EvidenceTool } from "../ports";
import {
  diagnosisFixture,
  linesOf,
  settle,
  type DiagnosisFixture,
  type FixtureOptions,
} from "../testing/diagnosis-fixture";
import { rowsResult } from "../testing/scripted-sources";
import { createSecretMask } from "../masking/secret-mask";
import { joinTools } from "./join-tools";
import { createQueryTools, QUERY_TOOL } from "./query-tool";
import { ToolBoundary } from "./tool-boundary";
import { carryDirectly } from "./tool-call-carrier";

interface Bench extends DiagnosisFixture {
  readonly boundary: ToolBoundary;
}
function bench(options: FixtureOptions & { saturated?: boolean } = {}): Bench {
  const fixture = diagnosisFixture(options);
  const { core, ctx, sources, clock, ids } = fixture;
  const boundary = new ToolBoundary({
    core,
    ctx,
    tools: createQueryTools(sources),
    carry: carryDirectly,
    mask: createSecretMask({ known: [], scopeKey: "test" }),
    clock,
    ids,
    isSaturated: () => options.saturated ?? false,
    allowedSources: options.settings?.allowedSources ?? null,
    statementTimeoutMs: options.settings?.statementTimeoutMs ?? 60_000,
    maxEvidenceBytes: options.settings?.maxEvidenceBytes ?? 10_000,
  });
  return { ...fixture, boundary };
}
const request = (more: Record<string, unknown> = {}) => ({
  source: "shop",
  statement: "SELECT 1",
  params: [],
  scope: "one",
  label: "check",
  ...more,
});
function rejections({ trace }: Bench): unknown[] {
  return trace
    .of("line")
    .filter(({ line }) => line.name === "TOOL_REQUEST_REJECTED")
    .map(({ line }) => line.detail["code"]);
}
const used = ({ ctx, clock }: Bench) => ctx.budget.snapshot(clock.now());

describe("preflight", () => {
  it.each<[PreflightCode, string, unknown, FixtureOptions & { saturated?: boolean }]>([
    ["TOOL_NOT_AUTHORISED", "shell", request(), {}],
    ["TOOL_NOT_AUTHORISED", QUERY_TOOL, request({ source: "payroll" }), {}],
    ["TOOL_NOT_AUTHORISED", QUERY_TOOL, request(), { settings: { allowedSources: [] } }],
    ["INVALID_REQUEST", QUERY_TOOL, null, {}],
    ["INVALID_REQUEST", QUERY_TOOL, "SELECT 1", {}],
    ["INVALID_REQUEST", QUERY_TOOL, request({ timeoutMs: 1 }), {}],
    ["INVALID_REQUEST", QUERY_TOOL, request({ source: undefined }), {}],
    ["INVALID_REQUEST", QUERY_TOOL, request({ statement: " " }), {}],
    ["INVALID_REQUEST", QUERY_TOOL, request({ params: [{ toSqlString: "1" }] }), {}],
    ["INVALID_REQUEST", QUERY_TOOL, request({ params: [Number.NaN] }), {}],
    ["INVALID_REQUEST", QUERY_TOOL, request({ scope: "" }), {}],
    ["NOT_READ_ONLY", QUERY_TOOL, request({ statement: "DELETE FROM orders" }), {}],
    ["COLLECTION_SATURATED", QUERY_TOOL, request(), { saturated: true }],
    ["STORE_UNAVAILABLE", QUERY_TOOL, request(), { save: () => Promise.reject(new Error("down")) }],
  ])("refuses with %s", async (code, tool, body, options) => {
    const b = bench(options);
    expect(await b.boundary.invoke(tool, body)).toMatchObject({ kind: "rejected", code });
    expect(rejections(b)).toEqual([code]);
    expect(b.ctx.invocations.list()).toEqual([]);
    expect(b.sources.ran).toEqual([]);
    expect(used(b).toolCalls.used).toBe(0);
  });

  it("refuses an id that was used already", async () => {
    const b = bench();
    const id = b.ids.invocationId();
    const reused = new ToolBoundary({
      core: b.core,
      ctx: b.ctx,
      tools: createQueryTools(b.sources),
      carry: carryDirectly,
      mask: createSecretMask({ known: [], scopeKey: "test" }),
      clock: b.clock,
      ids: { ...idsOf(b), invocationId: () => id },
      isSaturated: () => false,
      allowedSources: null,
      statementTimeoutMs: 1_000,
      maxEvidenceBytes: 1_000,
    });
    expect(await reused.invoke(QUERY_TOOL, request())).toMatchObject({ kind: "ready" });
    expect(await reused.invoke(QUERY_TOOL, request({ statement: "SELECT 2" }))).toMatchObject({
      kind: "rejected",
      code: "INVALID_INVOCATION_ID",
    });
    expect(b.ctx.invocations.list()).toHaveLength(1);
  });

  it("refuses a run that has ended, and the exception goes on", async () => {
    const b = bench();
    b.core.cancel(b.ctx, { reason: "USER_REQUESTED", requestedBy: "test", note: null });
    await expect(b.boundary.invoke(QUERY_TOOL, request())).rejects.toBeInstanceOf(RunAbortedException);
    expect(rejections(b)).toEqual(["RUN_NOT_ACTIVE"]);
  });

  it("refuses beyond the budget, exhausts the run, and the exception goes on", async () => {
    const b = bench({ limits: { toolCalls: 1 } });
    await b.boundary.invoke(QUERY_TOOL, request());
    const second = b.boundary.invoke(QUERY_TOOL, request({ statement: "SELECT 2" }));
    await expect(second).rejects.toBeInstanceOf(RunAbortedException);
    expect(rejections(b)).toEqual(["BUDGET_EXCEEDED"]);
    expect(b.ctx.lifecycle.state).toBe("BUDGET_EXHAUSTED");
    expect(b.ctx.invocations.list()).toHaveLength(1);
  });
});

describe("a recorded call", () => {
  it("becomes READY with the evidence, its hash and its size", async () => {
    const b = bench({ sources: { run: () => rowsResult(["n"], [["5"]]) } });
    const result = await b.boundary.invoke(QUERY_TOOL, request({ params: [1, "x", null] }));
    expect(result).toMatchObject({
      kind: "ready",
      repeated: false,
      record: { status: "READY", evidenceStatus: "EVIDENCE_FOUND", params: [1, "x", null], ordinal: 1 },
    });
    expect(used(b).bytes.used).toBe(result.kind === "ready" ? result.record.bytes : -1);
    expect(used(b).toolCalls.used).toBe(1);
    expect(linesOf(b, "TOOL_INVOCATION")).toMatchObject([
      { status: "ok", detail: { rows: 1, repeated: false } },
    ]);
  });

  it("gives the statement the smaller of its own time and what is left of the deadline", async () => {
    const b = bench({ limits: { wallTimeMs: 90_000 } });
    await b.boundary.invoke(QUERY_TOOL, request());
    b.timers.advance(50_000);
    await b.boundary.invoke(QUERY_TOOL, request({ statement: "SELECT 2" }));
    expect(b.sources.ran.map(({ timeoutMs }) => timeoutMs)).toEqual([60_000, 40_000]);
  });

  it("reserves the bytes before the record is stored", async () => {
    const b = bench();
    await b.boundary.invoke(QUERY_TOOL, request());
    const bytesAt = b.trace.told.findIndex(
      (told) => told.kind === "ledger" && told.line.resource === "bytes",
    );
    const readyAt = b.trace.told.findIndex((told) => told.kind === "tool" && told.record.status === "READY");
    expect(bytesAt).toBeGreaterThan(0);
    expect(bytesAt).toBeLessThan(readyAt);
  });

  it.each<[string, FixtureOptions, string]>([
    [
      "the server's error",
      { sources: { run: () => ({ kind: "error", code: "QUERY_TIMEOUT", message: "slow" }) } },
      "QUERY_TIMEOUT",
    ],
    ["a ragged result", { sources: { run: () => rowsResult(["a"], [["1", "2"]]) } }, "PROJECTION_FAILED"],
    [
      "a huge result",
      { sources: { run: () => rowsResult(["a"], [["x".repeat(15_000)]]) } },
      "RESULT_TOO_LARGE",
    ],
    [
      "a result that cannot be stored",
      {
        save: (record) => (record.status === "READY" ? Promise.reject(new Error("down")) : Promise.resolve()),
      },
      "STORE_FAILED",
    ],
  ])("becomes ERROR on %s", async (_, options, code) => {
    const b = bench(options);
    expect(await b.boundary.invoke(QUERY_TOOL, request())).toMatchObject({ kind: "error", code });
    expect(b.ctx.invocations.list()).toMatchObject([
      { status: "ERROR", evidenceStatus: "ERROR", errorCode: code },
    ]);
    expect(used(b).bytes.used).toBe(0);
    expect(linesOf(b, "TOOL_INVOCATION")).toMatchObject([{ status: "failed", detail: { code } }]);
    expect(b.ctx.lifecycle.state).toBe("RUNNING");
  });

  it("becomes ERROR when an adapter breaks its promise, and the bug goes on", async () => {
    const bug = new Error("bug");
    const b = bench({
      sources: {
        run: () => {
          throw bug;
        },
      },
    });
    await expect(b.boundary.invoke(QUERY_TOOL, request())).rejects.toBe(bug);
    expect(b.ctx.invocations.list()).toMatchObject([{ status: "ERROR", errorCode: "EXECUTION_FAILED" }]);
  });

  it("becomes ERROR when its bytes do not fit the budget, which ends the run", async () => {
    const b = bench({ limits: { bytes: 10 } });
    await expect(b.boundary.invoke(QUERY_TOOL, request())).rejects.toBeInstanceOf(RunAbortedException);
    expect(b.ctx.invocations.list()).toMatchObject([{ status: "ERROR", errorCode: "BUDGET_EXCEEDED" }]);
    expect(b.ctx.lifecycle.state).toBe("BUDGET_EXHAUSTED");
  });

  it("is stopped at once by a cancel, becomes ERROR, and its late result is not merged", async () => {
    const answer = deferred<EvidenceResult>();
    const b = bench({ sources: { run: () => answer.promise } });
    const call = b.boundary.invoke(QUERY_TOOL, request());
    call.catch(() => undefined);
    await settle();
    b.core.cancel(b.ctx, { reason: "USER_REQUESTED", requestedBy: "test", note: null });
    await expect(call).rejects.toBeInstanceOf(RunAbortedException);
    expect(b.sources.stopped).toEqual(["SELECT 1"]);
    expect(b.ctx.invocations.list()).toMatchObject([{ status: "ERROR", errorCode: "RUN_ENDED" }]);
    answer.resolve(rowsResult(["a"], [["1"]]));
    await settle();
    expect(b.ctx.invocations.list()).toMatchObject([{ status: "ERROR", errorCode: "RUN_ENDED" }]);
    expect(b.core.lateArrivals(b.ctx)).toMatchObject([{ what: "tool_result" }]);
    expect(used(b).bytes.used).toBe(0);
  });

  it("never starts when the run ends while its record is being stored", async () => {
    const stored = deferred<undefined>();
    const b = bench({
      save: (record) => (record.status === "PROJECTING" ? stored.promise : Promise.resolve()),
    });
    const call = b.boundary.invoke(QUERY_TOOL, request());
    call.catch(() => undefined);
    await settle();
    b.timers.advance(200_000);
    stored.resolve(undefined);
    await expect(call).rejects.toBeInstanceOf(RunAbortedException);
    expect(b.sources.ran).toEqual([]);
    expect(b.ctx.invocations.list()).toMatchObject([{ status: "ERROR", errorCode: "RUN_ENDED" }]);
  });
});

describe("an exact repeat", () => {
  it("is answered from the record: nothing runs, nothing is charged", async () => {
    const b = bench();
    const first = await b.boundary.invoke(QUERY_TOOL, request());
    const before = used(b);
    const again = await b.boundary.invoke(
      QUERY_TOOL,
      request({ statement: "SELECT   1 ", scope: "other words", label: "x" }),
    );
    expect(again).toEqual({ ...first, repeated: true });
    expect(b.sources.ran).toHaveLength(1);
    expect(used(b)).toEqual(before);
  });
  it("is none when a parameter or its type differs", async () => {
    const b = bench();
    for (const params of [[1], ["1"], [2], []]) await b.boundary.invoke(QUERY_TOOL, request({ params }));
    expect(b.sources.ran).toHaveLength(4);
  });
  it("runs again after a failure", async () => {
    let attempt = 0;
    const b = bench({
      sources: {
        run: () => {
          attempt += 1;
          return attempt === 1
            ? { kind: "error", code: "CONNECTION_FAILED", message: "x" }
            : rowsResult(["a"], []);
        },
      },
    });
    await b.boundary.invoke(QUERY_TOOL, request());
    expect(await b.boundary.invoke(QUERY_TOOL, request())).toMatchObject({ kind: "ready", repeated: false });
  });
});

function idsOf({ ids }: Bench) {
  return {
    runId: () => ids.runId(),
    sessionId: () => ids.sessionId(),
    modelCallId: () => ids.modelCallId(),
  };
}

describe("several tools", () => {
  /** A tool of another kind beside the databases; its calls run until they are stopped. */
  function withOther(b: Bench): ToolBoundary {
    const [query] = createQueryTools(b.sources).list();
    if (query === undefined) throw new Error("the databases have a tool");
    const other: EvidenceTool = {
      ...query,
      name: "mcp__kb__search",
      handleKind: "mcp_call",
      run: () => ({
        result: new Promise(() => undefined),
        stop: () => Promise.resolve({ stop: "unconfirmed", detail: "nothing was said" }),
      }),
    };
    const set = { list: () => [other], sources: () => [], ready: b.sources.ready, close: b.sources.close };
    return new ToolBoundary({
      core: b.core,
      ctx: b.ctx,
      tools: joinTools([createQueryTools(b.sources), set]),
      carry: carryDirectly,
      mask: createSecretMask({ known: [], scopeKey: "test" }),
      clock: b.clock,
      ids: b.ids,
      isSaturated: () => false,
      allowedSources: null,
      statementTimeoutMs: 1_000,
      maxEvidenceBytes: 1_000,
    });
  }

  it("ask different questions by the same words, and a receipt names the kind of each call", async () => {
    const b = bench();
    const boundary = withOther(b);
    expect(await boundary.invoke(QUERY_TOOL, request())).toMatchObject({ kind: "ready" });
    const call = boundary.invoke("mcp__kb__search", request());
    call.catch(() => undefined);
    await settle();
    b.core.cancel(b.ctx, { reason: "USER_REQUESTED", requestedBy: "test", note: null });
    await expect(call).rejects.toBeInstanceOf(RunAbortedException);
    await settle();
    expect(b.ctx.invocations.list()).toMatchObject([
      { tool: QUERY_TOOL, status: "READY" },
      { tool: "mcp__kb__search", status: "ERROR", errorCode: "RUN_ENDED" },
    ]);
    expect(b.core.receipt(b.ctx)?.handles).toMatchObject([
      { kind: "mcp_call", what: "mcp__kb__search: check", stop: "unconfirmed", detail: "nothing was said" },
    ]);
  });
});
