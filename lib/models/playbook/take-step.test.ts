import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ReadyToolRecord } from "../../contracts/evidence";
import type { AgentStep, Observation, StepInput } from "../../diagnosis/ports";
import { fixtureKnowledge } from "../../knowledge/testing/fixture-knowledge";
import { invocationIdOf, readyRecord } from "../../knowledge/testing/records";
import { PlaybookDraft } from "./draft-text";
import { takeStep } from "./take-step";

const NOW = Date.parse("2026-11-30T15:30:45Z");
const knowledge = fixtureKnowledge();
const Request = z.object({
  source: z.string(),
  statement: z.string(),
  params: z.array(z.union([z.string(), z.number(), z.null()])),
  scope: z.string(),
  label: z.string(),
});

function input(
  query: string,
  observations: readonly Observation[] = [],
  more: Partial<StepInput> = {},
): StepInput {
  return {
    query,
    previousTurn: null,
    startedAt: NOW,
    observations,
    tools: [],
    sources: [],
    stopRequired: false,
    ...more,
  };
}
function requestOf(step: AgentStep) {
  if (step.kind !== "tool") throw new Error(`expected a tool step, got ${step.text}`);
  return Request.parse(step.request);
}
function draftOf(step: AgentStep): PlaybookDraft {
  if (step.kind !== "draft") throw new Error(`expected a draft, got ${JSON.stringify(step.request)}`);
  return z.strictObject(PlaybookDraft.shape).parse(JSON.parse(step.text));
}
/** The observation that answers a step's request. */
function answer(
  step: AgentStep,
  ordinal: number,
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): Observation {
  const request = requestOf(step);
  const record = readyRecord({
    ordinal,
    ...request,
    columns: columns.map((name) => [name, /gateway|version/.test(name) ? "text" : "number"] as const),
    rows,
  });
  return { kind: "evidence", record, repeated: false, gain: null };
}
function recordOf(observation: Observation): ReadyToolRecord {
  if (observation.kind !== "evidence") throw new Error("no evidence");
  return observation.record;
}
const judged = (observation: Observation): Observation =>
  observation.kind === "evidence" ? { ...observation, gain: "GAINED" } : observation;

const QUERY = "Why do gateways fail since 14:00 for merchant 7?";
const first = takeStep(knowledge, input(QUERY));
const failures = answer(first, 1, ["gateway", "failed", "rate"], [["acme", "42", "12.50"]]);
const second = takeStep(knowledge, input(QUERY, [failures]));
const deploys = answer(second, 2, ["version", "minutes"], [["v1.2", "5"]]);

describe("checks", () => {
  it("asks the first check with positional parameters in the order of the binds", () => {
    expect(first).toMatchObject({ kind: "tool", progress: null, tool: "mysql_query" });
    expect(requestOf(first)).toEqual({
      source: "shop",
      statement: "SELECT gateway, failed, rate FROM f WHERE at >= ? AND merchant = ? AND at < ?",
      params: ["2026-11-30 14:00:00", 7, "2026-11-30 15:30:45"],
      scope: "failed payments since 2026-11-30 14:00:00 UTC",
      label: "gateways/failures",
    });
  });

  it("goes on with the next check whose condition holds and reports what the last result gained", () => {
    expect(requestOf(second).label).toBe("gateways/deploys");
    expect(second.progress).toEqual({ invocationId: invocationIdOf(1), gain: "GAINED" });
  });

  it("judges the gain by the check's own expression", () => {
    const nothing = answer(first, 1, ["gateway", "failed", "rate"], [["acme", "0", "0"]]);
    expect(takeStep(knowledge, input(QUERY, [nothing])).progress).toEqual({
      invocationId: invocationIdOf(1),
      gain: "NO_GAIN",
    });
    const unreadable = answer(first, 1, ["gateway", "failed", "rate"], [["acme", null, "0"]]);
    expect(takeStep(knowledge, input(QUERY, [unreadable])).progress?.gain).toBe("NO_GAIN");
  });

  it.each<[string, Observation[]]>([
    ["an empty result", [answer(first, 1, ["gateway", "failed", "rate"], [])]],
    ["a repeat", [{ kind: "evidence", record: recordOf(failures), repeated: true, gain: "NO_GAIN" }]],
    [
      "a failure after a result",
      [
        judged(failures),
        {
          kind: "tool_error",
          invocationId: invocationIdOf(2),
          label: "gateways/deploys",
          code: "QUERY_TIMEOUT",
          message: "slow",
        },
      ],
    ],
  ])("owes no report after %s", (_name, observations) => {
    expect(takeStep(knowledge, input(QUERY, observations)).progress).toBeNull();
  });

  it("does not ask a check again whose question was answered under another label", () => {
    const record = { ...recordOf(failures), label: "another/name" };
    const step = takeStep(
      knowledge,
      input(QUERY, [{ kind: "evidence", record, repeated: true, gain: "NO_GAIN" }]),
    );
    expect(requestOf(step).label).toBe("gateways/deploys");
  });

  it("does not ask a refused check again", () => {
    const rejected: Observation = {
      kind: "rejected",
      label: "gateways/failures",
      code: "TOOL_NOT_AUTHORISED",
      message: "not yours",
    };
    const draft = draftOf(takeStep(knowledge, input(QUERY, [rejected])));
    expect(draft.missing_info.join()).toContain("failures has no result (TOOL_NOT_AUTHORISED): not yours");
    expect(draft.conclusion).toBeUndefined();
  });
});

describe("drafts", () => {
  it("concludes from the stored text of the cells", () => {
    const step = takeStep(knowledge, input(QUERY, [judged(failures), deploys]));
    expect(step.progress).toEqual({ invocationId: invocationIdOf(2), gain: "GAINED" });
    expect(draftOf(step)).toEqual({
      conclusion: "acme fails (12.50 %) after v1.2.",
      claims: [
        {
          text: "42 payments failed through acme since 2026-11-30 14:00:00.",
          kind: "presence",
          invocationIds: [invocationIdOf(1)],
          scope: "failed payments since 2026-11-30 14:00:00 UTC",
        },
        {
          text: "v1.2 came 5 minutes before.",
          kind: "presence",
          invocationIds: [invocationIdOf(2)],
          scope: "deploys since 2026-11-30 14:00:00 UTC",
        },
      ],
      missing_info: [],
      recommended_actions: ["Roll v1.2 back."],
    });
  });

  it("says absence with the record's own scope", () => {
    const empty = answer(first, 1, ["gateway", "failed", "rate"], []);
    const draft = draftOf(takeStep(knowledge, input(QUERY, [empty])));
    expect(draft.claims).toEqual([
      {
        text: "Nothing was found in: failed payments since 2026-11-30 14:00:00 UTC.",
        kind: "absence",
        invocationIds: [invocationIdOf(1)],
        scope: "failed payments since 2026-11-30 14:00:00 UTC",
      },
    ]);
  });

  it("concludes nothing when no condition holds, and states what each scope returned", () => {
    const late = answer(second, 2, ["version", "minutes"], [["v1.2", "55"]]);
    const draft = draftOf(takeStep(knowledge, input(QUERY, [judged(failures), late])));
    expect(draft).toMatchObject({
      missing_info: ["Which release was active since 2026-11-30 14:00:00."],
      recommended_actions: ["Look at acme."],
    });
    expect(draft.conclusion).toBeUndefined();
    expect(draft.claims.map(({ kind, invocationIds }) => [kind, ...invocationIds])).toEqual([
      ["presence", invocationIdOf(1)],
      ["presence", invocationIdOf(2)],
    ]);
  });

  it("draws no conclusion past a condition that it cannot evaluate", () => {
    const unreadable = answer(second, 2, ["version", "minutes"], [["v1.2", null]]);
    const draft = draftOf(takeStep(knowledge, input(QUERY, [judged(failures), unreadable])));
    expect(draft.conclusion).toBeUndefined();
    expect(draft.missing_info.join()).toMatch(/gateways\.md, conclusion deploy: .*null/);
  });

  it("drafts at once when told to stop", () => {
    const step = takeStep(knowledge, input(QUERY, [failures], { stopRequired: true }));
    expect(draftOf(step).claims).toHaveLength(1);
    expect(step.progress?.invocationId).toBe(invocationIdOf(1));
  });

  it("asks for a required parameter without touching a tool", () => {
    expect(draftOf(takeStep(knowledge, input("It is slow for one customer.")))).toEqual({
      claims: [],
      missing_info: ["Which customer? Give the id."],
      recommended_actions: [],
    });
    expect(requestOf(takeStep(knowledge, input("It is slow for customer 4711."))).params).toEqual([4711]);
  });

  it("names a feature that the server lacks, and claims nothing", () => {
    const none = answer(second, 2, ["version", "minutes"], []);
    const third = takeStep(knowledge, input(QUERY, [judged(failures), none]));
    expect(requestOf(third).label).toBe("gateways/locks");
    const lacking: Observation = {
      kind: "tool_error",
      invocationId: invocationIdOf(3),
      label: "gateways/locks",
      code: "FEATURE_UNAVAILABLE",
      message: "off",
    };
    expect(draftOf(takeStep(knowledge, input(QUERY, [judged(failures), none, lacking])))).toEqual({
      claims: [],
      missing_info: ["the metadata lock plugin"],
      recommended_actions: [],
    });
    const failed: Observation = { ...lacking, code: "QUERY_TIMEOUT" };
    expect(draftOf(takeStep(knowledge, input(QUERY, [judged(failures), none, failed]))).claims).toHaveLength(
      2,
    );
  });

  it("ends always: however the checks turn out, at most one request each and then a draft", () => {
    for (let pattern = 0; pattern < 27; pattern++) {
      const observations: Observation[] = [];
      const labels: string[] = [];
      let step = takeStep(knowledge, input(QUERY));
      for (let turn = 0; step.kind === "tool"; turn++) {
        expect(turn).toBeLessThan(3);
        labels.push(requestOf(step).label);
        const outcome = Math.floor(pattern / 3 ** turn) % 3;
        const columns = ["gateway", "failed", "rate", "version", "minutes"];
        if (outcome === 0) observations.push(answer(step, turn + 1, columns, [["a", "42", "1", "v", "3"]]));
        if (outcome === 1) observations.push(answer(step, turn + 1, columns, []));
        if (outcome === 2) {
          observations.push({
            kind: "tool_error",
            invocationId: invocationIdOf(turn + 1),
            label: requestOf(step).label,
            code: "EXECUTION_FAILED",
            message: "x",
          });
        }
        step = takeStep(knowledge, input(QUERY, observations));
      }
      expect(new Set(labels).size).toBe(labels.length);
      draftOf(step);
    }
  });
});

describe("which playbook", () => {
  it("follows up on the question before", () => {
    const previousTurn = { query: QUERY, conclusion: "acme fails" };
    const request = requestOf(takeStep(knowledge, input("and yesterday?", [], { previousTurn })));
    expect(request.label).toBe("gateways/failures");
    expect(request.params).toEqual(["2026-11-29 00:00:00", 7, "2026-11-30 15:30:45"]);
  });

  it("takes a new subject as a new question", () => {
    const previousTurn = { query: QUERY, conclusion: "acme fails" };
    expect(
      requestOf(takeStep(knowledge, input("It is slow for customer 5", [], { previousTurn }))).params,
    ).toEqual([5]);
  });

  it("does not answer another subject with the playbook of the question before", () => {
    const previousTurn = { query: QUERY, conclusion: "acme fails" };
    const labelAfter = (query: string): string =>
      requestOf(takeStep(knowledge, input(query, [], { previousTurn }))).label;
    expect(labelAfter("are the warehouse robots asleep")).toBe("general-survey/counts");
    expect(labelAfter("since 14:00")).toBe("gateways/failures");
    expect(labelAfter("what about the robots")).toBe("gateways/failures");
  });

  it("surveys when nothing matches, and says so where there is no survey", () => {
    expect(requestOf(takeStep(knowledge, input("zzz qqq"))).label).toBe("general-survey/counts");
    const draft = draftOf(takeStep(fixtureKnowledge({ general: false }), input("zzz qqq")));
    expect(draft).toMatchObject({ claims: [], missing_info: ["No playbook covers this question."] });
  });
});

it("is a function of its input", () => {
  const one = takeStep(fixtureKnowledge(), input(QUERY, [judged(failures), deploys]));
  const two = takeStep(knowledge, input(QUERY, structuredClone([judged(failures), deploys])));
  expect(JSON.stringify(one)).toBe(JSON.stringify(two));
});
