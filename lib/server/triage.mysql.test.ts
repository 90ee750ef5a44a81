/** Triage over HTTP on a real database: filed by themselves, also when the process dies in between; changed, exported, replayed. */
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { StartRunReply } from "../contracts/requests";
import {
  BulkChangeReply,
  BulkPreview,
  ChangeTriageReply,
  TriageGroupDetail,
  TriagePage,
  type TriageGroup,
} from "../contracts/triage";
import {
  CancelReplayReply,
  MakeCaseReply,
  RegressionCaseDetail,
  Replay,
} from "../contracts/triage-regression";
import { createScriptedModel, toolStep } from "../diagnosis/testing/scripted-model";
import type { AgentStep, DiagnosisModel } from "../diagnosis/ports";
import type { ApiClient } from "./testing/api-client";
import { openParcels, type Parcels } from "./testing/parcels";
import { ServedProcess } from "./testing/served-process";
import { HEAVY_SQL, World, type Served } from "./testing/world";

const SETUP_MS = 120_000;
/** Of a test that starts processes, ms. */
const PROCESSES_MS = 240_000;
/** How long another party may take, ms. */
const WAIT_MS = 30_000;

let world: World;
let parcels: Parcels;
let admin: Connection;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  world = await World.open();
  parcels = await openParcels(world);
  admin = await createConnection({ uri: world.database.url });
}, SETUP_MS);
beforeEach(async () => {
  for (const table of [
    "triage_label",
    "triage_history",
    "triage_group",
    "regression_case",
    "regression_replay",
    "regression_replay_item",
  ])
    await admin.query(`DELETE FROM ${table}`);
  await admin.query("DELETE FROM diagnosis_run");
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
afterAll(async () => {
  await admin.end();
  await parcels.close();
  await world.close();
});

async function serve(model: DiagnosisModel): Promise<Served> {
  const served = await world.serve(model);
  open.push(served);
  return served;
}
async function serveProcess(): Promise<ServedProcess> {
  const served = await ServedProcess.start({ ...parcels.environment, INTERLOCK_GRACE_MS: "0" });
  open.push({ close: () => served.kill() });
  return served;
}

/** Ends without a conclusion, and says what it lacks. */
const lacking = createScriptedModel({
  step: (): AgentStep => ({
    kind: "draft",
    progress: null,
    text: JSON.stringify({
      claims: [],
      missing_info: ["which customer?"],
      recommended_actions: [],
    }),
  }),
});
const heavy = createScriptedModel({ step: (): AgentStep => toolStep({ statement: HEAVY_SQL }) });

async function json(response: Response): Promise<unknown> {
  const body: unknown = await response.json();
  return body;
}
const get = async (on: ApiClient, path: string) => json(await fetch(`${on.baseUrl}${path}`));
const groups = async (on: ApiClient, query = ""): Promise<TriageGroup[]> =>
  TriagePage.parse(await get(on, `/api/triage/groups${query}`)).items;
const patch = (on: ApiClient, groupId: string, body: unknown) =>
  on.post(`/api/triage/groups/${groupId}`, body, { method: "PATCH" });

async function until<T>(read: () => Promise<T>, reached: (value: T) => boolean): Promise<T> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const value = await read();
    if (reached(value)) return value;
    if (Date.now() > end) throw new Error(`it did not come to that: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
async function oneGroup(on: ApiClient, runCount: number): Promise<TriageGroup> {
  const [group] = await until(
    () => groups(on),
    (all) => all.length === 1 && all[0]?.runCount === runCount,
  );
  if (group === undefined) throw new Error("there is no group");
  return group;
}
const replayOf = async (on: ApiClient, replayId: string) =>
  Replay.parse(await get(on, `/api/triage/replays/${replayId}`));

describe("filing", () => {
  it("takes in what ends as a fallback or a failure by itself, and nothing else", async () => {
    const on = await serve(lacking);
    const { run } = await on.chat("Why is it slow?");
    await on.chat("Why is it slow for them?");
    const group = await oneGroup(on, 2);
    expect(group).toMatchObject({
      status: "NEW",
      releaseOutcome: "FALLBACK",
      fallbackType: "MISSING_REQUIRED_CONTEXT",
      sampleQuery: "Why is it slow for them?",
    });
    const runs: unknown = await get(on, `/api/triage/groups/${group.groupId}/runs`);
    expect(Object(runs).items).toHaveLength(2);
    expect(Object(runs).items[1]).toMatchObject({ runId: run.runId });
  });

  it(
    "loses nothing and doubles nothing when the process is killed while it files",
    async () => {
      const first = await serveProcess();
      await first.chat("Why is it slow?");
      const group = await oneGroup(first, 1);
      // Another party has the group: the next run ends, is stored completely, and its filing waits.
      const holder = await createConnection({ uri: world.database.url });
      await holder.beginTransaction();
      await holder.query("SELECT group_id FROM triage_group WHERE group_id = ? FOR UPDATE", [group.groupId]);
      const { run } = await first.chat("Why is it slow now?");
      await until(
        async () => {
          const [rows] = await admin.query<RowDataPacket[]>(
            "SELECT id FROM information_schema.processlist WHERE db = ? AND info LIKE '%INSERT INTO triage_group%' AND id <> CONNECTION_ID()",
            [world.database.name],
          );
          return rows.length;
        },
        (waiting) => waiting > 0,
      );
      await first.kill();
      await holder.rollback();
      await holder.end();
      const [rows] = await admin.query<RowDataPacket[]>(
        "SELECT triage_group_id FROM diagnosis_run WHERE run_id = ? AND retired_at IS NOT NULL",
        [run.runId],
      );
      expect(rows).toEqual([{ triage_group_id: null }]);

      const second = await serveProcess();
      expect(await oneGroup(second, 2)).toMatchObject({ groupId: group.groupId, lastRunId: run.runId });
      await second.kill();
      const third = await serveProcess();
      await third.chat("Why is it slow, again?");
      expect(await oneGroup(third, 3)).toMatchObject({ reopenCount: 0 });
    },
    PROCESSES_MS,
  );

  it(
    "files a run that its process left behind, once it has been ended",
    async () => {
      const first = await serveProcess();
      await parcels.gates.first.close();
      const controller = new AbortController();
      const response = await first.post(
        "/api/chat",
        { query: "Why are parcels late?" },
        { signal: controller.signal },
      );
      await response.body?.getReader().read();
      await first.kill();
      controller.abort();
      await parcels.gates.first.open();
      const second = await serveProcess();
      expect(await oneGroup(second, 1)).toMatchObject({
        releaseOutcome: "FAILED",
        failureCode: "OWNER_LOST",
      });
    },
    PROCESSES_MS,
  );
});

describe("changing", () => {
  it("tells the second of two operators what it is now and who changed it", async () => {
    const on = await serve(lacking);
    await on.chat("Why is it slow?");
    const group = await oneGroup(on, 1);
    const first = await patch(on, group.groupId, { version: 1, change: { action: "acknowledge" } });
    expect(ChangeTriageReply.parse(await json(first))).toMatchObject({
      kind: "changed",
      group: { version: 2 },
    });
    const second = await patch(on, group.groupId, {
      version: 1,
      change: { action: "resolve", reason: "MISSING_CONTEXT" },
    });
    expect(second.status).toBe(409);
    expect(await json(second)).toMatchObject({
      code: "TRIAGE_CONFLICT",
      detail: expect.stringMatching(/^operator changed it at /),
      group: { status: "ACKNOWLEDGED", version: 2, lastChange: { by: "operator" } },
    });
    const again = await patch(on, group.groupId, { version: 2, change: { action: "acknowledge" } });
    expect(await json(again)).toMatchObject({ kind: "unchanged" });
    const detail = TriageGroupDetail.parse(await get(on, `/api/triage/groups/${group.groupId}`));
    expect(detail.history.map((entry) => entry.event.kind)).toEqual(["acknowledged", "filed"]);
  });

  it.each([
    [{}, 400],
    [{ version: 1, change: { action: "explode" } }, 400],
    [{ version: 1, change: { action: "resolve" } }, 400],
    [{ version: 1, change: { action: "label", add: ["="] } }, 400],
    [{ version: 1, change: { action: "acknowledge", all: true } }, 400],
  ])("refuses %j", async (body, status) => {
    const on = await serve(lacking);
    expect((await patch(on, "tri_00000000000000000000000000", body)).status).toBe(status);
  });

  it("answers an unknown group or id with 404", async () => {
    const on = await serve(lacking);
    const body = { version: 1, change: { action: "acknowledge" } };
    for (const id of ["tri_00000000000000000000000000", "nonsense"]) {
      expect((await patch(on, id, body)).status).toBe(404);
      expect((await fetch(`${on.baseUrl}/api/triage/groups/${id}`)).status).toBe(404);
    }
  });
});

describe("bulk", () => {
  it("never means all, changes what was frozen, and says of each what became of it", async () => {
    const on = await serve(lacking);
    await on.chat("Why is it slow?");
    const group = await oneGroup(on, 1);
    for (const body of [{}, { filter: {} }, { groupIds: [] }, { filter: { status: "" } }, { all: true }]) {
      expect((await on.post("/api/triage/bulk/preview", body)).status).toBe(400);
    }
    for (const body of [
      { change: { action: "acknowledge" } },
      { selection: [], change: { action: "acknowledge" } },
    ]) {
      expect((await on.post("/api/triage/bulk", body)).status).toBe(400);
    }
    const preview = BulkPreview.parse(
      await json(await on.post("/api/triage/bulk/preview", { filter: { status: "NEW" } })),
    );
    expect(preview).toMatchObject({ count: 1, sample: [{ groupId: group.groupId }] });
    const gone = { groupId: "tri_00000000000000000000000000", version: 1 };
    const selection = [...(preview.selection ?? []), gone];
    const change = { action: "resolve", reason: "WORKING_AS_INTENDED", note: "as agreed" };
    const apply = async () =>
      BulkChangeReply.parse(await json(await on.post("/api/triage/bulk", { selection, change })));
    expect(await apply()).toMatchObject({
      results: [
        { kind: "changed", groupId: group.groupId, group: { status: "RESOLVED" } },
        { kind: "not_found", groupId: gone.groupId },
      ],
    });
    // The selection is of before that: nothing is done twice.
    expect(await apply()).toMatchObject({ results: [{ kind: "conflict" }, { kind: "not_found" }] });
  });
});

describe("export", () => {
  it("writes groups and runs as JSON lines and as CSV in which no text is a formula", async () => {
    const on = await serve(lacking);
    await on.chat('=HYPERLINK("http://x","slow")');
    const group = await oneGroup(on, 1);
    const read = async (query: string) => {
      const response = await fetch(`${on.baseUrl}/api/triage/export?${query}`);
      return {
        type: response.headers.get("content-type"),
        disposition: response.headers.get("content-disposition"),
        text: await response.text(),
      };
    };
    const lines = await read("format=jsonl");
    expect(lines.type).toBe("application/x-ndjson; charset=utf-8");
    expect(lines.text.split("\n")).toHaveLength(2);
    expect(JSON.parse(lines.text)).toMatchObject({
      groupId: group.groupId,
      runState: "SUCCESS",
      releaseOutcome: "FALLBACK",
      fallbackType: "MISSING_REQUIRED_CONTEXT",
      sampleQuery: '=HYPERLINK("http://x","slow")',
    });
    const csv = await read("format=csv&of=runs");
    expect(csv.disposition).toBe('attachment; filename="triage-runs.csv"');
    const [head, row, end] = csv.text.split("\r\n");
    expect(head).toContain('"runState","releaseOutcome","fallbackType"');
    expect(row).toContain(`"'=HYPERLINK(""http://x"",""slow"")"`);
    expect(row).toContain('"SUCCESS","FALLBACK","MISSING_REQUIRED_CONTEXT"');
    expect(end).toBe("");
    expect((await read("format=csv&status=RESOLVED")).text.split("\r\n")).toHaveLength(2);
    for (const wrong of ["", "format=xml", "format=csv&stauts=NEW"]) {
      expect((await fetch(`${on.baseUrl}/api/triage/export?${wrong}`)).status).toBe(400);
    }
  });
});

describe("regression cases", () => {
  const success = { runState: "SUCCESS", releaseOutcome: "SUCCESS", fallbackType: null };
  const missing = {
    runState: "SUCCESS",
    releaseOutcome: "FALLBACK",
    fallbackType: "MISSING_REQUIRED_CONTEXT",
  };

  async function makeCase(on: Served, runId: string, expected?: unknown) {
    const body = expected === undefined ? { runId } : { runId, expected };
    // A run is let out before the last of it is stored.
    const response = await until(
      () => on.post("/api/triage/cases", body),
      ({ status }) => status !== 409,
    );
    return MakeCaseReply.parse(await json(response));
  }
  async function startReplay(on: Served, caseIds: readonly string[]): Promise<Replay> {
    const response = await on.post("/api/triage/replays", { caseIds });
    expect(response.status).toBe(202);
    return Replay.parse(await json(response));
  }

  it("keep question, evidence and expectation, once per run", async () => {
    const on = await serve(createScriptedModel());
    const { run } = await on.chat("why do payments fail?");
    const kept = await makeCase(on, run.runId, missing);
    expect(kept).toMatchObject({
      kind: "made",
      case: { runId: run.runId, query: "why do payments fail?", expected: missing, observed: success },
    });
    expect(await makeCase(on, run.runId, missing)).toMatchObject({
      kind: "unchanged",
      case: { caseId: kept.case.caseId },
    });
    expect(await makeCase(on, run.runId)).toMatchObject({ kind: "updated", case: { expected: success } });
    const detail = RegressionCaseDetail.parse(await get(on, `/api/triage/cases/${kept.case.caseId}`));
    expect(detail.evidence).toEqual(await on.tools(run.runId));
    expect(detail.evidence.length).toBeGreaterThan(0);
    for (const expected of [
      { ...success, fallbackType: "INSUFFICIENT_EVIDENCE" },
      { ...missing, fallbackType: null },
      { ...success, runState: "RUNNING" },
    ]) {
      expect((await on.post("/api/triage/cases", { runId: run.runId, expected })).status).toBe(400);
    }
    expect(
      (await fetch(`${on.baseUrl}/api/triage/cases/${kept.case.caseId}`, { method: "DELETE" })).status,
    ).toBe(200);
    expect(
      (await fetch(`${on.baseUrl}/api/triage/cases/${kept.case.caseId}`, { method: "DELETE" })).status,
    ).toBe(404);
  });

  it("are asked again together, and say what was before and after; a replay's runs are not filed", async () => {
    const before = await serve(lacking);
    const { run: slow } = await before.chat("Why is it slow?");
    const { run: late } = await before.chat("Why is it late?");
    await oneGroup(before, 2);
    const cases = [await makeCase(before, slow.runId, success), await makeCase(before, late.runId)];
    const caseIds = cases.map((made) => made.case.caseId);
    const first = await startReplay(before, caseIds);
    const ended = await until(
      () => replayOf(before, first.replayId),
      (replay) => replay.state === "FINISHED",
    );
    expect(ended.items.map((item) => [item.state, item.change])).toEqual([
      ["ENDED", "still_wrong"],
      ["ENDED", "still_right"],
    ]);
    const detail = await before.run(ended.items[0]?.runId ?? "");
    expect(detail).toMatchObject({ mode: "detached", query: "Why is it slow?" });
    expect(await groups(before)).toMatchObject([{ runCount: 2 }]);
    await before.close();
    open.splice(0);

    const after = await serve(createScriptedModel());
    const second = await startReplay(after, caseIds);
    const now = await until(
      () => replayOf(after, second.replayId),
      (replay) => replay.state === "FINISHED",
    );
    expect(now.items).toMatchObject([
      {
        before: missing,
        beforeRunId: ended.items[0]?.runId,
        after: success,
        expected: success,
        change: "fixed",
      },
      { before: missing, after: success, expected: missing, change: "broken" },
    ]);
  });

  it("are cancelled together: what runs is cancelled, what waits does not begin; and one replay runs at a time", async () => {
    const before = await serve(lacking);
    const made = [];
    for (const query of ["Why one?", "Why two?", "Why three?", "Why four?"]) {
      const { run } = await before.chat(query);
      made.push(await makeCase(before, run.runId));
    }
    await before.close();
    open.splice(0);
    const on = await serve(heavy);
    const caseIds = made.map((reply) => reply.case.caseId);
    const { replayId } = await startReplay(on, caseIds);
    const running = await until(
      () => replayOf(on, replayId),
      (replay) => replay.items.filter((item) => item.state === "RUNNING").length === 2,
    );
    expect(running.items.map((item) => item.state)).toEqual(["RUNNING", "RUNNING", "WAITING", "WAITING"]);
    expect((await on.post("/api/triage/replays", { caseIds })).status).toBe(409);
    const cancel = async () =>
      CancelReplayReply.parse(await json(await on.post(`/api/triage/replays/${replayId}/cancel`, {})));
    expect(await cancel()).toMatchObject({
      kind: "cancelled",
      replay: { state: "CANCELLED", cancelledBy: "operator" },
    });
    const ended = await until(
      () => replayOf(on, replayId),
      (replay) => replay.items.every((item) => item.state !== "RUNNING"),
    );
    const cancelled = { runState: "CANCELLED", releaseOutcome: "CANCELLED", fallbackType: null };
    expect(ended.items).toMatchObject([
      { state: "ENDED", after: cancelled, change: "broken" },
      { state: "ENDED", after: cancelled },
      { state: "NOT_RUN", runId: null },
      { state: "NOT_RUN", runId: null },
    ]);
    expect(await cancel()).toMatchObject({ kind: "unchanged" });
  });

  it("go on in the next process when theirs is stopped, each with one run", async () => {
    const before = await serve(lacking);
    const { run } = await before.chat("Why is it slow?");
    const made = await makeCase(before, run.runId);
    await before.close();
    open.splice(0);
    const stopped = await serve(heavy);
    const { replayId } = await startReplay(stopped, [made.case.caseId]);
    const [item] = (
      await until(
        () => replayOf(stopped, replayId),
        (replay) => replay.items[0]?.runId != null,
      )
    ).items;
    await stopped.until(item?.runId ?? "", (each) => each.toolCalls === 1);
    await stopped.stop(0);
    open.splice(0);
    const next = await serve(lacking);
    const ended = await until(
      () => replayOf(next, replayId),
      (replay) => replay.state === "FINISHED",
    );
    expect(ended.items).toMatchObject([{ state: "ENDED", runId: item?.runId }]);
    const [rows] = await admin.query<RowDataPacket[]>("SELECT COUNT(*) AS runs FROM diagnosis_run");
    expect(rows).toEqual([{ runs: 2 }]);
  });

  it("are made of no run that goes on, and of no unknown one", async () => {
    const on = await serve(heavy);
    const { runId } = StartRunReply.parse(await json(await on.post("/api/runs", { query: "why?" })));
    expect((await on.post("/api/triage/cases", { runId })).status).toBe(409);
    expect((await on.post("/api/triage/cases", { runId: "run_00000000000000000000000000" })).status).toBe(
      404,
    );
    expect((await on.post("/api/triage/replays", { caseIds: [] })).status).toBe(400);
    expect(
      (await on.post("/api/triage/replays", { caseIds: ["rgc_00000000000000000000000000"] })).status,
    ).toBe(404);
  });
});
