/** One run as the store would hold it after its end: its row, its events, its tool records. */
import { storedStatusOf, type IntentType } from "../../lib/contracts/axes";
import { DEFAULT_BUDGET, type BudgetSnapshot } from "../../lib/contracts/budget";
import { FAILURE_CODE_TABLE } from "../../lib/contracts/frames";
import { encodeIdBody } from "../../lib/contracts/ids";
import type { TraceName, TracePhase } from "../../lib/contracts/trace";
import { encodeDocument } from "../../lib/persistence/documents";
import { SEED_ENDINGS, type SeedEnding } from "./seed-endings";
import type { SeedGroups } from "./seed-groups";
import { askQuestion } from "./seed-questions";
import { Weighted, type SeedRandom } from "./seed-random";

export type Cell = string | number | Date | null;

export interface SeededRun {
  readonly runId: string;
  readonly query: string;
  readonly run: readonly Cell[];
  readonly events: readonly (readonly Cell[])[];
  readonly tools: readonly (readonly Cell[])[];
}

/** The columns of `run`, in order. */
export const RUN_COLUMNS = [
  "run_id",
  "session_id",
  "query",
  "mode",
  "model",
  "intent",
  "phase",
  "run_state",
  "termination_reason",
  "completed_at",
  "release_outcome",
  "fallback_type",
  "status",
  "collection_state",
  "stop_reason",
  "semantic_verdict",
  "stream_state",
  "cancel_reason",
  "cancel_requested_by",
  "cancel_requested_at",
  "receipt_json",
  "cancel_settled_ms",
  "failure_code",
  "failure_message",
  "conclusion",
  "answer_json",
  "published_result_json",
  "budget_json",
  "budget_share",
  "input_tokens",
  "output_tokens",
  "agent_steps",
  "tool_calls",
  "duration_ms",
  "deadline_at",
  "created_at",
  "termination_stored_at",
  "outcome_stored_at",
  "retired_at",
  "owner_id",
  "request_hash",
  "triage_group_id",
] as const;
export const EVENT_COLUMNS = ["run_id", "seq", "kind", "at", "payload_json"] as const;
export const TOOL_COLUMNS = [
  "invocation_id",
  "run_id",
  "ordinal",
  "tool",
  "source",
  "label",
  "statement",
  "params_json",
  "scope",
  "normalized_scope",
  "status",
  "evidence_status",
  "gain",
  "evidence_json",
  "content_hash",
  "bytes",
  "error_code",
  "error_message",
  "started_at",
  "completed_at",
] as const;

interface SeedTool {
  readonly tool: string;
  readonly source: string;
  readonly label: string;
  readonly statement: string;
  readonly medianMs: number;
}
const TOOLS = new Weighted<SeedTool>([
  [
    40,
    {
      tool: "mysql_query",
      source: "shop",
      label: "payments-failing/failure_rate",
      statement:
        "SELECT gateway, COUNT(*) AS failed FROM payments WHERE status = 'failed' AND created_at >= ? GROUP BY gateway",
      medianMs: 60,
    },
  ],
  [
    20,
    {
      tool: "mysql_query",
      source: "health",
      label: "who-blocks-whom/waits",
      statement: "SELECT * FROM sys.innodb_lock_waits LIMIT 50",
      medianMs: 180,
    },
  ],
  [
    15,
    {
      tool: "mysql_query",
      source: "warehouse",
      label: "stock-negative/movements",
      statement:
        "SELECT sku, SUM(delta) AS stock FROM stock_movements GROUP BY sku HAVING stock < 0 LIMIT 100",
      medianMs: 900,
    },
  ],
  [
    15,
    {
      tool: "prometheus_query",
      source: "metrics",
      label: "error-rate",
      statement: 'sum by (service) (rate(http_requests_total{code=~"5.."}[5m]))',
      medianMs: 240,
    },
  ],
  [
    10,
    {
      tool: "tickets.search",
      source: "helpdesk",
      label: "recent tickets",
      statement: "search tickets",
      medianMs: 1_500,
    },
  ],
]);
const MODELS = new Weighted<string>([
  [55, "playbook"],
  [25, "qwen3-32b"],
  [15, "llama-3.3-70b"],
  [5, "deepseek-v3.1"],
]);
const PHASE_AT_END = {
  DIAGNOSIS: "SAFETY_VALIDATING",
  KNOWLEDGE_QUERY: "KNOWLEDGE_ANSWERING",
  SYSTEM_CHAT: "SYSTEM_RESPONDING",
} as const satisfies Record<IntentType, string>;
const MEDIAN_MS = { DIAGNOSIS: 14_000, KNOWLEDGE_QUERY: 3_500, SYSTEM_CHAT: 1_200 } as const satisfies Record<
  IntentType,
  number
>;
const REQUEST_HASH = "0".repeat(64);

export function seededRun(
  random: SeedRandom,
  at: { readonly createdAt: number; readonly sessionId: string },
  groups: SeedGroups,
): SeededRun {
  const { createdAt, sessionId } = at;
  const ending = SEED_ENDINGS.pick(random);
  const runId = `run_${encodeIdBody(createdAt, random.bytes(16))}`;
  const query = askQuestion(ending.intent ?? "DIAGNOSIS", random);
  const durationMs = durationOf(ending, random);
  const completedAt = createdAt + durationMs;
  const isDiagnosis = ending.intent === "DIAGNOSIS";
  const steps = isDiagnosis ? random.between(1, 6) : 0;
  const tools = toolsOf(
    random,
    runId,
    createdAt,
    durationMs,
    isDiagnosis && ending.fallback !== "MISSING_REQUIRED_CONTEXT" ? random.between(0, 2) : 0,
  );
  const tokens = {
    input: steps * random.between(900, 2_600) + 300,
    output: steps * random.between(60, 260) + 40,
  };
  const budget = budgetOf(ending, {
    steps,
    tools: tools.length,
    tokens: tokens.input + tokens.output,
    durationMs,
  });
  const conclusion = isDiagnosis && ending.outcome === "SUCCESS" ? conclusionOf(random) : null;
  const model = MODELS.pick(random);
  const cancel = cancelOf(ending, random, completedAt);
  const stored = new Date(completedAt + 4);
  const saturated =
    ending.stopReason === "INFORMATION_SATURATED" || ending.stopReason === "PROGRESS_PROTOCOL_VIOLATED";
  return {
    runId,
    query,
    tools,
    events: eventsOf(ending, { runId, createdAt, completedAt, steps, tools, model }),
    run: [
      runId,
      sessionId,
      query,
      random.chance(0.5) ? "attached" : "detached",
      model,
      ending.intent,
      ending.intent === null ? "ROUTING" : PHASE_AT_END[ending.intent],
      ending.state,
      ending.cancel ?? (ending.failure === null ? "completed" : FAILURE_CODE_TABLE[ending.failure]),
      new Date(completedAt),
      ending.outcome,
      ending.fallback,
      storedStatusOf(ending.outcome),
      isDiagnosis ? (saturated ? "SATURATED" : "COLLECTING") : null,
      ending.stopReason,
      conclusion !== null ? "SUPPORTED" : ending.fallback === "SEMANTIC_UNSUPPORTED" ? "UNSUPPORTED" : null,
      ending.cancel === "CLIENT_DISCONNECTED" ? "DISCONNECTED" : "TERMINAL",
      cancel.reason,
      cancel.by,
      cancel.at,
      cancel.receipt,
      cancel.settledMs,
      ending.failure,
      ending.failure === null ? null : FAILURE_CODE_TABLE[ending.failure],
      conclusion,
      answerOf(ending, conclusion),
      conclusion === null ? null : encodeDocument({ query, conclusion }),
      encodeDocument(budget.snapshot),
      budget.share,
      tokens.input,
      tokens.output,
      steps,
      tools.length,
      durationMs,
      new Date(createdAt + DEFAULT_BUDGET.wallTimeMs),
      new Date(createdAt),
      stored,
      stored,
      stored,
      "seed",
      REQUEST_HASH,
      groups.file(ending, { runId, createdAt, query }),
    ],
  };
}

function durationOf(ending: SeedEnding, random: SeedRandom): number {
  if (ending.state === "TIMED_OUT") return DEFAULT_BUDGET.wallTimeMs;
  const median = ending.intent === null ? 800 : MEDIAN_MS[ending.intent];
  return Math.min(DEFAULT_BUDGET.wallTimeMs - 1, random.aroundMedian(median, 0.7));
}

function budgetOf(
  ending: SeedEnding,
  used: { steps: number; tools: number; tokens: number; durationMs: number },
): { snapshot: BudgetSnapshot; share: number } {
  const limits = DEFAULT_BUDGET;
  const calls = ending.state === "BUDGET_EXHAUSTED" ? limits.modelCalls : used.steps + 2;
  const snapshot: BudgetSnapshot = {
    modelCalls: { used: calls, limit: limits.modelCalls },
    toolCalls: { used: used.tools, limit: limits.toolCalls },
    tokens: { used: used.tokens, limit: limits.tokens },
    bytes: { used: used.tools * 180, limit: limits.bytes },
    wallTimeMs: { used: used.durationMs, limit: limits.wallTimeMs },
  };
  const share = Math.max(...Object.values(snapshot).map((gauge) => gauge.used / gauge.limit));
  return { snapshot, share };
}

interface SeedCancel {
  readonly reason: string | null;
  readonly by: string | null;
  readonly at: Date | null;
  readonly receipt: string | null;
  readonly settledMs: number | null;
}
const NOT_CANCELLED: SeedCancel = { reason: null, by: null, at: null, receipt: null, settledMs: null };

function cancelOf(ending: SeedEnding, random: SeedRandom, completedAt: number): SeedCancel {
  if (ending.cancel === null) return NOT_CANCELLED;
  const by = ending.cancel === "USER_REQUESTED" ? "operator" : "core";
  const settledMs = random.chance(0.8) ? random.aroundMedian(12, 1.1) : 0;
  const receipt = encodeDocument({
    reason: ending.cancel,
    requestedBy: by,
    requestedAt: completedAt,
    note: null,
    lost: [],
    handles:
      settledMs === 0
        ? []
        : [
            {
              kind: "mysql_query",
              id: "statement",
              what: "query",
              stop: "confirmed",
              afterMs: settledMs,
              detail: null,
            },
          ],
    stateSetAt: completedAt,
    storedAt: completedAt + 4,
  });
  return { reason: ending.cancel, by, at: new Date(completedAt), receipt, settledMs };
}

function conclusionOf(random: SeedRandom): string {
  return `${random.between(3, 900)} of ${random.between(1_000, 9_000)} requests failed after a deploy; the errors stop where it was rolled back.`;
}

function answerOf(ending: SeedEnding, conclusion: string | null): string | null {
  if (ending.outcome === "FAILED" || ending.outcome === "CANCELLED") return null;
  if (ending.fallback !== null) {
    const message = "What was checked is listed; it does not settle the question.";
    return encodeDocument({
      contentType: "fallback",
      fallbackType: ending.fallback,
      message,
      checked: [],
      missingInfo: ["the time range"],
      nextSteps: ["Name the service and the time."],
    });
  }
  if (ending.intent === "SYSTEM_CHAT")
    return encodeDocument({ contentType: "system_answer", text: "I diagnose incidents." });
  if (ending.intent === "KNOWLEDGE_QUERY")
    return encodeDocument({ contentType: "knowledge_answer", text: "See the runbook.", citations: [] });
  return encodeDocument({
    contentType: "diagnosis_report",
    conclusion: conclusion ?? "",
    claims: [],
    missingInfo: [],
    recommendedActions: ["Roll the deploy back."],
  });
}

function toolsOf(
  random: SeedRandom,
  runId: string,
  createdAt: number,
  durationMs: number,
  count: number,
): readonly (readonly Cell[])[] {
  return Array.from({ length: count }, (_, index) => {
    const { tool, source, label, statement, medianMs } = TOOLS.pick(random);
    const startedAt = createdAt + Math.floor((durationMs * (index + 1)) / (count + 2));
    const failed = random.chance(0.03);
    const found = random.chance(0.8);
    const tookMs = failed ? 10_000 : random.aroundMedian(medianMs, 0.8);
    const evidence = encodeDocument({
      columns: [
        { name: "gateway", type: "text" },
        { name: "failed", type: "number" },
      ],
      rows: found ? [["cardwise", String(random.between(1, 900))]] : [],
      truncated: { rows: false, columns: false, cells: 0 },
    });
    return [
      `inv_${encodeIdBody(startedAt, random.bytes(16))}`,
      runId,
      index + 1,
      tool,
      source,
      label,
      statement,
      '{"v":1,"d":[]}',
      "the last hour",
      `${source}/${label}`,
      failed ? "ERROR" : "READY",
      failed ? "ERROR" : found ? "EVIDENCE_FOUND" : "NO_EVIDENCE",
      failed ? null : found ? "GAINED" : "NO_GAIN",
      failed ? null : evidence,
      failed ? null : "sha256:seed",
      failed ? null : evidence.length,
      failed ? "QUERY_TIMEOUT" : null,
      failed ? "the statement ran into its time limit" : null,
      new Date(startedAt),
      new Date(startedAt + tookMs),
    ];
  });
}

interface EventInput {
  readonly runId: string;
  readonly createdAt: number;
  readonly completedAt: number;
  readonly steps: number;
  readonly tools: readonly (readonly Cell[])[];
  readonly model: string;
}

/** The lines that every run has, one per tool call, and the end. */
function eventsOf(ending: SeedEnding, input: EventInput): readonly (readonly Cell[])[] {
  const { runId, createdAt, completedAt, tools } = input;
  const events: Cell[][] = [];
  const trace = (
    name: TraceName,
    phase: TracePhase,
    status: string,
    at: number,
    detail: Record<string, string | number | null>,
    callId: string | null = null,
  ) => {
    const seq = events.length + 1;
    const data = { seq, name, phase, status, at, durationMs: null, callId, detail };
    events.push([runId, seq, "trace", new Date(at), encodeDocument(data)]);
  };
  trace("RUN_STARTED", "run", "started", createdAt, { model: input.model });
  if (ending.intent !== null)
    trace("ROUTING_DECISION", "routing", "ok", createdAt + 1, { intent: ending.intent });
  for (const tool of tools) {
    const startedAt = tool[TOOL_COLUMNS.indexOf("started_at")];
    const at = startedAt instanceof Date ? startedAt.getTime() : createdAt;
    const status = tool[TOOL_COLUMNS.indexOf("status")] === "ERROR" ? "failed" : "ok";
    trace("TOOL_INVOCATION", "tool", status, at, { label: String(tool[5]) }, String(tool[0]));
  }
  if (ending.outcome === "SUCCESS" || ending.outcome === "FALLBACK")
    trace("RELEASE_DECISION", "release", "ok", completedAt, { fallbackType: ending.fallback });
  trace("RUN_FINISHED", "run", ending.outcome === "FAILED" ? "failed" : "ok", completedAt, {
    runState: ending.state,
    releaseOutcome: ending.outcome,
    fallbackType: ending.fallback,
    reason: ending.cancel,
  });
  events.push([runId, events.length + 1, "end", new Date(completedAt), encodeDocument({ runId })]);
  return events;
}
