/**
 * What a run that ended as a fallback or a failure has in common with others: its type, its cause, and the playbook or tool it stands on.
 *
 * The fingerprint is made of that alone, so it is the same whatever the run's ids, figures and times are, and whoever computes it.
 */
import { createHash } from "node:crypto";
import type { FallbackType } from "../contracts/axes";
import { type DiagnosisStopReason, type TerminalRunState } from "../contracts/axes";
import type { ToolErrorCode, ToolRecord } from "../contracts/evidence";
import { FailureCode } from "../contracts/frames";
import type { FiledOutcome, TriageCause } from "../contracts/triage";
import type { TraceLine } from "../contracts/trace";
import { plainCause } from "./plain-cause";

/** Raised whenever the same run would get another fingerprint; groups of an older version keep their runs. */
export const FINGERPRINT_VERSION = 1;

/** A stored run as its fingerprint sees it. Columns that do not read are null. */
export interface EndedRun {
  readonly model: string;
  readonly runState: TerminalRunState;
  readonly releaseOutcome: FiledOutcome;
  readonly fallbackType: FallbackType | null;
  readonly failureCode: string | null;
  readonly stopReason: DiagnosisStopReason | null;
  /** What a fallback says is missing. */
  readonly missingInfo: readonly string[];
  /** In ordinal order. */
  readonly records: readonly RecordFacts[];
  /** The last lines of its trace, in order. */
  readonly trace: readonly Pick<TraceLine, "name" | "detail">[];
}
type RecordFacts = Pick<ToolRecord, "tool" | "source" | "label" | "errorCode">;

export interface Fingerprint {
  readonly version: number;
  /** SHA-256, 64 hexadecimal digits. */
  readonly hash: string;
  readonly cause: TriageCause;
}

/** Errors that come from the end of the run, not the other way round. */
const AFTERMATH: ReadonlySet<ToolErrorCode> = new Set<ToolErrorCode>(["RUN_ENDED", "PROCESS_LOST"]);

export function fingerprintOf(run: EndedRun): Fingerprint {
  const cause = causeOf(run);
  const canonical = JSON.stringify([
    FINGERPRINT_VERSION,
    cause.releaseOutcome,
    cause.fallbackType,
    cause.failureCode,
    cause.runState,
    cause.stopReason,
    cause.cause,
    cause.playbook,
    cause.tool,
    cause.toolErrorCode,
  ]);
  return {
    version: FINGERPRINT_VERSION,
    hash: createHash("sha256").update(canonical).digest("hex"),
    cause,
  };
}

function causeOf(run: EndedRun): TriageCause {
  const failing = run.records.find((record) => record.errorCode !== null && !AFTERMATH.has(record.errorCode));
  const toolErrorCode: ToolErrorCode | null = failing?.errorCode ?? null;
  const playbook = playbookOf(run);
  const deciding = failing ?? run.records.at(-1);
  return {
    releaseOutcome: run.releaseOutcome,
    fallbackType: run.releaseOutcome === "FALLBACK" ? run.fallbackType : null,
    failureCode: run.releaseOutcome === "FAILED" ? knownFailure(run.failureCode) : null,
    runState: run.runState,
    stopReason: run.stopReason,
    cause: wordsOf(run),
    playbook,
    // Beside a playbook only a tool that failed says more.
    tool:
      deciding === undefined || (playbook !== null && failing === undefined)
        ? null
        : `${deciding.tool} on ${deciding.source}`.slice(0, 191),
    toolErrorCode,
  };
}

/** The built-in model labels its checks `playbook/check`; what another model calls its own are free words. */
function playbookOf({ model, records }: EndedRun): string | null {
  if (model !== "playbook") return null;
  const match = /^([^/]+)\/./u.exec(records[0]?.label ?? "");
  return match?.[1] === undefined ? null : match[1].slice(0, 191);
}

function knownFailure(code: string | null): FailureCode | null {
  const parsed = FailureCode.safeParse(code);
  return parsed.success ? parsed.data : null;
}

function wordsOf(run: EndedRun): string {
  if (run.releaseOutcome === "FAILED") return "";
  switch (run.fallbackType) {
    case "MISSING_REQUIRED_CONTEXT":
      // A language model words the same gap in another way each time.
      return run.model === "playbook" ? plainCause([...run.missingInfo].sort().join("; ")) : "";
    case "EVIDENCE_VALIDATION_FAILED":
      return violationCodes(run).join(", ");
    case "SEMANTIC_UNSUPPORTED":
      // The verdict's reason is the guard model's own prose.
      return "";
    case "INSUFFICIENT_EVIDENCE":
    case "SEMANTIC_UNAVAILABLE":
    case null:
      return plainCause(releaseReason(run));
  }
}

function releaseReason({ trace }: EndedRun): string {
  const reason = trace.findLast((line) => line.name === "RELEASE_DECISION")?.detail["reason"];
  return typeof reason === "string" ? reason : "";
}

/** Of the last check, each once, in the order of the alphabet. */
function violationCodes({ trace }: EndedRun): readonly string[] {
  const check = trace.findLast(
    (line) => line.name === "EVIDENCE_GUARD_RECHECK" || line.name === "EVIDENCE_GUARD_INITIAL",
  );
  const violations = check?.detail["violations"];
  if (!Array.isArray(violations)) return [];
  const codes = violations.flatMap((violation) =>
    typeof violation === "object" &&
    violation !== null &&
    "code" in violation &&
    typeof violation["code"] === "string"
      ? [violation["code"]]
      : [],
  );
  return [...new Set(codes)].sort();
}
