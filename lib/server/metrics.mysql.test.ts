/** GET /api/metrics: a real scrape of a real server, also of one that goes on with the runs of another. */
import { spawnSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { StartRunReply } from "../contracts/requests";
import { createScriptedModel, toolStep } from "../diagnosis/testing/scripted-model";
import { parseMetrics, type Sample } from "../telemetry/testing/parse-metrics";
import type { ApiClient } from "./testing/api-client";
import { openParcels, QUESTION, type Parcels } from "./testing/parcels";
import { ServedProcess } from "./testing/served-process";
import { createTestToken } from "./testing/test-token";
import { HEAVY_SQL, World } from "./testing/world";

const SETUP_MS = 240_000;
const WAIT_MS = 40_000;

let world: World;
let parcels: Parcels;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  world = await World.open();
  parcels = await openParcels(world);
}, SETUP_MS);
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
afterAll(async () => {
  await parcels.close();
  await world.close();
});

async function scrape(on: ApiClient): Promise<{ readonly text: string; readonly samples: Sample[] }> {
  const response = await fetch(`${on.baseUrl}/api/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const text = await response.text();
  return { text, samples: parseMetrics(text) };
}
function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const found = samples.filter(
    (sample) =>
      sample.name === `interlock_${name}` &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}
async function start(on: ApiClient, query: string, more: object = {}): Promise<string> {
  const response = await on.post("/api/runs", { query, ...more });
  return StartRunReply.parse(await response.json()).runId;
}
const ended = (on: ApiClient, runId: string) =>
  on.until(runId, (run) => run.storedAt.outcome !== null && run.streamState !== "OPEN", WAIT_MS);

const model = () => {
  let isGood = false;
  return createScriptedModel({
    route: ({ query }) => {
      isGood = query.includes("hello");
      return { intent: "DIAGNOSIS", rationale: "as scripted" };
    },
    verify: () =>
      isGood
        ? { verdict: "SUPPORTED", reason: "as scripted", failingClaim: null }
        : { verdict: "UNSUPPORTED", reason: "as scripted", failingClaim: 0 },
  });
};
const heavy = () =>
  createScriptedModel({
    route: () => ({ intent: "DIAGNOSIS", rationale: "as scripted" }),
    step: () => toolStep({ statement: HEAVY_SQL }),
  });

describe("GET /api/metrics", () => {
  it(
    "counts how runs ended, and what a budget ended",
    async () => {
      const on = await world.serve(model());
      open.push(on);
      await ended(on, await start(on, "hello"));
      await ended(on, await start(on, "why?"));
      await ended(on, await start(on, "why?", { budget: { modelCalls: 1 } }));
      const { text, samples } = await scrape(on);
      expect(valueOf(samples, "runs_total", { state: "SUCCESS", outcome: "SUCCESS", fallback: "none" })).toBe(
        1,
      );
      expect(valueOf(samples, "runs_total", { outcome: "FALLBACK", fallback: "SEMANTIC_UNSUPPORTED" })).toBe(
        1,
      );
      expect(valueOf(samples, "runs_total", { state: "BUDGET_EXHAUSTED" })).toBe(1);
      expect(valueOf(samples, "runs_total")).toBe(3);
      expect(valueOf(samples, "run_duration_seconds_count")).toBe(3);
      expect(valueOf(samples, "budget_exhausted_total", { resource: "modelCalls" })).toBe(1);
      expect(valueOf(samples, "budget_exhausted_total")).toBe(1);
      expect(valueOf(samples, "runs_running")).toBe(0);
      expect(valueOf(samples, "oldest_running_seconds")).toBe(0);
      // The one that Prometheus itself reads with, where this machine has it.
      const checked = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
      if (checked.error === undefined)
        expect([checked.status, checked.stdout + checked.stderr]).toEqual([0, ""]);
    },
    SETUP_MS,
  );

  it(
    "says what goes on: running runs, their age, streams and pools; and how long a cancel took",
    async () => {
      const on = await world.serve(heavy());
      open.push(on);
      const runId = await start(on, "why?");
      await on.until(runId, (run) => run.toolCalls === 1, WAIT_MS);
      const watching = new AbortController();
      const watch = await fetch(`${on.baseUrl}/api/runs/${runId}/events`, { signal: watching.signal });
      expect(watch.status).toBe(200);
      const during = await untilScraped(
        on,
        (samples) => valueOf(samples, "pool_in_use", { pool: "source:shop" }) === 1,
      );
      expect(valueOf(during, "runs_running")).toBe(1);
      expect(valueOf(during, "oldest_running_seconds")).toBeGreaterThan(0);
      expect(valueOf(during, "sse_connections", { kind: "watch" })).toBe(1);
      expect(valueOf(during, "pool_in_use", { pool: "engine" })).toBe(1);
      expect(valueOf(during, "pool_limit", { pool: "engine" })).toBe(32);
      expect(valueOf(during, "pool_limit", { pool: "source:shop" })).toBeGreaterThan(0);
      expect(valueOf(during, "pool_limit", { pool: "store" })).toBeGreaterThan(0);
      watching.abort();
      await on.post(`/api/runs/${runId}/cancel?wait=8000`, {});
      await ended(on, runId);
      const after = await untilScraped(
        on,
        (samples) =>
          valueOf(samples, "cancel_settle_seconds_count") === 1 &&
          valueOf(samples, "pool_in_use", { pool: "engine" }) === 0,
      );
      expect(
        valueOf(after, "runs_total", { state: "CANCELLED", outcome: "CANCELLED", fallback: "none" }),
      ).toBe(1);
      expect(valueOf(after, "cancel_settle_seconds_sum")).toBeGreaterThan(0);
      expect(valueOf(after, "cancel_unconfirmed_total")).toBe(0);
      expect(valueOf(after, "sse_connections")).toBe(0);
    },
    SETUP_MS,
  );

  it(
    "counts what comes after the end of its run",
    async () => {
      let release: () => void = () => undefined;
      const on = await world.serve(
        createScriptedModel({
          route: () =>
            new Promise((resolve) => {
              release = () => resolve({ intent: "SYSTEM_CHAT", rationale: "too late" });
            }),
        }),
      );
      open.push(on);
      const runId = await start(on, "hello");
      await on.until(runId, (run) => run.budget.modelCalls.used === 1, WAIT_MS);
      await on.post(`/api/runs/${runId}/cancel`, {});
      release();
      const samples = await untilScraped(
        on,
        (scraped) => valueOf(scraped, "late_arrivals_total", { what: "model_result" }) === 1,
      );
      expect(valueOf(samples, "late_arrivals_total")).toBe(1);
    },
    SETUP_MS,
  );

  it(
    "has labels of closed sets alone",
    async () => {
      const on = await world.serve(model());
      open.push(on);
      await ended(on, await start(on, "hello"));
      const { samples } = await scrape(on);
      const names = new Set(samples.flatMap(({ labels }) => Object.keys(labels)));
      expect([...names].sort()).toEqual([
        "fallback",
        "kind",
        "le",
        "outcome",
        "pool",
        "resource",
        "state",
        "what",
      ]);
      expect(samples.length).toBeLessThan(120);
    },
    SETUP_MS,
  );

  it(
    "counts a run that was resumed once, and one that was lost once",
    async () => {
      const environment = { ...parcels.environment, INTERLOCK_GRACE_MS: "0" };
      await parcels.gates.third.close();
      const first = await ServedProcess.start(environment);
      const runId = await start(first, QUESTION);
      const lost = first.post("/api/chat", { query: QUESTION });
      await first.until(runId, (run) => run.toolCalls === 3, WAIT_MS);
      const response = await lost;
      const broken = response.text().catch(() => "broken");
      expect(valueOf((await scrape(first)).samples, "runs_total")).toBe(0);
      await first.kill();
      await broken;
      await parcels.gates.third.open();
      const second = await ServedProcess.start(environment);
      open.push({ close: () => second.kill() });
      const run = await ended(second, runId);
      expect([run.runState, run.resumes]).toEqual(["SUCCESS", 1]);
      const { samples } = await scrape(second);
      expect(valueOf(samples, "runs_total", { state: "SUCCESS" })).toBe(1);
      expect(valueOf(samples, "runs_total", { state: "FAILED", outcome: "FAILED", fallback: "none" })).toBe(
        1,
      );
      expect(valueOf(samples, "runs_total")).toBe(2);
      expect(valueOf(samples, "run_duration_seconds_count")).toBe(2);
    },
    SETUP_MS,
  );

  it(
    "is read with any token, and not without one",
    async () => {
      const on = await world.serve(model());
      open.push(on);
      const viewer = await createTestToken(world.database.url, "viewer", "prometheus");
      const ask = (token: string) =>
        fetch(`${on.baseUrl}/api/metrics`, { headers: { authorization: `Bearer ${token}` } }).then(
          ({ status }) => status,
        );
      expect(await ask(viewer)).toBe(200);
      expect(await ask("wrong")).toBe(401);
    },
    SETUP_MS,
  );
});

/** What comes right after a run's end may not be told at once. */
async function untilScraped(
  on: ApiClient,
  reached: (samples: readonly Sample[]) => boolean,
): Promise<readonly Sample[]> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const { samples } = await scrape(on);
    if (reached(samples)) return samples;
    if (Date.now() > end) throw new Error(`the metrics did not get there: ${JSON.stringify(samples)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
