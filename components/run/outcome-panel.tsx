"use client";

import { FAILURE_CODE_TABLE } from "@/lib/contracts/frames";
import type { RunView } from "@/lib/client/run-view";
import { endingNote } from "@/lib/client/ending-note";
import { plural } from "@/lib/client/format-quantity";
import { Notice } from "../ui/notice";
import { AnswerView } from "./answer-view";

const FAILURE_TEXT: Readonly<Record<string, string>> = FAILURE_CODE_TABLE;

/** What the run let out: an answer, an honest failure, or nothing yet. */
export function OutcomePanel({ view }: { view: RunView }) {
  const { run, tools } = view;
  if (run.answer !== null) return <AnswerView answer={run.answer} tools={tools} />;
  if (run.runState === "RUNNING") {
    return (
      <p className="py-2 text-mute" role="status">
        Nothing is released before the guards have checked it. What is being looked at stands under “Tools and
        evidence”.
      </p>
    );
  }
  if (run.releaseOutcome === null) {
    return (
      <p className="py-2 text-mute" role="status">
        The run has ended; its outcome is being stored.
      </p>
    );
  }
  const code = run.failure?.code ?? run.failureCode;
  const message = run.failure?.message ?? (code === null ? undefined : FAILURE_TEXT[code]);
  const ending = endingNote(run);
  const gathered =
    tools.length === 0
      ? "No evidence had been gathered."
      : `${plural(tools.length, "record")} gathered before the end ${tools.length === 1 ? "stays" : "stay"} readable, marked “not released”.`;
  return (
    <Notice
      title={
        run.releaseOutcome === "CANCELLED"
          ? "Nothing was published: the run was cancelled."
          : "Nothing safe could be released."
      }
      tone={run.releaseOutcome === "CANCELLED" ? "off" : "bad"}
    >
      {code !== null && (
        <p>
          <b className="font-mono text-xs">{code}</b> {message}
        </p>
      )}
      {run.termination !== null && <p>Ended because: {run.termination.reason}</p>}
      {ending !== null && (
        <p>
          Ended by <b className="font-semibold">{ending.requestedBy}</b>: “{ending.note}”
        </p>
      )}
      <p className="text-mute">{gathered}</p>
    </Notice>
  );
}

/** RUN-17: nothing that was gathered reached anyone outside. */
export function isNotReleased(run: RunView["run"]): boolean {
  return run.releaseOutcome === "FAILED" || run.releaseOutcome === "CANCELLED";
}
