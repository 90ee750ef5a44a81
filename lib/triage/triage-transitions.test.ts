import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeIdBody, RunId } from "../contracts/ids";
import { MAX_LABELS, ResolutionReason, TriageStatus, type TriageChange } from "../contracts/triage";
import {
  decideChange,
  decideRecurrence,
  NEW_GROUP,
  TRANSITION_TABLE,
  type Decision,
  type TriageState,
} from "./triage-transitions";

const RUN_ID = RunId.parse(`run_${encodeIdBody(1, new Uint8Array(16))}`);
const note = fc.option(fc.constantFrom("seen", "again", "known"), { nil: null });
const label = fc.constantFrom("a", "b", "c", "d");
const change: fc.Arbitrary<TriageChange> = fc.oneof(
  fc.constant({ action: "acknowledge" as const }),
  fc.record({
    action: fc.constant("resolve" as const),
    reason: fc.constantFrom(...ResolutionReason.options),
    note,
  }),
  fc.record({ action: fc.constant("reopen" as const), note }),
  fc.record({
    action: fc.constant("assign" as const),
    assignee: fc.option(fc.constantFrom("ana", "bo"), { nil: null }),
  }),
  fc.record({ action: fc.constant("label" as const), add: fc.array(label), remove: fc.array(label) }),
  fc.record({ action: fc.constant("note" as const), text: fc.constantFrom("one", "two") }),
);
type Move = { kind: "change"; change: TriageChange; actor: string } | { kind: "run"; endedAgo: number };
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("change" as const),
      change,
      actor: fc.constantFrom("ana", "bo"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("run" as const), endedAgo: fc.nat(5) }) },
);

function decide(state: TriageState, made: Move, at: number): Decision {
  return made.kind === "change"
    ? decideChange(state, made.change, made.actor, at)
    : decideRecurrence(state, { runId: RUN_ID, endedAt: at - made.endedAgo }, at);
}

/** What must hold of every state that moves lead to. */
function check(state: TriageState): void {
  expect(TriageStatus.options).toContain(state.status);
  expect(state.acknowledgement !== null).toBe(
    state.status === "ACKNOWLEDGED" || (state.status === "RESOLVED" && state.acknowledgement !== null),
  );
  if (state.status === "RESOLVED") expect(state.resolution).not.toBeNull();
  expect(state.labels).toEqual([...new Set(state.labels)].sort());
  expect(state.labels.length).toBeLessThanOrEqual(MAX_LABELS);
  expect(state.reopenCount > 0).toBe(state.reopenedAt !== null);
}

describe("the state machine of triage", () => {
  it("keeps its invariants over any moves, and changes only what a move is about", () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        let state = NEW_GROUP;
        moves.forEach((made, index) => {
          const at = 1_000 + index * 2;
          const before = structuredClone(state);
          const decision = decide(state, made, at);
          // A value: what was given is as it was.
          expect(state).toEqual(before);
          if (decision.kind !== "changed") return;
          check(decision.state);
          if (made.kind === "change" && made.change.action === "note") expect(decision.state).toEqual(state);
          else expect(decision.state).not.toEqual(state);
          // A resolution that stood is never lost, only followed by another.
          if (state.resolution !== null) expect(decision.state.resolution).not.toBeNull();
          expect(decision.state.reopenCount - state.reopenCount).toBe(
            decision.event.kind === "recurred" ? 1 : 0,
          );
          state = decision.state;
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it("says unchanged when the same is asked for twice, but for a note", () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 15 }), change, (moves, again) => {
        fc.pre(again.action !== "note");
        let state = NEW_GROUP;
        moves.forEach((made, index) => {
          const decision = decide(state, made, 1_000 + index);
          if (decision.kind === "changed") state = decision.state;
        });
        const first = decideChange(state, again, "ana", 5_000);
        if (first.kind === "changed") {
          expect(decideChange(first.state, again, "bo", 6_000)).toEqual({ kind: "unchanged" });
        }
      }),
    );
  });

  it("follows its table", () => {
    const states = {
      NEW: NEW_GROUP,
      ACKNOWLEDGED: { ...NEW_GROUP, status: "ACKNOWLEDGED", acknowledgement: { by: "ana", at: 1 } },
      RESOLVED: {
        ...NEW_GROUP,
        status: "RESOLVED",
        resolution: { by: "ana", at: 2, reason: "TOOL_BROKEN", note: null },
      },
    } as const satisfies Record<TriageStatus, TriageState>;
    const asked = {
      acknowledge: { action: "acknowledge" },
      resolve: { action: "resolve", reason: "MODEL_WRONG", note: null },
      reopen: { action: "reopen", note: null },
    } as const satisfies Record<string, TriageChange>;
    for (const status of TriageStatus.options) {
      for (const action of ["acknowledge", "resolve", "reopen"] as const) {
        const step = TRANSITION_TABLE[status][action];
        const decision = decideChange(states[status], asked[action], "bo", 9);
        if (step.kind === "to")
          expect(decision).toMatchObject({ kind: "changed", state: { status: step.status } });
        else expect(decision.kind).toBe(step.kind === "stays" ? "unchanged" : "refused");
      }
    }
  });

  it("opens again for a run that ended after the resolution, with who had resolved it, and for no earlier one", () => {
    const resolution = { by: "ana", at: 100, reason: "TOOL_BROKEN", note: "restarted" } as const;
    const resolved: TriageState = { ...NEW_GROUP, status: "RESOLVED", resolution };
    expect(decideRecurrence(resolved, { runId: RUN_ID, endedAt: 100 }, 200)).toEqual({ kind: "unchanged" });
    expect(decideRecurrence(resolved, { runId: RUN_ID, endedAt: 101 }, 200)).toEqual({
      kind: "changed",
      state: { ...resolved, status: "NEW", reopenCount: 1, reopenedAt: 200 },
      event: { kind: "recurred", runId: RUN_ID, resolution },
    });
  });

  it("refuses one label too many and takes nothing of it", () => {
    const many = {
      ...NEW_GROUP,
      labels: Array.from({ length: MAX_LABELS }, (_, i) => `l${String(i).padStart(2, "0")}`),
    };
    expect(decideChange(many, { action: "label", add: ["one more"], remove: [] }, "ana", 1).kind).toBe(
      "refused",
    );
    expect(decideChange(many, { action: "label", add: ["one more"], remove: ["l00"] }, "ana", 1).kind).toBe(
      "changed",
    );
  });
});
