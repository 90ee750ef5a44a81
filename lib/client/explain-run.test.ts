import { describe, expect, it } from "vitest";
import type { CancellationReceipt } from "../contracts/cancellation";
import type { ErrorToolRecord } from "../contracts/evidence";
import type { RunDetail } from "../contracts/run";
import { explainRun } from "./explain-run";
import type { ExplainInput } from "./explanation";
import { aReadyRecord, aRunDetail, aTraceEvent, INVOCATION_B, STARTED_AT } from "./testing/run-fixtures";

const QUESTIONS = {
  fallback: "Why a fallback?",
  tools: "Why did the agent stop calling tools?",
  evidence: "Why has a tool no evidence?",
  limit: "Timeout or budget?",
  conclusion: "Why status SUCCESS with no conclusion?",
  done: "Why no done on the stream?",
  turn: "Why has the next turn no previous turn?",
} as const;

function answerTo(
  question: keyof typeof QUESTIONS,
  change: Partial<RunDetail>,
  more: Partial<Omit<ExplainInput, "run">> = {},
): string {
  const input: ExplainInput = { run: aRunDetail(change), tools: [], trace: [], ...more };
  const found = explainRun(input).find((entry) => entry.question === QUESTIONS[question]);
  if (found === undefined) throw new Error("the question is not answered");
  return found.answer;
}

const killed: ErrorToolRecord = {
  ...aReadyRecord(),
  invocationId: INVOCATION_B,
  label: "heavy/scan",
  status: "ERROR",
  evidenceStatus: "ERROR",
  evidence: null,
  contentHash: null,
  bytes: null,
  gain: null,
  errorCode: "RUN_ENDED",
  errorMessage: "The run ended.",
};
const cancelled: Partial<RunDetail> = {
  runState: "CANCELLED",
  releaseOutcome: "CANCELLED",
  status: "CANCELLED",
  semanticVerdict: null,
  conclusion: null,
  answer: null,
  publishedResult: false,
  termination: { state: "CANCELLED", reason: "user requested", completedAt: STARTED_AT + 34_200 },
};
const fallback: Partial<RunDetail> = {
  releaseOutcome: "FALLBACK",
  fallbackType: "INSUFFICIENT_EVIDENCE",
  conclusion: null,
  publishedResult: false,
};

describe("explainRun", () => {
  it("answers the seven questions in order", () => {
    const answers = explainRun({ run: aRunDetail(), tools: [], trace: [] });
    expect(answers.map((entry) => entry.question)).toEqual(Object.values(QUESTIONS));
    expect(answers.every((entry) => entry.answer.length > 10)).toBe(true);
  });

  it("why a fallback: the type, its meaning and what this run had", () => {
    const empty = aReadyRecord({ evidenceStatus: "NO_EVIDENCE" });
    const text = answerTo(
      "fallback",
      { ...fallback, stopReason: "INFORMATION_SATURATED" },
      { tools: [empty] },
    );
    expect(text).toContain("FallbackType is INSUFFICIENT_EVIDENCE");
    expect(text).toContain("1 record could be cited, empty in its scope.");
    expect(text).toContain("INFORMATION_SATURATED");
  });

  it("why a fallback: names what is missing", () => {
    const text = answerTo("fallback", {
      ...fallback,
      fallbackType: "MISSING_REQUIRED_CONTEXT",
      answer: {
        contentType: "fallback",
        fallbackType: "MISSING_REQUIRED_CONTEXT",
        message: "m",
        checked: [],
        missingInfo: ["Which customer is it?"],
        nextSteps: [],
      },
    });
    expect(text).toContain("Missing: Which customer is it?");
  });

  it("why a fallback: a failure or a cancel is none", () => {
    const failure = { code: "NO_SAFE_CONTENT", message: "No fact." };
    expect(answerTo("fallback", { releaseOutcome: "FAILED", failure })).toContain("NO_SAFE_CONTENT");
    expect(answerTo("fallback", cancelled)).toContain("It is none: ReleaseOutcome is CANCELLED");
  });

  it("why tools stopped: stop reason first, then the run's end, then the agent's own draft", () => {
    expect(answerTo("tools", { stopReason: "PROGRESS_PROTOCOL_VIOLATED" })).toContain(
      "DiagnosisStopReason is PROGRESS_PROTOCOL_VIOLATED",
    );
    const text = answerTo("tools", cancelled, { tools: [aReadyRecord(), killed] });
    expect(text).toContain("did not stop by itself: the run ended CANCELLED first");
    expect(text).toContain("1 call in flight at that moment");
    expect(answerTo("tools", {}, { trace: [aTraceEvent(9, "DRAFT_RECEIVED")] })).toContain(
      "delivered its draft",
    );
    expect(answerTo("tools", { intent: "SYSTEM_CHAT" })).toContain("no agent");
  });

  it("why tools stopped: counts rejected requests", () => {
    const trace = [aTraceEvent(1, "TOOL_REQUEST_REJECTED"), aTraceEvent(2, "TOOL_REQUEST_REJECTED")];
    expect(answerTo("tools", {}, { trace })).toContain("2 tool requests had been rejected");
  });

  it("why no evidence: keeps an empty result to its scope and names error codes", () => {
    const empty = aReadyRecord({ evidenceStatus: "NO_EVIDENCE", scope: "locks on orders" });
    const text = answerTo("evidence", {}, { tools: [empty, killed] });
    expect(text).toContain("NO_EVIDENCE in “locks on orders” and nowhere beyond it");
    expect(text).toContain("heavy/scan: ERROR RUN_ENDED");
    expect(answerTo("evidence", {}, { tools: [aReadyRecord()] })).toContain(
      "None lacks it: the one call is READY",
    );
    expect(answerTo("evidence", {}, { tools: [aReadyRecord(), aReadyRecord()] })).toContain(
      "all 2 are READY",
    );
  });

  it("timeout or budget: reads RunTermination, not the outcome", () => {
    expect(answerTo("limit", cancelled)).toContain("Neither: RunTermination is CANCELLED (user requested)");
    expect(answerTo("limit", cancelled)).toContain("deadline was 1 min 26 s away");
    expect(answerTo("limit", { runState: "RUNNING", termination: null })).toContain("Neither so far");
    const timedOut = { state: "TIMED_OUT", reason: "deadline", completedAt: STARTED_AT + 120_000 } as const;
    expect(answerTo("limit", { termination: timedOut })).toMatch(/^Timeout: .*after 2 min 00 s/);
    const exhausted = { state: "BUDGET_EXHAUSTED", reason: "budget", completedAt: STARTED_AT } as const;
    const trace = [aTraceEvent(1, "BUDGET_EXHAUSTED", { detail: { resource: "toolCalls" } })];
    expect(answerTo("limit", { termination: exhausted }, { trace })).toContain("It was tool calls.");
  });

  it("counts what could be cited in words that fit the number", () => {
    const empty = aReadyRecord({ evidenceStatus: "NO_EVIDENCE" });
    const full = aReadyRecord();
    const said = (tools: ExplainInput["tools"]) => answerTo("fallback", fallback, { tools });
    expect(said([])).toContain("0 records could be cited.");
    expect(said([full])).toContain("1 record could be cited.");
    expect(said([full, full])).toContain("2 records could be cited, none of them empty in their scope.");
    expect(said([full, empty])).toContain("2 records could be cited, 1 of them empty in its scope.");
    expect(said([empty, empty])).toContain("2 records could be cited, 2 of them empty in their scope.");
  });

  describe("a run that someone ended with a note", () => {
    const cancellation: CancellationReceipt = {
      reason: "INTERNAL_FAILURE",
      requestedBy: "server",
      requestedAt: STARTED_AT + 2_000,
      note: "the server is stopping",
      lost: [],
      handles: [],
      stateSetAt: STARTED_AT + 2_001,
      storedAt: null,
    };
    const ended: Partial<RunDetail> = {
      ...cancelled,
      runState: "FAILED",
      releaseOutcome: "FAILED",
      status: "FAILED",
      termination: { state: "FAILED", reason: "SERVER_STOPPED", completedAt: STARTED_AT + 2_001 },
      cancellation,
    };

    it.each(["fallback", "tools", "limit"] as const)("quotes it where %s is asked", (question) => {
      expect(answerTo(question, ended)).toContain("It was ended by server: “the server is stopping”.");
    });

    it("quotes nothing while it runs, or where there is no note", () => {
      for (const change of [
        { ...ended, cancellation: { ...cancellation, note: null } },
        { ...ended, cancellation: { ...cancellation, note: " " } },
        { ...ended, cancellation: null },
        { ...ended, runState: "RUNNING", termination: null } as const,
      ]) {
        expect(answerTo("limit", change)).not.toContain("ended by");
      }
    });
  });

  it("status SUCCESS without a conclusion: fallback, other content, or not the case", () => {
    expect(answerTo("conclusion", fallback)).toContain("ReleaseOutcome is FALLBACK (INSUFFICIENT_EVIDENCE)");
    const system = { contentType: "system_answer", text: "I can…" } as const;
    expect(answerTo("conclusion", { conclusion: null, answer: system })).toContain("system_answer");
    expect(answerTo("conclusion", cancelled)).toContain("Stored status is CANCELLED");
    expect(answerTo("conclusion", {})).toContain("It has one");
  });

  it("no done: detached, disconnected, terminal and open streams differ", () => {
    expect(answerTo("done", { mode: "detached", streamState: null })).toContain("never had a public stream");
    expect(answerTo("done", {})).toContain("ended by content, then done(SUCCESS)");
    const failure = { code: "RUN_CANCELLED", message: "The run was cancelled." };
    expect(answerTo("done", { ...cancelled, failure })).toContain(
      "failure(RUN_CANCELLED), then done(FAILED)",
    );
    const cancellation: CancellationReceipt = {
      reason: "CLIENT_DISCONNECTED",
      requestedBy: "stream",
      requestedAt: STARTED_AT + 2_000,
      note: null,
      lost: [],
      handles: [],
      stateSetAt: null,
      storedAt: null,
    };
    expect(answerTo("done", { streamState: "DISCONNECTED", cancellation })).toContain(
      "2.0 s after the start",
    );
    expect(answerTo("done", { streamState: "OPEN", runState: "RUNNING" })).toContain("has not ended yet");
  });

  it("next turn: says which of the conditions is not met", () => {
    expect(answerTo("turn", {})).toContain("It has one");
    expect(answerTo("turn", fallback)).toContain("ReleaseOutcome is FALLBACK");
    expect(answerTo("turn", { publishedResult: false, intent: "KNOWLEDGE_QUERY" })).toContain(
      "Intent is KNOWLEDGE_QUERY",
    );
    expect(answerTo("turn", { publishedResult: false })).toContain("no published result was stored");
  });
});
