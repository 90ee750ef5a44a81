/**
 * The frames of a run's public stream, made again from what is stored: the same state machine that sent them (`ChatSseSession`) is led through the
 * stored states once more. The bytes themselves are not kept.
 */
import { FailureCode, type PublicFrame } from "../contracts/frames";
import type { PublicStreamReply } from "../contracts/run-acts";
import type { RunDetail } from "../contracts/run";
import { ChatSseSession } from "./chat-sse-session";
import type { JournalEvent } from "./ports";
import { failureCodeOf } from "./settle-run";

type SentFrame = Extract<PublicStreamReply, { kind: "sent" }>["frames"][number];

/** @param events every event of the run so far, in order */
export function publicFrames(run: RunDetail, events: readonly JournalEvent[]): PublicStreamReply {
  if (run.mode === "detached") return { kind: "none" };
  const frames: SentFrame[] = [];
  let at = run.createdAt;
  const session = new ChatSseSession(
    {
      send: (frame: PublicFrame) => {
        frames.push({ id: frames.length + 1, at, frame });
        return true;
      },
      end: () => undefined,
      onGone: () => undefined,
    },
    { onState: () => undefined, onDisconnected: () => undefined },
  );
  let ending: "open" | "complete" | "left" = "open";
  for (const event of events) {
    if (event.frame.event !== "state") continue;
    at = event.at;
    const { phase, streamState, releaseOutcome } = event.frame.data;
    if (streamState === "OPEN") session.open(run.sessionId, run.runId);
    if (phase !== null) session.status(phase);
    if (ending === "open" && streamState === "TERMINAL") {
      if (releaseOutcome === null) failUnreleased(session, run);
      else publish(session, run);
      ending = "complete";
    }
    if (ending === "open" && streamState === "DISCONNECTED") {
      session.disconnect();
      ending = "left";
    }
  }
  return { kind: "sent", frames, ending };
}

/** APP-1: content where an answer was released, else a failure; then done. */
function publish(session: ChatSseSession, run: RunDetail): void {
  const { runId, sessionId, answer, releaseOutcome } = run;
  if (answer !== null) {
    session.content({ runId, sessionId, answer }, releaseOutcome === "SUCCESS" ? "SUCCESS" : "FALLBACK");
    return;
  }
  const stored = FailureCode.safeParse(run.failure?.code);
  session.failure(stored.success ? stored.data : "INTERNAL_FAILURE");
}

/** RUN-14: the stream of a run that did not stop was ended before there was an outcome. */
function failUnreleased(session: ChatSseSession, { termination, cancellation }: RunDetail): void {
  if (termination === null) throw new Error("a stream ends after its run's termination alone (APP-1)");
  session.failure(failureCodeOf(termination, cancellation?.reason ?? null));
}
