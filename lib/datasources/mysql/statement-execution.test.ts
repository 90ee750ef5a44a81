import fc from "fast-check";
import { expect, test } from "vitest";
import { FakeServer, stillTime, type Step } from "../testing/fake-server";
import { KillLine } from "./kill-line";
import { DEFAULT_PROJECTION_CAPS, RowProjection } from "./row-projection";
import { SessionPool } from "./session-pool";
import { StatementExecution } from "./statement-execution";
import type { ToolFailure } from "./server-error";

interface Setup {
  readonly server: FakeServer;
  readonly step: Step;
  execute(sql: string): StatementExecution;
}

function setUp(
  step: Step,
  connections: number,
  admit: () => Promise<ToolFailure | null> = () => Promise.resolve(null),
): Setup {
  const server = new FakeServer(step);
  const time = stillTime(step);
  const open = () => server.open();
  const pool = new SessionPool(open, connections);
  const killLine = new KillLine(open, { size: 2, answerTimeoutMs: 1_000, time });
  return {
    server,
    step,
    execute: (sql) =>
      new StatementExecution(
        {
          sql,
          boundsSql: (timeoutMs) => `SET ${timeoutMs}`,
          timeoutMs: 10_000,
          projection: new RowProjection(DEFAULT_PROJECTION_CAPS, false, {
            flagsOf: () => [],
            secretsOf: () => [],
            skipsRows: false,
            cutsRows: false,
          }),
          maxWireBytes: 1_000,
          refusesWarnings: true,
          admit,
        },
        {
          pool,
          killLine,
          patience: { queryMs: 1_000, connectionMs: 1_000 },
          time,
          describeConnectError: (error) => ({ code: "CONNECTION_FAILED", message: String(error) }),
        },
      ),
  };
}

test("KILL-2, KILL-3, RUN-7: in any order of answers, stops, kills and looks, no kill hits another statement", async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom("run", "stop", "stop twice"), { minLength: 2, maxLength: 7 }),
      fc.integer({ min: 1, max: 3 }),
      async (scheduler, kinds, connections) => {
        const step: Step = (label) => scheduler.schedule(Promise.resolve(), label);
        const { server, execute } = setUp(step, connections);
        const work = kinds.map(async (kind, index) => {
          const sql = `S${index}`;
          await step(`start ${sql}`);
          const execution = execute(sql);
          const stops = kind === "run" ? [] : kind === "stop" ? [1] : [1, 2];
          const reports = await Promise.all(
            stops.map(async () => {
              await step(`stop ${sql}`);
              return execution.stop();
            }),
          );
          return { kind, sql, reports, result: await execution.result };
        });
        const done = await scheduler.waitFor(Promise.all(work));
        expect(server.violations).toEqual([]);
        const stopped = done.filter((item) => item.kind !== "run").map((item) => item.sql);
        for (const victim of server.victims) expect(stopped).toContain(victim);
        for (const { kind, sql, reports, result } of done) {
          for (const report of reports) {
            expect(report.stop).toBe("confirmed");
            outcomes.add(report.detail.replace(/\d+/, "N"));
          }
          expect(new Set(reports.map((report) => report.detail)).size).toBeLessThanOrEqual(1);
          const ended = reports[0]?.detail.includes("already finished") ?? true;
          if (kind === "run" || ended)
            expect(result).toMatchObject({ kind: "rows", evidence: { rows: [[sql]] } });
          else expect(result).toMatchObject({ kind: "error", code: "RUN_ENDED" });
          // Gone means gone: nothing of a stopped statement is executing any more.
          for (const thread of server.threads.values()) expect(thread.executing?.sql).not.toBe(sql);
        }
      },
    ),
    { numRuns: 400 },
  );
  // The schedules reached all three kinds of stop.
  expect([...outcomes].toSorted()).toEqual([
    "KILL QUERY on thread N; gone from the process list",
    "The statement had already finished; nothing was killed",
    "The statement had not been sent; it was withdrawn",
  ]);
});

test("a refusal by admission ends the statement without a connection", async () => {
  const { server, execute } = setUp(
    () => Promise.resolve(),
    1,
    () => Promise.resolve({ code: "FEATURE_UNAVAILABLE", message: "off" }),
  );
  expect(await execute("S").result).toEqual({ kind: "error", code: "FEATURE_UNAVAILABLE", message: "off" });
  expect(server.threads.size).toBe(0);
});
