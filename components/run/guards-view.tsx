import type { TraceEvent, TraceName, TraceStatus } from "@/lib/contracts/trace";
import { TRACE_NAME_TABLE } from "@/lib/contracts/trace";
import type { RunView } from "@/lib/client/run-view";
import { formatDuration, formatOffset } from "@/lib/client/format-time";
import { EmptyState } from "../ui/empty-state";
import { TONE_CLASSES } from "../ui/tone-classes";
import type { Tone } from "@/lib/contracts/axes";
import { TraceDetailList } from "./trace-detail-list";

const GUARD_LINES: ReadonlySet<TraceName> = new Set([
  "DRAFT_RECEIVED",
  "DRAFT_REJECTED",
  "EVIDENCE_GUARD_INITIAL",
  "EVIDENCE_REPAIR",
  "EVIDENCE_GUARD_RECHECK",
  "SEMANTIC_GUARD_ATTEMPT",
  "SEMANTIC_GUARD_DECISION",
  "RELEASE_DECISION",
]);
const STATUS: Readonly<Record<TraceStatus, { tone: Tone; says: string }>> = {
  started: { tone: "info", says: "begun" },
  ok: { tone: "ok", says: "passed" },
  refused: { tone: "bad", says: "refused" },
  failed: { tone: "bad", says: "failed" },
  info: { tone: "off", says: "noted" },
};

/** Where "passed" would be the wrong word. */
const OK_WORDS: Partial<Record<TraceName, string>> = {
  DRAFT_RECEIVED: "well-formed",
  EVIDENCE_REPAIR: "repaired",
  SEMANTIC_GUARD_DECISION: "supported",
  RELEASE_DECISION: "decided",
};

/** What stood between the draft and its release, in order (REL-1 … REL-4). */
export function GuardsView({ view }: { view: RunView }) {
  const lines = view.trace.filter((event) => GUARD_LINES.has(event.name) && !isAnswered(event, view.trace));
  if (lines.length === 0) {
    return (
      <EmptyState title="No guard was asked">
        {view.run.runState === "RUNNING"
          ? "Guards run once the agent has delivered a draft."
          : view.run.intent === "DIAGNOSIS"
            ? "The run ended before a draft reached the guards."
            : "Only a diagnosis passes through the evidence and semantic guards."}
      </EmptyState>
    );
  }
  return (
    <ol className="grid gap-2.5">
      {lines.map((line) => (
        <GuardLine createdAt={view.run.createdAt} key={line.seq} line={line} />
      ))}
    </ol>
  );
}

/** The beginning of a check says nothing more once its decision is there. */
function isAnswered(event: TraceEvent, trace: readonly TraceEvent[]): boolean {
  if (event.name !== "SEMANTIC_GUARD_ATTEMPT") return false;
  return trace.some((other) => other.name === "SEMANTIC_GUARD_DECISION" && other.callId === event.callId);
}

function GuardLine({ line, createdAt }: { line: TraceEvent; createdAt: number }) {
  const { tone, says } = STATUS[line.status];
  const word = line.status === "ok" ? (OK_WORDS[line.name] ?? says) : says;
  return (
    <li className={`rounded-lg border border-line border-l-[3px] px-3 py-2 ${BORDERS[tone]}`}>
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <b className="font-semibold">{TRACE_NAME_TABLE[line.name]}</b>
        <span className={`text-xs font-semibold ${TONE_CLASSES[tone].text}`}>{word}</span>
        <span className="ml-auto font-mono text-2xs text-mute">
          {formatOffset(line.at, createdAt)}
          {line.durationMs !== null && ` · ${formatDuration(line.durationMs)}`}
        </span>
      </p>
      <div className="mt-1">
        <TraceDetailList detail={line.detail} />
      </div>
    </li>
  );
}

const BORDERS: Readonly<Record<Tone, string>> = {
  ok: "border-l-ok",
  warn: "border-l-warn",
  bad: "border-l-bad",
  info: "border-l-info",
  off: "border-l-line-strong",
  vio: "border-l-vio",
};
