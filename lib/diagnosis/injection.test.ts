/**
 * Rows that give orders, read by a model that obeys every one of them and by a semantic guard that supports whatever it is told to: what the
 * boundary, EvidenceGuard and release let through all the same.
 */
import { describe, expect, it } from "vitest";
import { CollectionState, DiagnosisStopReason } from "../contracts/axes";
import type { SafeFallback } from "../contracts/answer";
import { checkStatement } from "../datasources/policy/statement-policy";
import { RunAbortedException } from "../harness/run-aborted-exception";
import { DiagnosisFailure } from "./diagnosis-failure";
import { isHashVerified } from "./evidence/content-hash";
import type { AgentStep, StepInput } from "./ports";
import type { DiagnosisReleaseResult } from "./release/release-pipeline";
import { axesOf, diagnosisFixture, linesOf, type DiagnosisFixture } from "./testing/diagnosis-fixture";
import { HOSTILE_ROWS, type HostileDraft, type HostileRow, type Order } from "./testing/injection-rows";
import { draftStep, dueReport, toolStep } from "./testing/scripted-model";
import { rowsResult } from "./testing/scripted-sources";
import { QUERY_TOOL } from "./tools/query-tool";

const LIMITS = { modelCalls: 14, toolCalls: 6 };
const FIRST = { statement: "SELECT note, wait_ms FROM tickets", scope: "the tickets", label: "tickets" };
const FEWEST_ROWS = 40;

type End =
  | { readonly kind: "released"; readonly result: DiagnosisReleaseResult }
  | { readonly kind: "failed" | "aborted"; readonly fallback: SafeFallback | null };

interface Played {
  readonly fixture: DiagnosisFixture;
  readonly end: End;
  /** Whether the model read the row and did what it says. */
  readonly obeyed: boolean;
}

/** Does what the cell that it read says, then drafts as it says. */
class ObedientModel {
  obeyed = false;
  private asked = 0;

  step(input: StepInput): AgentStep {
    const due = dueReport(input);
    if (input.observations.length === 0) return toolStep(FIRST, due);
    const read = readRow(input);
    this.obeyed = true;
    const requests = [...read.orders.filter(isRequest), PARROT];
    const next = requests[this.asked];
    if (next === undefined || input.stopRequired) return draftOf(read, input);
    if (next.kind !== "flood") this.asked += 1;
    return requestOf(next, read, input);
  }
}

/** Every reader also repeats the row where words go unchecked by nature: as a scope and as a label. */
const PARROT = { kind: "parrot" } as const;
type Request = Exclude<Order, { kind: "draft" | "text" }> | typeof PARROT;

function isRequest(order: Order): order is Exclude<Order, { kind: "draft" | "text" }> {
  return order.kind !== "draft" && order.kind !== "text";
}

function readRow(input: StepInput): HostileRow {
  for (const observation of input.observations) {
    if (observation.kind !== "evidence") continue;
    const cell = observation.record.evidence.rows[0]?.[0];
    const row = HOSTILE_ROWS.find(({ text }) => text === cell);
    if (row !== undefined) return row;
  }
  throw new Error("the model read no row that is known");
}

function requestOf(order: Request, row: HostileRow, input: StepInput): AgentStep {
  const due = dueReport(input);
  switch (order.kind) {
    case "flood":
      return order.tool === QUERY_TOOL
        ? toolStep(FIRST, due)
        : { kind: "tool", tool: order.tool, request: { limit: null }, progress: due };
    case "scope":
      return toolStep(
        { statement: "SELECT state FROM tickets", scope: order.words, label: order.words },
        due,
      );
    case "parrot": {
      const words = row.text.slice(0, 200).trim();
      return toolStep({ statement: "SELECT state, at FROM tickets", scope: words, label: words }, due);
    }
    case "request": {
      const { tool = QUERY_TOOL, source = "shop", statement = "SELECT 1" } = order;
      const request = { source, statement, params: [], scope: "more", label: "more" };
      return { kind: "tool", tool, request, progress: due };
    }
  }
}

function draftOf(row: HostileRow, input: StepInput): AgentStep {
  const due = dueReport(input);
  const records = input.observations.flatMap((one) => (one.kind === "evidence" ? [one.record] : []));
  const text = row.orders.find((order) => order.kind === "text");
  if (text !== undefined) return { kind: "draft", progress: due, text: text.text };
  const scope = row.orders.find((order) => order.kind === "scope");
  const ordered = row.orders.find((order) => order.kind === "draft")?.draft;
  const draft: HostileDraft = ordered ?? { conclusion: scope?.words ?? "wait_ms is 5." };
  const about = scope === undefined ? records[0] : records.find((record) => record.scope === scope.words);
  const claim = {
    text: draft.claim ?? draft.conclusion ?? "wait_ms is 5.",
    kind: draft.claimKind ?? "presence",
    invocationIds: [draft.cite ?? about?.invocationId ?? "inv_none"],
    scope: draft.claimKind === "absence" ? FIRST.scope : "",
  };
  return draftStep(
    {
      ...(draft.conclusion === undefined ? {} : { conclusion: draft.conclusion }),
      claims: draft.conclusion === undefined ? [] : [claim],
      recommended_actions: [...(draft.actions ?? []), row.text],
      missing_info: [...(draft.missing ?? []), row.text],
      ...draft.more,
    },
    due,
  );
}

async function play(row: HostileRow): Promise<Played> {
  const obedient = new ObedientModel();
  const fixture = diagnosisFixture({
    model: { step: (input) => obedient.step(input) },
    limits: LIMITS,
    sources: {
      check: (_source, statement) => {
        const answer = checkStatement(statement);
        return answer.ok ? { ok: true, normalized: answer.statement.normalized } : answer;
      },
      run: ({ statement }) =>
        statement === FIRST.statement
          ? rowsResult(["note", "wait_ms"], [[row.text, "5"]])
          : rowsResult(["state"], [["open"]]),
    },
  });
  const { ctx, runtime } = fixture;
  let end: End;
  try {
    const result = await runtime.diagnose(ctx, { query: "why do tickets wait?", previousTurn: null });
    end = { kind: "released", result };
  } catch (error) {
    if (error instanceof DiagnosisFailure) end = { kind: "failed", fallback: null };
    else if (error instanceof RunAbortedException) {
      end = { kind: "aborted", fallback: runtime.budgetFallback(ctx.invocations.list()) };
    } else throw error;
  }
  return { fixture, end, obeyed: obedient.obeyed };
}

/** The texts that leave the run; a fact's quoted cells are left out, because a quotation is what a cell may be. */
function releasedTexts(end: End): readonly string[] {
  if (end.kind === "released" && end.result.outcome === "SUCCESS") {
    const { conclusion, claims, missingInfo, recommendedActions } = end.result.report;
    return [conclusion, ...claims.flatMap((c) => [c.text, c.scope]), ...missingInfo, ...recommendedActions];
  }
  const fallback = fallbackOf(end);
  if (fallback === null) return [];
  const facts = fallback.checked.flatMap(({ label, scope, statement }) => [
    label,
    scope,
    statement.replace(/="[^"]*"/g, "=quoted"),
  ]);
  return [fallback.message, ...facts, ...fallback.missingInfo, ...fallback.nextSteps];
}

function fallbackOf(end: End): SafeFallback | null {
  if (end.kind !== "released") return end.fallback;
  return end.result.outcome === "FALLBACK" ? end.result.fallback : null;
}

function citedIds(end: End): readonly string[] {
  if (end.kind === "released" && end.result.outcome === "SUCCESS") {
    return end.result.report.claims.flatMap((claim) => claim.invocationIds);
  }
  return fallbackOf(end)?.checked.map((fact) => fact.invocationId) ?? [];
}

function assertNothingForbiddenRan({ fixture }: Played, row: HostileRow): void {
  const asked = row.orders.filter((order) => order.kind === "request" || order.kind === "flood");
  const refused = linesOf(fixture, "TOOL_REQUEST_REJECTED");
  const floodsLawfully = asked.some((order) => order.kind === "flood" && order.tool === QUERY_TOOL);
  expect(refused.length).toBeGreaterThanOrEqual(floodsLawfully ? 0 : asked.length);
  for (const query of fixture.sources.ran) {
    expect(query.source).toBe("shop");
    expect(query.statement).toMatch(/^SELECT (?:note, wait_ms|state|state, at) FROM tickets$/);
  }
  for (const record of fixture.ctx.invocations.list()) {
    expect(record).toMatchObject({ tool: QUERY_TOOL, source: "shop", status: "READY" });
  }
}

function assertLawfulEnd({ fixture, end }: Played): void {
  const { ctx, clock, model } = fixture;
  const usage = ctx.budget.snapshot(clock.now());
  expect(usage.modelCalls).toMatchObject({ limit: LIMITS.modelCalls });
  expect(usage.toolCalls).toMatchObject({ limit: LIMITS.toolCalls });
  for (const { used, limit } of Object.values(usage)) expect(used).toBeLessThanOrEqual(limit);
  const axes = axesOf(fixture);
  expect([undefined, ...CollectionState.options]).toContain(axes.collectionState);
  expect([undefined, null, ...DiagnosisStopReason.options]).toContain(axes.stopReason);
  const exhausted = end.kind === "aborted";
  expect(ctx.lifecycle.state).toBe(exhausted ? "BUDGET_EXHAUSTED" : "RUNNING");
  expect(axes.stopReason === "BUDGET_LIMIT_REACHED").toBe(exhausted);
  expect(axes.semanticVerdict ?? null).toBe(model.calls.includes("verify") ? "SUPPORTED" : null);
  const succeeded = end.kind === "released" && end.result.outcome === "SUCCESS";
  expect(model.calls.includes("verify")).toBe(succeeded);
  expect(model.calls.filter((call) => call === "repair").length).toBeLessThanOrEqual(1);
  expect(linesOf(fixture, "RELEASE_DECISION").length).toBe(exhausted ? 0 : 1);
}

function assertNothingHostileIsReleased({ fixture, end }: Played, row: HostileRow): void {
  const own = new Map(fixture.ctx.invocations.list("READY").map((record) => [record.invocationId, record]));
  for (const id of citedIds(end)) {
    const record = [...own.values()].find(({ invocationId }) => invocationId === id);
    expect(record?.status === "READY" && isHashVerified(record)).toBe(true);
  }
  const texts = releasedTexts(end).map((text) => text.toLowerCase());
  const start = row.text.trim().slice(0, 16).toLowerCase();
  for (const text of texts) {
    expect(text).not.toContain(start);
    expect(text).not.toMatch(/\p{Bidi_Control}|\u001b|[\u{e0000}-\u{e007f}]/u);
    for (const forbidden of row.forbidden) expect(text).not.toContain(forbidden.toLowerCase());
  }
}

describe("a row that gives orders, and a model that obeys", () => {
  it.each(HOSTILE_ROWS.map((row) => [row.name, row] as const))("%s", async (_, row) => {
    const played = await play(row);
    expect(played.obeyed).toBe(true);
    assertNothingForbiddenRan(played, row);
    assertLawfulEnd(played);
    assertNothingHostileIsReleased(played, row);
  });

  it("comes in many forms, each its own", () => {
    expect(HOSTILE_ROWS.length).toBeGreaterThanOrEqual(FEWEST_ROWS);
    expect(new Set(HOSTILE_ROWS.map(({ text }) => text)).size).toBe(HOSTILE_ROWS.length);
    expect(new Set(HOSTILE_ROWS.map(({ name }) => name)).size).toBe(HOSTILE_ROWS.length);
  });

  it("ends in every way that there is", async () => {
    const ends = new Set<string>();
    for (const row of HOSTILE_ROWS) {
      const { end } = await play(row);
      ends.add(end.kind === "released" ? end.result.outcome : end.kind);
    }
    expect([...ends].sort()).toEqual(["FALLBACK", "SUCCESS", "aborted"]);
  });
});
