/**
 * "Which state do I look at first?" answered for one run from its own data. Pure. Every answer starts from the
 * axis that owns the question and never derives one axis from another.
 */
import {
  EVIDENCE_STATUS_TABLE,
  FALLBACK_TYPE_TABLE,
  STOP_REASON_TABLE,
  type FallbackType,
} from "../contracts/axes";
import { BUDGET_RESOURCE_TABLE, BUDGET_RESOURCES } from "../contracts/budget";
import { TOOL_ERROR_CODE_TABLE, type ToolRecord } from "../contracts/evidence";
import type { RunDetail } from "../contracts/run";
import type { TraceEvent, TraceName } from "../contracts/trace";
import { endingSentence } from "./ending-note";
import { formatShare, plural } from "./format-quantity";
import { formatDuration } from "./format-time";
import { whyNoConclusion, whyNoDone, whyNoPreviousTurn } from "./explain-publication";
import { LINK, type ExplainInput, type Explanation } from "./explanation";

/** The seven questions, in the order in which operators ask them. */
export function explainRun(input: ExplainInput): Explanation[] {
  return [
    whyFallback(input),
    whyToolsStopped(input),
    whyNoEvidence(input),
    timeoutOrBudget(input),
    whyNoConclusion(input),
    whyNoDone(input),
    whyNoPreviousTurn(input),
  ];
}

function whyFallback({ run, tools }: ExplainInput): Explanation {
  const question = "Why a fallback?";
  switch (run.releaseOutcome) {
    case null:
      return { question, answer: "ReleaseOutcome is not set yet: nothing was released.", links: [] };
    case "SUCCESS":
      return {
        question,
        answer: "It is none: ReleaseOutcome is SUCCESS, a checked answer was released.",
        links: [LINK.answer],
      };
    case "FAILED": {
      const code = run.failure === null ? "" : ` Failure code ${run.failure.code}: ${run.failure.message}`;
      return {
        question,
        answer: `It is none: ReleaseOutcome is FAILED, nothing safe could be released.${code}${endingSentence(run)}`,
        links: [LINK.timeline],
      };
    }
    case "CANCELLED":
      return {
        question,
        answer: `It is none: ReleaseOutcome is CANCELLED, nothing was published.${endingSentence(run)}`,
        links: [LINK.timeline],
      };
    case "FALLBACK": {
      if (run.fallbackType === null) {
        return {
          question,
          answer: "ReleaseOutcome is FALLBACK, without a FallbackType.",
          links: [LINK.guards],
        };
      }
      const meaning = FALLBACK_TYPE_TABLE[run.fallbackType].meaning;
      const because = FALLBACK_BECAUSE[run.fallbackType](run, tools);
      return {
        question,
        answer: `FallbackType is ${run.fallbackType}. ${meaning} ${because}`.trim(),
        links: [LINK.guards, LINK.answer],
      };
    }
  }
}

/** ", 2 of them empty in their scope"; of a single record, ", empty in its scope". */
function emptyOf(records: number, empty: number): string {
  if (records === 0) return "";
  if (records > 1)
    return `, ${empty === 0 ? "none" : empty} of them empty in ${empty === 1 ? "its" : "their"} scope`;
  return empty === 0 ? "" : ", empty in its scope";
}

type Because = (run: RunDetail, tools: readonly ToolRecord[]) => string;
const FALLBACK_BECAUSE: Readonly<Record<FallbackType, Because>> = {
  MISSING_REQUIRED_CONTEXT: (run) => {
    const missing = run.answer?.contentType === "fallback" ? run.answer.missingInfo : [];
    return missing.length === 0 ? "" : `Missing: ${missing.map(withoutFullStop).join("; ")}.`;
  },
  INSUFFICIENT_EVIDENCE: (run, tools) => {
    const ready = tools.filter((tool) => tool.status === "READY");
    const empty = ready.filter((tool) => tool.evidenceStatus === "NO_EVIDENCE").length;
    const stop = run.stopReason === null ? "" : ` Collection ended with ${run.stopReason}.`;
    return `${plural(ready.length, "record")} could be cited${emptyOf(ready.length, empty)}.${stop}`;
  },
  EVIDENCE_VALIDATION_FAILED: () => "The guard's reasons are in its trace lines.",
  SEMANTIC_UNSUPPORTED: () => "SemanticVerdict is UNSUPPORTED; the reason is in its trace line.",
  SEMANTIC_UNAVAILABLE: () => "There is no SemanticVerdict; what failed is in the attempt's trace line.",
};

function whyToolsStopped({ run, tools, trace }: ExplainInput): Explanation {
  const question = "Why did the agent stop calling tools?";
  const links = [LINK.timeline, LINK.tools];
  if (run.intent === null) {
    return { question, answer: "Intent is not decided: no agent has run.", links: [LINK.timeline] };
  }
  if (run.intent !== "DIAGNOSIS") {
    return {
      question,
      answer: `Intent is ${run.intent}: no agent and no evidence tool takes part.`,
      links: [],
    };
  }
  const rejected = count(trace, "TOOL_REQUEST_REJECTED");
  const refused = rejected === 0 ? "" : ` ${plural(rejected, "tool request")} had been rejected.`;
  if (run.stopReason !== null) {
    const meaning = STOP_REASON_TABLE[run.stopReason].meaning;
    return {
      question,
      answer: `DiagnosisStopReason is ${run.stopReason}. ${meaning} ${plural(tools.length, "call")} had been made.${refused}`,
      links,
    };
  }
  const projecting = tools.filter((tool) => tool.status === "PROJECTING").length;
  if (run.runState === "RUNNING") {
    const now = projecting === 0 ? "no call is in flight" : `${plural(projecting, "call")} in flight`;
    const state = run.collectionState ?? "not started";
    return { question, answer: `It has not: collection is ${state}, ${now}.${refused}`, links };
  }
  if (run.runState !== "SUCCESS") {
    const ended = tools.filter((tool) => tool.errorCode === "RUN_ENDED").length + projecting;
    const inFlight = ended === 0 ? "" : ` ${plural(ended, "call")} in flight at that moment.`;
    return {
      question,
      answer: `It did not stop by itself: the run ended ${run.runState} first (no stop reason).${endingSentence(run)}${inFlight}${refused}`,
      links,
    };
  }
  const drafted = count(trace, "DRAFT_RECEIVED") > 0 ? "it delivered its draft" : "it ended its turn";
  return {
    question,
    answer: `By its own decision (no stop reason): after ${plural(tools.length, "call")} ${drafted}; collection was ${run.collectionState ?? "not started"}.${refused}`,
    links,
  };
}

function whyNoEvidence({ tools }: ExplainInput): Explanation {
  const question = "Why has a tool no evidence?";
  if (tools.length === 0) return { question, answer: "No evidence tool was called.", links: [] };
  const lines = tools.flatMap((tool) => {
    switch (tool.status) {
      case "PROJECTING":
        return [`${tool.label}: PROJECTING, it has no result yet`];
      case "ERROR":
        return [`${tool.label}: ERROR ${tool.errorCode}. ${TOOL_ERROR_CODE_TABLE[tool.errorCode]}`];
      case "READY":
        return tool.evidenceStatus === "NO_EVIDENCE"
          ? [`${tool.label}: READY with NO_EVIDENCE in “${tool.scope}” and nowhere beyond it`]
          : [];
    }
  });
  if (lines.length === 0) {
    const meaning = EVIDENCE_STATUS_TABLE.EVIDENCE_FOUND.label.toLowerCase();
    return {
      question,
      answer: `None lacks it: ${tools.length === 1 ? "the one call is" : `all ${tools.length} are`} READY, ${meaning}.`,
      links: [LINK.tools],
    };
  }
  return { question, answer: `${lines.map(withoutFullStop).join(". ")}.`, links: [LINK.tools] };
}

function timeoutOrBudget({ run, trace }: ExplainInput): Explanation {
  const question = "Timeout or budget?";
  const fullest = fullestBudget(run);
  const links = [LINK.ledger, LINK.timeline];
  const termination = run.termination;
  if (termination === null) {
    return {
      question,
      answer: `Neither so far: there is no RunTermination. The fullest budget is ${fullest}.`,
      links: [LINK.ledger],
    };
  }
  switch (termination.state) {
    case "TIMED_OUT":
      return {
        question,
        answer: `Timeout: RunTermination is TIMED_OUT (${termination.reason}) after ${formatDuration(termination.completedAt - run.createdAt)}. The fullest budget was ${fullest}.${endingSentence(run)}`,
        links,
      };
    case "BUDGET_EXHAUSTED": {
      const refused = trace.find((event) => event.name === "BUDGET_EXHAUSTED")?.detail["resource"];
      const resource = BUDGET_RESOURCES.find((name) => name === refused);
      const which =
        resource === undefined ? "" : ` It was ${BUDGET_RESOURCE_TABLE[resource].label.toLowerCase()}.`;
      const left = run.deadlineAt - termination.completedAt;
      return {
        question,
        answer: `Budget: RunTermination is BUDGET_EXHAUSTED (${termination.reason}).${which} The deadline was ${formatDuration(left)} away.${endingSentence(run)}`,
        links,
      };
    }
    case "SUCCESS":
    case "FAILED":
    case "CANCELLED": {
      const left = run.deadlineAt - termination.completedAt;
      return {
        question,
        answer: `Neither: RunTermination is ${termination.state} (${termination.reason}). The deadline was ${formatDuration(left)} away, the fullest budget was ${fullest}.${endingSentence(run)}`,
        links,
      };
    }
  }
}

/** "Tokens at 41 %" for the budget with the highest share; wall time speaks through the deadline. */
function fullestBudget(run: RunDetail): string {
  const shares = BUDGET_RESOURCES.filter((resource) => resource !== "wallTimeMs").map((resource) => {
    const gauge = run.budget[resource];
    return { resource, share: gauge.limit === 0 ? 0 : gauge.used / gauge.limit };
  });
  const fullest = shares.reduce((most, next) => (next.share > most.share ? next : most));
  return `${BUDGET_RESOURCE_TABLE[fullest.resource].label.toLowerCase()} at ${formatShare(fullest.share)}`;
}

function count(trace: readonly TraceEvent[], name: TraceName): number {
  return trace.filter((event) => event.name === name).length;
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, "");
}
