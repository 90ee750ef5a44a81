import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SafeAnswer } from "../contracts/answer";
import type { SseSessionState } from "../contracts/axes";
import type { PublicFrame } from "../contracts/frames";
import { RunId, SessionId } from "../contracts/ids";
import { ChatSseSession, type FrameSink } from "./chat-sse-session";

const runId = RunId.parse(`run_${"0".repeat(26)}`);
const otherRunId = RunId.parse(`run_${"1".repeat(26)}`);
const sessionId = SessionId.parse(`ses_${"0".repeat(26)}`);
const answer: SafeAnswer = { contentType: "system_answer", text: "hello" };

class ListSink implements FrameSink {
  readonly frames: PublicFrame[] = [];
  ended = 0;
  gone: () => void = () => undefined;
  accepts = Number.POSITIVE_INFINITY;
  send(frame: PublicFrame): boolean {
    if (this.frames.length >= this.accepts) return false;
    this.frames.push(frame);
    return true;
  }
  end(): void {
    this.ended += 1;
  }
  onGone(callback: () => void): void {
    this.gone = callback;
  }
}

function open(accepts = Number.POSITIVE_INFINITY) {
  const sink = new ListSink();
  sink.accepts = accepts;
  const states: SseSessionState[] = [];
  let disconnects = 0;
  const session = new ChatSseSession(sink, {
    onState: (state) => states.push(state),
    onDisconnected: () => (disconnects += 1),
  });
  return { sink, states, session, disconnects: () => disconnects };
}

describe("ChatSseSession (SSE-1 … SSE-4)", () => {
  it("goes NEW → OPEN → TERMINAL with metadata, status, content, done", () => {
    const { sink, states, session } = open();
    session.open(sessionId, runId);
    session.status("ROUTING");
    session.status("ROUTING");
    session.status("SYSTEM_RESPONDING");
    session.content({ runId, sessionId, answer }, "SUCCESS");
    expect(sink.frames.map((frame) => frame.event)).toEqual([
      "metadata",
      "status",
      "status",
      "content",
      "done",
    ]);
    expect(states).toEqual(["NEW", "OPEN", "TERMINAL"]);
    expect(sink.ended).toBe(1);
  });

  it("ends a failure with done(FAILED)", () => {
    const { sink, session } = open();
    session.open(sessionId, runId);
    session.failure("RUN_CANCELLED");
    expect(sink.frames.at(-1)).toEqual({ event: "done", data: { outcome: "FAILED" } });
  });

  it("refuses everything before metadata and after the end", () => {
    const { sink, session } = open();
    expect(session.status("ROUTING")).toBe(false);
    expect(session.failure("INTERNAL_FAILURE")).toBe(false);
    session.open(sessionId, runId);
    session.failure("INTERNAL_FAILURE");
    expect(session.content({ runId, sessionId, answer }, "SUCCESS")).toBe(false);
    expect(session.disconnect()).toBe(false);
    expect(sink.frames).toHaveLength(3);
  });

  it("treats a failed send as a disconnect, told once", () => {
    const { session, disconnects } = open(1);
    session.open(sessionId, runId);
    expect(session.status("ROUTING")).toBe(false);
    expect(session.state).toBe("DISCONNECTED");
    session.disconnect();
    expect(disconnects()).toBe(1);
  });

  it("is DISCONNECTED when the reader leaves before metadata", () => {
    const { sink, session, disconnects } = open();
    sink.gone();
    expect(session.open(sessionId, runId)).toBe(false);
    expect(sink.frames).toEqual([]);
    expect(disconnects()).toBe(1);
  });

  it("throws rather than deliver another run's result (APP-1)", () => {
    const { session } = open();
    session.open(sessionId, runId);
    expect(() => session.content({ runId: otherRunId, sessionId, answer }, "SUCCESS")).toThrow(/APP-1/);
  });

  it("keeps the order on the wire whatever happens in whatever order (invariant 2)", () => {
    const act = fc.constantFrom("open", "status", "content", "failure", "gone");
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), fc.integer({ min: 0, max: 8 }), (acts, accepts) => {
        const { sink, session, disconnects } = open(accepts);
        for (const each of acts) {
          if (each === "open") session.open(sessionId, runId);
          else if (each === "status") session.status("ROUTING");
          else if (each === "content") session.content({ runId, sessionId, answer }, "FALLBACK");
          else if (each === "failure") session.failure("RUN_TIMED_OUT");
          else sink.gone();
        }
        const order = sink.frames.map((frame) => frame.event).join(" ");
        expect(order).toMatch(/^(metadata( status)*( (content|failure)( done)?)?)?$/);
        expect(sink.ended).toBeLessThanOrEqual(1);
        expect(disconnects()).toBeLessThanOrEqual(1);
      }),
    );
  });
});
