/** Questions whose run is ended before it can conclude. */
import { fallsBack, releasesNothing, type Question } from "../evaluation-question";

const PAYMENTS = "Why are payments failing?";
const LEDGER = "Reconcile the ledger with the payouts";
const PARTIAL = ["INSUFFICIENT_EVIDENCE"] as const;

export const STOPPED_QUESTIONS: readonly Question[] = [
  releasesNothing(
    { id: "one-model-call", class: "budget", language: "en", ask: PAYMENTS, budget: { modelCalls: 1 } },
    "BUDGET_EXHAUSTED",
  ),
  releasesNothing(
    { id: "few-tokens", class: "budget", language: "en", ask: PAYMENTS, budget: { tokens: 20 } },
    "BUDGET_EXHAUSTED",
  ),
  releasesNothing(
    { id: "few-bytes", class: "budget", language: "en", ask: PAYMENTS, budget: { bytes: 16 } },
    "BUDGET_EXHAUSTED",
  ),
  fallsBack(
    { id: "two-model-calls", class: "budget", language: "en", ask: PAYMENTS, budget: { modelCalls: 2 } },
    PARTIAL,
    { runState: "BUDGET_EXHAUSTED" },
  ),
  fallsBack(
    {
      id: "three-model-calls-zh",
      class: "budget",
      language: "zh",
      ask: "支付为什么失败？",
      budget: { modelCalls: 3 },
    },
    PARTIAL,
    { runState: "BUDGET_EXHAUSTED" },
  ),
  fallsBack(
    {
      id: "one-tool-call",
      class: "budget",
      language: "en",
      ask: PAYMENTS,
      budget: { toolCalls: 1, modelCalls: 3 },
    },
    PARTIAL,
    { runState: "BUDGET_EXHAUSTED" },
  ),
  releasesNothing(
    { id: "no-time", class: "deadline", language: "en", ask: PAYMENTS, budget: { wallTimeMs: 1 } },
    "TIMED_OUT",
  ),
  releasesNothing(
    {
      id: "deadline-in-statement",
      class: "deadline",
      language: "en",
      ask: LEDGER,
      budget: { wallTimeMs: 1_500 },
    },
    "TIMED_OUT",
  ),
  releasesNothing(
    { id: "cancelled", class: "interrupted", language: "en", ask: LEDGER, interruption: "cancel" },
    "CANCELLED",
    "CANCELLED",
  ),
  releasesNothing(
    {
      id: "disconnected",
      class: "interrupted",
      language: "zh",
      ask: "请核对账本与打款",
      interruption: "disconnect",
    },
    "CANCELLED",
    "CANCELLED",
  ),
];
