/** What a group and its history say to a person. Pure. */
import { FALLBACK_TYPE_TABLE, STOP_REASON_TABLE } from "../contracts/axes";
import { TOOL_ERROR_CODE_TABLE } from "../contracts/evidence";
import { FAILURE_CODE_TABLE } from "../contracts/frames";
import { RESOLUTION_REASON_TABLE, type TriageCause, type TriageEvent } from "../contracts/triage";

/** Exact codes as words: RUN_TIMED_OUT → Run timed out. */
function wordsOfCode(code: string): string {
  return sentence(code.toLowerCase().replaceAll("_", " "));
}

/** The heading of a group: what went wrong, and where. */
export function titleOfGroup(cause: TriageCause): string {
  const what =
    cause.fallbackType !== null
      ? FALLBACK_TYPE_TABLE[cause.fallbackType].label
      : cause.failureCode !== null
        ? wordsOfCode(cause.failureCode)
        : "Failed";
  const where = cause.playbook ?? cause.tool;
  return where === null ? what : `${what} · ${where}`;
}

/** What else the runs of a group have in common, in one line; empty where there is nothing. */
export function causeOfGroup(cause: TriageCause): string {
  return [
    cause.cause === "" ? null : sentence(cause.cause),
    cause.toolErrorCode === null
      ? null
      : `${cause.tool ?? "a tool"}: ${TOOL_ERROR_CODE_TABLE[cause.toolErrorCode]}`,
    cause.stopReason === null ? null : STOP_REASON_TABLE[cause.stopReason].meaning,
    cause.failureCode === null ? null : FAILURE_CODE_TABLE[cause.failureCode],
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The middle of a sentence that begins with the actor's name. */
export function deedOf(event: TriageEvent): string {
  switch (event.kind) {
    case "filed":
      return "filed the first run";
    case "acknowledged":
      return "acknowledged it";
    case "resolved":
      return `resolved it: ${RESOLUTION_REASON_TABLE[event.reason].label.toLowerCase()}`;
    case "reopened":
      return "opened it again";
    case "recurred": {
      const { resolution } = event;
      return resolution === null
        ? "opened it again: it came back"
        : `opened it again: it came back after ${resolution.by} had resolved it (${RESOLUTION_REASON_TABLE[resolution.reason].label.toLowerCase()})`;
    }
    case "assigned":
      return event.to === null
        ? `took it from ${event.from ?? "nobody"}`
        : event.from === null
          ? `gave it to ${event.to}`
          : `gave it to ${event.to}, before ${event.from}`;
    case "labelled":
      return [
        event.added.length === 0 ? null : `added ${event.added.join(", ")}`,
        event.removed.length === 0 ? null : `removed ${event.removed.join(", ")}`,
      ]
        .filter((part) => part !== null)
        .join(" and ");
    case "noted":
      return "wrote";
    case "case_made":
      return "made a regression case of a run";
  }
}

/** What was written with it, to stand under the sentence. */
export function noteOf(event: TriageEvent): string | null {
  switch (event.kind) {
    case "resolved":
    case "reopened":
      return event.note;
    case "noted":
      return event.text;
    case "filed":
    case "acknowledged":
    case "recurred":
    case "assigned":
    case "labelled":
    case "case_made":
      return null;
  }
}
