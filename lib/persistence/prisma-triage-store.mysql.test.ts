import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { encodeIdBody, TriageGroupId } from "../contracts/ids";
import { FAILURE_CODE_TABLE } from "../contracts/frames";
import type { TriageChange, TriageGroup } from "../contracts/triage";
import { SeededIds } from "../harness/testing/seeded-ids";
import { InvalidCursorError, type NewRun, type RunOutcome } from "../runs/ports";
import { SYSTEM_ACTOR, type ChangeResult, type FileResult } from "../triage/ports";
import { RunFiler } from "../triage/run-filer";
import type { PrismaClient } from "./generated/client";
import { createPrismaClient } from "./prisma-client";
import { PrismaRunStore } from "./prisma-run-store";
import { PrismaTriageStore } from "./prisma-triage-store";
import { batchWith, blankProgress, CREATED_AT, endEvent, newRun } from "./testing/stored-run";
import { administer, createTestDatabase, type TestDatabase } from "./testing/test-database";

const ids = new SeededIds();
let database: TestDatabase;
let db: PrismaClient;
let runs: PrismaRunStore;
let store: PrismaTriageStore;
let made = 0;

const newGroupId = () => TriageGroupId.parse(`tri_${encodeIdBody(++made, new Uint8Array(16).fill(7))}`);

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPrismaClient(database.url);
  runs = new PrismaRunStore(db);
  store = new PrismaTriageStore(db);
});
beforeEach(async () => {
  await db.triageHistory.deleteMany();
  await db.triageLabel.deleteMany();
  await db.triageGroup.deleteMany();
  await db.diagnosisRun.deleteMany();
  await db.runEvent.deleteMany();
});
afterAll(async () => {
  await runs.close();
  await database.drop();
});

type Ending = Pick<RunOutcome, "releaseOutcome" | "fallbackType" | "failure"> & { endedAt: number };
const LACKING: Ending = {
  releaseOutcome: "FALLBACK",
  fallbackType: "MISSING_REQUIRED_CONTEXT",
  failure: null,
  endedAt: CREATED_AT + 10,
};
const failedWith = (code: keyof typeof FAILURE_CODE_TABLE, endedAt = CREATED_AT + 10): Ending => ({
  releaseOutcome: "FAILED",
  fallbackType: null,
  failure: { code, message: FAILURE_CODE_TABLE[code] },
  endedAt,
});

async function storeOutcome(run: NewRun, ending: Ending): Promise<void> {
  const { endedAt, ...outcome } = ending;
  const progress = blankProgress();
  const runState = outcome.releaseOutcome === "FAILED" ? "FAILED" : "SUCCESS";
  await runs.storeOutcome(
    {
      runId: run.runId,
      ...outcome,
      answer: null,
      conclusion: null,
      published: null,
      termination: { state: runState, reason: "completed", completedAt: endedAt },
      progress: { ...progress, axes: { ...progress.axes, runState, ...outcome } },
      durationMs: endedAt - run.createdAt,
    },
    false,
  );
}

/** A run that is stored completely. */
async function endedRun(ending: Ending = LACKING, overrides: Partial<NewRun> = {}): Promise<NewRun> {
  const run = newRun(ids, overrides);
  await runs.createRun(run);
  await storeOutcome(run, ending);
  await runs.appendJournal(run.runId, batchWith([endEvent(run.runId, 1)]));
  return run;
}

async function filed(ending: Ending = LACKING, at = CREATED_AT + 20): Promise<TriageGroupId> {
  const run = await endedRun(ending);
  const result = await store.fileRun(run.runId, newGroupId(), at);
  if (result.kind !== "filed") throw new Error(`expected a filed run, got ${result.kind}`);
  return result.groupId;
}

async function groupOf(groupId: TriageGroupId): Promise<TriageGroup> {
  const detail = await store.findGroup(groupId);
  if (detail === null) throw new Error("the group is gone");
  return detail.group;
}
const historyOf = async (groupId: TriageGroupId) => (await store.findGroup(groupId))?.history ?? [];
const allGroups = async () => (await store.listGroups({}, 200, undefined)).items;

async function change(
  groupId: TriageGroupId,
  made: TriageChange,
  version: number,
  actor = "ana",
  at = CREATED_AT + 1_000,
): Promise<ChangeResult> {
  return store.changeGroup({ groupId, version, change: made, actor, at });
}
const resolve = (note: string | null = null): TriageChange => ({
  action: "resolve",
  reason: "TOOL_BROKEN",
  note,
});

function filerOver(over: Pick<PrismaTriageStore, "listUnfiled" | "fileRun">) {
  const problems: (string | null)[] = [];
  const filer = new RunFiler({
    store: over,
    now: () => CREATED_AT + 50,
    after: () => ({ cancel: () => undefined }),
    newGroupId,
    onProblem: (runId) => problems.push(runId),
  });
  return { filer, problems };
}

/** Kills the connection that executes such a statement, once it does. */
async function killStatement(start: string): Promise<void> {
  for (;;) {
    const rows = await db.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM information_schema.processlist
      WHERE db = ${database.name} AND TRIM(LEADING '\n' FROM LTRIM(info)) LIKE ${`${start}%`}`;
    const id = rows[0]?.id;
    if (id === undefined) continue;
    await administer(database.adminUrl, `KILL CONNECTION ${id}`);
    return;
  }
}

describe("filing", () => {
  it("gives runs of one kind one group, and says what they have in common", async () => {
    const first = await endedRun(LACKING);
    const second = await endedRun({ ...LACKING, endedAt: CREATED_AT + 99 }, { query: "another question" });
    const results = [
      await store.fileRun(first.runId, newGroupId(), CREATED_AT + 100),
      await store.fileRun(second.runId, newGroupId(), CREATED_AT + 200),
    ];
    expect(results.map((result) => result.kind === "filed" && result.into)).toEqual(["new", "known"]);
    const [group, ...others] = await allGroups();
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      status: "NEW",
      version: 1,
      runState: "SUCCESS",
      releaseOutcome: "FALLBACK",
      fallbackType: "MISSING_REQUIRED_CONTEXT",
      failureCode: null,
      runCount: 2,
      firstSeenAt: CREATED_AT + 10,
      lastSeenAt: CREATED_AT + 99,
      lastRunId: second.runId,
      sampleQuery: "another question",
      lastChange: null,
    });
    const groupId = group?.groupId ?? newGroupId();
    expect(await historyOf(groupId)).toEqual([
      { seq: 1, at: CREATED_AT + 100, actor: SYSTEM_ACTOR, event: { kind: "filed", runId: first.runId } },
    ]);
    const page = await store.listGroupRuns({ groupId, releaseOutcome: "FALLBACK" }, 1, undefined);
    expect(page.items.map((run) => run.runId)).toEqual([second.runId]);
    const rest = await store.listGroupRuns({ groupId, releaseOutcome: "FALLBACK" }, 1, page.nextCursor ?? "");
    expect(rest).toMatchObject({ items: [{ runId: first.runId }], nextCursor: null });
  });

  it("keeps kinds apart", async () => {
    await filed(LACKING);
    await filed({ ...LACKING, fallbackType: "INSUFFICIENT_EVIDENCE" });
    await filed(failedWith("MODEL_FAILED"));
    await filed(failedWith("RUN_TIMED_OUT"));
    expect((await allGroups()).map((group) => group.runCount)).toEqual([1, 1, 1, 1]);
  });

  it("files no run that succeeded, was cancelled, is not stored completely, or is a replay's", async () => {
    const succeeded = await endedRun({ ...LACKING, releaseOutcome: "SUCCESS", fallbackType: null });
    const cancelled = await endedRun({ ...LACKING, releaseOutcome: "CANCELLED", fallbackType: null });
    const open = newRun(ids);
    await runs.createRun(open);
    await storeOutcome(open, LACKING);
    const replayed = await endedRun(LACKING);
    await db.regressionReplayItem.create({
      data: {
        replayId: "rpl",
        ordinal: 1,
        caseId: "rgc",
        sessionId: replayed.sessionId,
        state: "RUNNING",
        expectedJson: "{}",
        beforeRunId: "run",
        beforeJson: "{}",
      },
    });
    for (const run of [succeeded, cancelled, open, replayed]) {
      expect(await store.fileRun(run.runId, newGroupId(), 0)).toEqual({ kind: "not_due" });
    }
    expect(await store.listUnfiled(null, 10)).toEqual([]);
    await runs.appendJournal(open.runId, batchWith([endEvent(open.runId, 1)]));
    expect(await store.listUnfiled(null, 10)).toEqual([open.runId]);
  });

  it("files once, however often and at the same time it is asked to", async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => endedRun(LACKING)));
    const results: FileResult[] = await Promise.all(
      [...many, ...many, ...many].map((run) => store.fileRun(run.runId, newGroupId(), CREATED_AT + 50)),
    );
    const kinds = results.map((result) => (result.kind === "filed" ? result.into : result.kind));
    expect(kinds.filter((kind) => kind === "new")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "known")).toHaveLength(5);
    expect(kinds.filter((kind) => kind === "already_filed")).toHaveLength(12);
    expect((await allGroups()).map((group) => group.runCount)).toEqual([6]);
  });

  it("loses and doubles nothing when it is broken off before, in or after its transaction: the next search files the rest", async () => {
    const groupId = await filed(LACKING);
    const [before, inside, after, untold] = [
      await endedRun(LACKING),
      await endedRun(LACKING),
      await endedRun(LACKING),
      await endedRun(LACKING),
    ];
    // The lock of another party holds the transaction at its group; then its connection dies, as with its process.
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT group_id FROM triage_group WHERE group_id = ${groupId} FOR UPDATE`;
      const filing = store.fileRun(inside.runId, newGroupId(), CREATED_AT).then(
        () => "filed",
        () => "broken off",
      );
      await killStatement("INSERT INTO triage_group");
      expect(await filing).toBe("broken off");
    });
    expect(await groupOf(groupId)).toMatchObject({ runCount: 1 });
    await store.fileRun(after.runId, newGroupId(), CREATED_AT);

    const { filer, problems } = filerOver(store);
    filer.start();
    for (const run of [before, inside, after]) filer.runEnded(run.runId);
    await filer.stop();
    // What it was not told of was found at the start or is found by the next one.
    const next = filerOver(store);
    next.filer.start();
    while ((await store.listUnfiled(null, 1)).length > 0) next.filer.runEnded(inside.runId);
    await next.filer.stop();
    expect([...problems, ...next.problems]).toEqual([]);
    expect((await allGroups()).map((group) => group.runCount)).toEqual([5]);
    const page = await store.listGroupRuns({ groupId, releaseOutcome: "FALLBACK" }, 50, undefined);
    expect(page.items.map((run) => run.runId)).toEqual(
      expect.arrayContaining([before, inside, after, untold].map((run) => run.runId)),
    );
    expect(page.items).toHaveLength(5);
  });

  it("files a run of which something stored cannot be read", async () => {
    const run = await endedRun(LACKING);
    await db.diagnosisRun.update({ where: { runId: run.runId }, data: { answerJson: "{ broken" } });
    await db.runEvent.create({
      data: { runId: run.runId, seq: 9, kind: "trace", at: new Date(), payload: "no json" },
    });
    expect(await store.fileRun(run.runId, newGroupId(), 0)).toMatchObject({ kind: "filed", into: "new" });
  });
});

describe("reopening", () => {
  it("opens a resolved group for a later run, with who had resolved it and when, and counts it", async () => {
    const groupId = await filed(LACKING);
    expect(await change(groupId, resolve("restarted"), 1)).toMatchObject({
      kind: "changed",
      group: { status: "RESOLVED", version: 2 },
    });
    const later = await endedRun({ ...LACKING, endedAt: CREATED_AT + 5_000 });
    expect(await store.fileRun(later.runId, newGroupId(), CREATED_AT + 5_001)).toEqual({
      kind: "filed",
      groupId,
      into: "reopened",
    });
    const resolution = { by: "ana", at: CREATED_AT + 1_000, reason: "TOOL_BROKEN", note: "restarted" };
    expect(await groupOf(groupId)).toMatchObject({
      status: "NEW",
      version: 3,
      runCount: 2,
      resolution,
      reopenCount: 1,
      reopenedAt: CREATED_AT + 5_001,
      lastChange: { by: SYSTEM_ACTOR, at: CREATED_AT + 5_001 },
    });
    expect((await historyOf(groupId))[0]).toMatchObject({
      seq: 3,
      actor: SYSTEM_ACTOR,
      event: { kind: "recurred", runId: later.runId, resolution },
    });
    // A run that is counted into a group that stands open changes nothing that an operator must know of.
    const more = await endedRun({ ...LACKING, endedAt: CREATED_AT + 6_000 });
    await store.fileRun(more.runId, newGroupId(), CREATED_AT + 6_001);
    expect(await groupOf(groupId)).toMatchObject({ version: 3, runCount: 3, reopenCount: 1 });
  });

  it("leaves it resolved for a run that had ended before and is only filed late", async () => {
    const groupId = await filed(LACKING);
    const early = await endedRun({ ...LACKING, endedAt: CREATED_AT + 999 });
    await change(groupId, resolve(), 1);
    expect(await store.fileRun(early.runId, newGroupId(), CREATED_AT + 9_000)).toMatchObject({
      into: "known",
    });
    expect(await groupOf(groupId)).toMatchObject({ status: "RESOLVED", runCount: 2, reopenCount: 0 });
  });

  it("ends the same whichever comes first, a resolution or a recurrence at the same moment", async () => {
    const groupId = await filed(LACKING);
    const later = await endedRun({ ...LACKING, endedAt: CREATED_AT + 5_000 });
    const [resolved] = await Promise.all([
      change(groupId, resolve(), 1),
      store.fileRun(later.runId, newGroupId(), CREATED_AT + 5_001),
    ]);
    const group = await groupOf(groupId);
    expect(resolved.kind).toBe("changed");
    expect(group.runCount).toBe(2);
    // Filed first: the resolution came after it and covers it. Filed last: the group is open again.
    expect([group.status, group.reopenCount]).toEqual(group.reopenCount === 1 ? ["NEW", 1] : ["RESOLVED", 0]);
    expect((await historyOf(groupId)).map((entry) => entry.seq)).toEqual(
      Array.from({ length: group.reopenCount + 2 }, (_, i) => group.reopenCount + 2 - i),
    );
  });
});

describe("changes by operators", () => {
  it("of two at the same time one wins, and the other is told who and what it is now", async () => {
    const groupId = await filed();
    const results = await Promise.all([
      change(groupId, { action: "acknowledge" }, 1, "ana"),
      change(groupId, resolve("mine"), 1, "bo"),
      change(groupId, { action: "assign", assignee: "cy" }, 1, "cy"),
    ]);
    const kinds = results.map((result) => result.kind);
    expect(kinds.filter((kind) => kind === "changed")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "conflict")).toHaveLength(2);
    const winner = ["ana", "bo", "cy"][kinds.indexOf("changed")];
    const now = await groupOf(groupId);
    expect(now).toMatchObject({ version: 2, lastChange: { by: winner } });
    for (const result of results) if (result.kind === "conflict") expect(result.group).toEqual(now);
    expect(await historyOf(groupId)).toHaveLength(2);
  });

  it("records nothing for what is so already", async () => {
    const groupId = await filed();
    await change(groupId, { action: "acknowledge" }, 1);
    expect(await change(groupId, { action: "acknowledge" }, 2, "bo")).toMatchObject({
      kind: "unchanged",
      group: { version: 2 },
    });
    expect(await change(groupId, { action: "label", add: [], remove: ["x"] }, 2)).toMatchObject({
      kind: "unchanged",
    });
    expect(await historyOf(groupId)).toHaveLength(2);
  });

  it("refuses what a status does not allow, and says what to do", async () => {
    const groupId = await filed();
    await change(groupId, resolve(), 1);
    expect(await change(groupId, { action: "acknowledge" }, 2)).toMatchObject({
      kind: "refused",
      why: "it is resolved: open it again first",
    });
    expect(await change(newGroupId(), { action: "acknowledge" }, 1)).toEqual({ kind: "not_found" });
  });

  it("keeps assignee, labels and notes; a note needs no version, and two at once are both kept", async () => {
    const groupId = await filed();
    await change(groupId, { action: "assign", assignee: "bo" }, 1);
    await change(groupId, { action: "label", add: ["network", "Été"], remove: [] }, 2);
    await change(groupId, { action: "label", add: ["été"], remove: ["network"] }, 3);
    const notes = await Promise.all(
      ["one", "two"].map((text) => change(groupId, { action: "note", text }, 1, text)),
    );
    expect(notes.map((result) => result.kind)).toEqual(["changed", "changed"]);
    expect(await groupOf(groupId)).toMatchObject({ assignee: "bo", labels: ["Été", "été"], version: 4 });
    const events = (await historyOf(groupId)).map((entry) => entry.event);
    expect(
      events
        .slice(0, 2)
        .map((event) => event.kind === "noted" && event.text)
        .sort(),
    ).toEqual(["one", "two"]);
    expect(events.slice(2)).toMatchObject([
      { kind: "labelled", added: ["été"], removed: ["network"] },
      { kind: "labelled", added: ["network", "Été"] },
      { kind: "assigned", from: null, to: "bo" },
      { kind: "filed" },
    ]);
  });
});

describe("lists", () => {
  it("filters by everything together, pages without loss, and counts by status", async () => {
    const lacking = await filed({ ...LACKING, endedAt: CREATED_AT + 1 });
    const failed = await filed(failedWith("MODEL_FAILED", CREATED_AT + 2));
    const timedOut = await filed(failedWith("RUN_TIMED_OUT", CREATED_AT + 2));
    await change(failed, { action: "assign", assignee: "bo" }, 1);
    await change(failed, { action: "label", add: ["llm"], remove: [] }, 2);
    await change(timedOut, { action: "acknowledge" }, 1);

    const found = async (filter: Parameters<typeof store.listGroups>[0]) =>
      (await store.listGroups(filter, 50, undefined)).items.map((group) => group.groupId).sort();
    expect(await found({ status: ["ACKNOWLEDGED"] })).toEqual([timedOut]);
    expect(await found({ outcome: ["FAILED"] })).toEqual([failed, timedOut].sort());
    expect(await found({ outcome: ["FAILED"], assigned: "none" })).toEqual([timedOut]);
    expect(await found({ assigned: "any" })).toEqual([failed]);
    expect(await found({ assignee: "bo", label: ["llm", "other"], failure: ["MODEL_FAILED"] })).toEqual([
      failed,
    ]);
    expect(await found({ assignee: "Bo" })).toEqual([]);
    expect(await found({ fallback: ["MISSING_REQUIRED_CONTEXT"] })).toEqual([lacking]);
    expect(await found({ text: "payments" })).toEqual([failed, lacking, timedOut].sort());
    expect(await found({ text: "100%" })).toEqual([]);

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.listGroups({}, 1, cursor);
      seen.push(...page.items.map((group) => group.groupId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([...[failed, timedOut].sort().reverse(), lacking]);
    await expect(async () => store.listGroups({}, 1, "bm9wZQ")).rejects.toThrow(InvalidCursorError);

    expect(await store.countGroups({ status: ["NEW"], outcome: ["FAILED"] })).toEqual({
      status: { NEW: 1, ACKNOWLEDGED: 1, RESOLVED: 0 },
      people: ["bo"],
      labels: ["llm"],
    });
  });
});

describe("bulk", () => {
  it("shows how many and which, and freezes them: what comes afterwards is not among them", async () => {
    const one = await filed(failedWith("MODEL_FAILED"));
    const two = await filed(failedWith("ROUTING_FAILED"));
    await change(two, { action: "acknowledge" }, 1);
    const preview = await store.previewBulk({ filter: { outcome: ["FAILED"] } });
    expect(preview).toMatchObject({ count: 2, byStatus: { NEW: 1, ACKNOWLEDGED: 1, RESOLVED: 0 } });
    expect(preview.sample.map((group) => group.groupId).sort()).toEqual([one, two].sort());
    await filed(failedWith("NO_SAFE_CONTENT"));
    expect(new Map(preview.selection?.map((each) => [each.groupId, each.version]))).toEqual(
      new Map([
        [one, 1],
        [two, 2],
      ]),
    );
    expect((await store.previewBulk({ groupIds: [one, newGroupId()] })).count).toBe(1);
  });
});
