import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunId } from "../contracts/ids";
import { ManualClock } from "../harness/testing/manual-clock";
import { ManualTimers } from "../harness/testing/manual-timers";
import { SeededIds } from "../harness/testing/seeded-ids";
import type { JournalBatch } from "./ports";
import { JOURNAL_FLUSH_MS, RESUME_SEQ_GAP, RunJournal, type EarlierJournal } from "./run-journal";

function setup(fails: () => boolean = () => false, earlier: EarlierJournal | null = null) {
  const clock = new ManualClock();
  const timers = new ManualTimers(clock);
  const batches: JournalBatch[] = [];
  const errors: unknown[] = [];
  const store = {
    appendJournal: (_runId: RunId, batch: JournalBatch) => {
      if (fails()) return Promise.reject(new Error("store is down"));
      batches.push(batch);
      return Promise.resolve();
    },
  };
  const onStoreError = (_runId: RunId, error: unknown) => errors.push(error);
  const journal = new RunJournal(new SeededIds().runId(), { clock, timers, store, onStoreError }, earlier);
  const line = (n: number) =>
    journal.record({
      name: "AGENT_MODEL_STEP",
      phase: "agent",
      status: "ok",
      at: clock.now(),
      durationMs: n,
      callId: null,
      detail: {},
    });
  const stored = () => batches.flatMap((batch) => batch.events.map((event) => event.seq));
  return { clock, timers, journal, batches, errors, line, stored };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("RunJournal", () => {
  it("numbers events densely from 1 and ends with `end`, once", () => {
    const { journal, line } = setup();
    line(1);
    journal.axes({ phase: "ROUTING" });
    journal.close();
    journal.close();
    line(2);
    expect(journal.events.map((event) => [event.seq, event.frame.event])).toEqual([
      [1, "trace"],
      [2, "state"],
      [3, "end"],
    ]);
  });

  it("stores nothing before the row exists, then everything in order", async () => {
    const { journal, line, timers, stored } = setup();
    line(1);
    line(2);
    timers.advance(JOURNAL_FLUSH_MS * 2);
    await settle();
    expect(stored()).toEqual([]);
    journal.persisted();
    timers.advance(JOURNAL_FLUSH_MS);
    await settle();
    expect(stored()).toEqual([1, 2]);
  });

  it("folds the movements of one turn into one gauge event and keeps every ledger line", async () => {
    const { journal, batches } = setup();
    journal.persisted();
    const snapshot = journal.progress.budget;
    const movement = (seq: number) =>
      ({
        seq,
        at: 1,
        resource: "tokens",
        movement: "reserve",
        amount: 1,
        callId: "c",
        what: "w",
        balance: 1,
      }) as const;
    journal.ledger(movement(1), snapshot);
    journal.ledger(movement(2), snapshot);
    await settle();
    await journal.flush();
    expect(journal.events.filter((event) => event.frame.event === "budget")).toHaveLength(1);
    expect(batches.flatMap((batch) => batch.ledger.map((each) => each.seq))).toEqual([1, 2]);
  });

  it("loses and repeats nothing when the store fails at arbitrary flushes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 20 }), async (outcomes) => {
        let next = 0;
        const { journal, line, stored, errors } = setup(() => outcomes[next++] ?? false);
        journal.persisted();
        for (let i = 0; i < outcomes.length; i++) {
          line(i);
          await journal.flush();
        }
        while (!(await journal.flush()));
        expect(stored()).toEqual(outcomes.map((_, i) => i + 1));
        expect(errors).toHaveLength(outcomes.slice(0, next).filter(Boolean).length);
      }),
    );
  });

  it("keeps order when flushes overlap", async () => {
    const { journal, line, stored } = setup();
    journal.persisted();
    line(1);
    const first = journal.flush();
    line(2);
    const second = journal.flush();
    line(3);
    await Promise.all([first, second, journal.flush()]);
    expect(stored()).toEqual([1, 2, 3]);
  });

  it("goes on after what is stored, with numbers that no lost event can have had", async () => {
    const first = setup();
    first.journal.persisted();
    first.line(1);
    first.line(2);
    await first.journal.flush();
    const events = first.journal.events.slice();
    const { journal, line, stored } = setup(undefined, {
      events,
      tools: [],
      progress: { ...first.journal.progress, toolCalls: 4 },
    });
    expect(journal.currentAxes).toEqual(first.journal.currentAxes);
    journal.persisted();
    line(3);
    journal.close();
    await journal.flush();
    expect(stored()).toEqual([2 + RESUME_SEQ_GAP + 1, 2 + RESUME_SEQ_GAP + 2]);
    expect(journal.progress).toMatchObject({ agentSteps: 3, toolCalls: 4 });
    expect(journal.events.slice(0, 2)).toEqual(events);
  });

  it("finds the first event after any cursor, over the gap as well", () => {
    const { journal, line } = setup(undefined, {
      events: setupEvents(3),
      tools: [],
      progress: setup().journal.progress,
    });
    line(1);
    line(2);
    const seqs = journal.events.map((event) => event.seq);
    for (const cursor of [-1, 0, 1, 2, 3, 4, 3 + RESUME_SEQ_GAP, ...seqs, 1e9]) {
      const expected = seqs.findIndex((seq) => seq > cursor);
      expect(journal.indexAfter(cursor)).toBe(expected === -1 ? seqs.length : expected);
    }
  });
});

function setupEvents(count: number) {
  const { journal, line } = setup();
  for (let n = 0; n < count; n += 1) line(n);
  return journal.events;
}
