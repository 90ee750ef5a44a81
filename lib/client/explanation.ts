/** One answered question about a run, and what it may be drawn from. */
import type { ToolRecord } from "../contracts/evidence";
import type { RunDetail } from "../contracts/run";
import type { TraceEvent } from "../contracts/trace";
import type { RunTab } from "./run-tabs";

interface ExplainLink {
  readonly label: string;
  readonly tab: RunTab;
}
export interface Explanation {
  readonly question: string;
  readonly answer: string;
  /** Where to look next, most telling first. */
  readonly links: readonly ExplainLink[];
}
/** What the answers are drawn from. */
export interface ExplainInput {
  readonly run: RunDetail;
  readonly tools: readonly ToolRecord[];
  readonly trace: readonly TraceEvent[];
}

export const LINK = {
  answer: { label: "Answer", tab: "answer" },
  guards: { label: "Guards and release", tab: "guards" },
  tools: { label: "Tools and evidence", tab: "tools" },
  timeline: { label: "Timeline", tab: "timeline" },
  ledger: { label: "Budget ledger", tab: "ledger" },
} as const satisfies Record<string, ExplainLink>;
