/** The scenes of a run: what is a child, what an acceptance, what a delta, what a checkpoint. */
import { describe, expect, it } from "vitest";
import { Runner, type CallEnding, type CheckpointStore, type InvocationObserver } from "../../invocation";
import {
  diagnosisFixture,
  linesOf,
  settle,
  type DiagnosisFixture,
  type FixtureOptions,
} from "../testing/diagnosis-fixture";
import { RunLives } from "../testing/run-lives";
import { draftStep, dueReport, lawfulDraft, toolStep } from "../testing/scripted-model";
import { rowsResult } from "../testing/scripted-sources";
import type { StepInput } from "../ports";
import { runScene, type RunAnswer, type RunQuestion } from "./run-scene";
import { SCENE_CALL_BINDINGS } from "./scene-calls";
import { recordDelta, StageDelta } from "./scene-stage";

const QUESTION: RunQuestion = { query: "why?", history: [], previousTurn: null, intent: null };

interface Scened {
  readonly fixture: DiagnosisFixture;
  readonly runner: Runner<RunQuestion, RunAnswer>;
  /** What happened, in order. */
  readonly log: string[];
  run(): Promise<RunAnswer>;
}

function scened(options: FixtureOptions = {}, checkpoints: Partial<CheckpointStore> = {}): Scened {
  const log: string[] = [];
  const fixture = diagnosisFixture({
    ...options,
    save: async (record) => {
      log.push(`record ${record.status}`);
      await options.save?.(record);
    },
  });
  const { runtime, ctx, clock } = fixture;
  const observer: InvocationObserver = {
    progress: (delta, { name }) => {
      if (delta instanceof StageDelta) log.push(`${name} tells ${delta.event.kind}`);
      recordDelta(ctx.trace, delta);
    },
    ended: ({ name, context }: CallEnding) => log.push(`${name} ${context.kind}`),
  };
  const runner = new Runner(runScene({ runtime, ctx, clock }), {
    clock,
    resources: SCENE_CALL_BINDINGS,
    checkpoints: {
      begin: () => undefined,
      save: (contextId) => void log.push(`checkpoint ${contextId.replace(/^run_\w+/, "run")}`),
      load: () => null,
      finish: () => undefined,
      ...checkpoints,
    },
    observers: [observer],
  });
  ctx.cancellation.onCancel((request) => runner.cancel(request));
  return { fixture, runner, log, run: () => runner.run(QUESTION, { id: ctx.runId }) };
}

const twoFacts = (input: StepInput) => {
  const seen = input.observations.filter((observation) => observation.kind === "evidence").length;
  if (seen === 2) return draftStep(lawfulDraft(input), dueReport(input));
  return toolStep({ statement: `SELECT ${seen}`, scope: `table ${seen}` }, dueReport(input));
};

describe("a diagnosis", () => {
  it("stores each record as the acceptance of its call, and saves a checkpoint after it", async () => {
    const { run, log } = scened({ model: { step: twoFacts } });
    await run();
    const steps = log.filter((entry) =>
      /^(record|checkpoint|toolCall|routing|agent|release|run) /.test(entry),
    );
    expect(steps.filter((entry) => !entry.includes(" tells "))).toEqual([
      "routing succeeded",
      "checkpoint run",
      "record PROJECTING",
      "toolCall succeeded",
      "record READY",
      "checkpoint run/agent",
      "record PROJECTING",
      // The verdict on the first result, as the second step reported it; nobody waits for it.
      "record READY",
      "toolCall succeeded",
      "record READY",
      "checkpoint run/agent",
      "record READY",
      "agent succeeded",
      "checkpoint run",
      "release succeeded",
      "run succeeded",
    ]);
  });

  it("tells every phase and line as a delta of the stage that it belongs to, and nothing else", async () => {
    const { run, log, fixture } = scened();
    await run();
    const telling = new Set(log.filter((entry) => entry.includes(" tells ")));
    expect([...telling].sort()).toEqual([
      "agent tells axes",
      "agent tells line",
      "release tells axes",
      "release tells line",
      "routing tells axes",
      "routing tells line",
    ]);
    expect(log.filter((entry) => entry.endsWith("tells line"))).toHaveLength(linesOf(fixture).length);
  });

  it("goes on without a checkpoint that could not be saved, and says so", async () => {
    const { run, fixture } = scened(
      {},
      {
        save: () => {
          throw new Error("the store is down");
        },
      },
    );
    expect(await run()).toMatchObject({ outcome: "SUCCESS" });
    const failed = linesOf(fixture, "CHECKPOINT_FAILED").map(({ detail }) => detail["checkpoint"]);
    expect(failed).toEqual([fixture.ctx.runId, `${fixture.ctx.runId}/agent`, fixture.ctx.runId]);
  });

  it("cannot begin, or be delivered, without its checkpoint store", async () => {
    const down = new Error("the store is down");
    const fails = () => {
      throw down;
    };
    const unbegun = scened({}, { begin: fails });
    await expect(unbegun.run()).rejects.toBe(down);
    expect(unbegun.fixture.model.calls).toEqual([]);
    const unfinished = scened({}, { finish: (contextId) => (contextId.includes("/") ? undefined : fails()) });
    await expect(unfinished.run()).rejects.toBe(down);
    expect(unfinished.runner.call?.contextState.kind).toBe("succeeded");
  });

  it("is cancelled, not failed, when the run ends under a query; its record is closed", async () => {
    const { fixture, runner, log, run } = scened({ sources: { run: () => "hang" } });
    const running = run();
    void running.catch(() => undefined);
    await settle();
    fixture.core.cancel(fixture.ctx, { reason: "USER_REQUESTED", requestedBy: "test", note: null });
    await expect(running).rejects.toBeDefined();
    expect(runner.call?.contextState.kind).toBe("cancelled");
    const ended = log.filter((entry) => entry.endsWith(" cancelled"));
    expect(ended).toEqual(["toolCall cancelled", "agent cancelled", "run cancelled"]);
    expect(fixture.sources.stopped).toHaveLength(1);
    expect(fixture.ctx.invocations.list()).toMatchObject([{ status: "ERROR", errorCode: "RUN_ENDED" }]);
    expect(fixture.core.receipt(fixture.ctx)?.handles).toMatchObject([
      { kind: "mysql_query", stop: "confirmed" },
    ]);
  });

  it("is cancelled when the run ends while a record is being stored; the store has the last word on it", async () => {
    let stored: () => void = () => undefined;
    const { fixture, log, run } = scened({
      save: (record) =>
        record.status === "READY" ? new Promise((resolve) => (stored = resolve)) : Promise.resolve(),
    });
    const running = run();
    void running.catch(() => undefined);
    await settle();
    fixture.core.cancel(fixture.ctx, { reason: "USER_REQUESTED", requestedBy: "test", note: null });
    await settle();
    // EXIT-8: an acceptance that runs is waited for.
    expect(log).not.toContain("agent cancelled");
    stored();
    await expect(running).rejects.toBeDefined();
    expect(log).toContain("agent cancelled");
    expect(fixture.ctx.invocations.list()).toMatchObject([{ status: "READY" }]);
  });

  it("is handed over: what is in flight is stopped, the run goes on RUNNING, its lost call is no answer", async () => {
    const { fixture, runner, run } = scened({ sources: { run: () => "hang" } });
    const { core, ctx } = fixture;
    const running = run();
    void running.catch(() => undefined);
    await settle();
    const handedOver = core.handOver(ctx);
    runner.cancel("handed over");
    await expect(running).rejects.toBeDefined();
    await handedOver;
    expect(fixture.sources.stopped).toHaveLength(1);
    expect(ctx.lifecycle.termination).toBeNull();
    expect(ctx.invocations.list()).toMatchObject([{ status: "ERROR", errorCode: "PROCESS_LOST" }]);
    expect(() => core.checkActive(ctx)).toThrow();
    core.dispose(ctx);
    expect(ctx.lifecycle.termination).toBeNull();
  });
});

it("is not routed again where an earlier life of the run was", async () => {
  const { runner, fixture } = scened();
  await runner.run({ ...QUESTION, intent: "SYSTEM_CHAT" }, { id: fixture.ctx.runId });
  expect(fixture.model.calls).toEqual(["answerSystem"]);
});

describe("a resumed diagnosis", () => {
  it("says so in the trace where the agent's checkpoint alone cannot be read", async () => {
    const lives = new RunLives();
    const never = new Promise<never>(() => undefined);
    void lives.live({
      model: { step: threeFacts },
      sources: { run: ({ statement }) => (statement === "SELECT 1" ? never : oneRow(statement)) },
    });
    for (let turn = 0; turn < 5; turn += 1) await settle();
    const agent = [...lives.checkpoints.keys()].find((contextId) => contextId.endsWith("/agent"));
    lives.checkpoints.set(agent ?? "none", '{"of":"another version"}');
    await lives.live({ model: { step: threeFacts }, sources: { run: ({ statement }) => oneRow(statement) } });
    const last = lives.lives.at(-1);
    if (last === undefined) throw new Error("there was a life");
    expect(linesOf(last, "CHECKPOINT_FAILED").map(({ detail }) => detail)).toMatchObject([
      { what: "read", checkpoint: agent },
    ]);
    expect(last.sources.ran.map(({ statement }) => statement)).toEqual(["SELECT 1", "SELECT 2"]);
  });

  it("begins anew where its checkpoint cannot be read, and knows every stored record all the same", async () => {
    const lives = new RunLives();
    const never = new Promise<never>(() => undefined);
    // The first life dies in its third query.
    void lives.live({
      model: { step: threeFacts },
      sources: { run: ({ statement }) => (statement === "SELECT 2" ? never : oneRow(statement)) },
    });
    for (let turn = 0; turn < 5; turn += 1) await settle();
    expect(lives.records.map((record) => record.status)).toEqual(["READY", "READY", "PROJECTING"]);
    for (const contextId of lives.checkpoints.keys())
      lives.checkpoints.set(contextId, '{"of":"another version"}');

    const answer = await lives.live({
      model: { step: threeFacts },
      sources: { run: ({ statement }) => oneRow(statement) },
    });
    expect(answer).toMatchObject({ outcome: "SUCCESS" });
    // The root began anew as well, so its agent had no checkpoint to look for.
    expect(lives.unreadable).toEqual(["root"]);
    expect(lives.lives.at(-1)?.sources.ran.map(({ statement }) => statement)).toEqual(["SELECT 2"]);
    expect(lives.records.map((record) => record.errorCode ?? record.status)).toEqual([
      "READY",
      "READY",
      "PROCESS_LOST",
      "READY",
    ]);
  });
});

const oneRow = (statement: string) => rowsResult(["n"], [[statement]]);

function threeFacts(input: StepInput) {
  const seen = input.observations.filter((observation) => observation.kind === "evidence").length;
  if (seen === 3) return draftStep(lawfulDraft(input), dueReport(input));
  return toolStep({ statement: `SELECT ${seen}`, scope: `table ${seen}` }, dueReport(input));
}
