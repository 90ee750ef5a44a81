/**
 * ChatSseSession: the owner's public stream as a state machine (SSE-1 … SSE-4).
 *
 * NEW → OPEN (metadata) → TERMINAL (content + done, or failure + done); NEW/OPEN → DISCONNECTED.
 * Owns: what may be sent, once, in which order. Does not own: the bytes (a FrameSink) or the run.
 */
import {
  type ChatApplicationStatus,
  type FallbackType,
  type PublicOutcome,
  type SseSessionState,
} from "../contracts/axes";
import type { SafeAnswer } from "../contracts/answer";
import { FAILURE_CODE_TABLE, type FailureCode, type PublicFrame } from "../contracts/frames";
import type { RunId, SessionId } from "../contracts/ids";

/** Where frames go. Returns false when the reader is gone or too far behind; it never throws. */
export interface FrameSink {
  send(frame: PublicFrame): boolean;
  /** After the last frame. */
  end(): void;
  /** Calls back once when the reader is lost before the end; at once when it already is. */
  onGone(callback: () => void): void;
}

export interface ChatSseSessionEvents {
  onState(state: SseSessionState): void;
  /** SSE-3: once, when the owner is lost before the end. */
  onDisconnected(): void;
}

export class ChatSseSession {
  #state: SseSessionState = "NEW";
  #identity: { sessionId: SessionId; runId: RunId } | null = null;
  #lastStatus: ChatApplicationStatus | null = null;
  readonly #sink: FrameSink;
  readonly #events: ChatSseSessionEvents;

  constructor(sink: FrameSink, events: ChatSseSessionEvents) {
    this.#sink = sink;
    this.#events = events;
    events.onState(this.#state);
    sink.onGone(() => this.disconnect());
  }

  get state(): SseSessionState {
    return this.#state;
  }

  /** NEW → OPEN. Refused in any other state. */
  open(sessionId: SessionId, runId: RunId): boolean {
    if (this.#state !== "NEW") return false;
    this.#identity = { sessionId, runId };
    this.#move("OPEN");
    return this.#send({ event: "metadata", data: { sessionId, runId } });
  }

  /** One frame per phase: the same status twice in a row is sent once. */
  status(status: ChatApplicationStatus): boolean {
    if (this.#state !== "OPEN") return false;
    if (this.#lastStatus === status) return true;
    this.#lastStatus = status;
    return this.#send({ event: "status", data: { status } });
  }

  /** OPEN → TERMINAL with content, then done. APP-1: refused when the identity is not the metadata's. */
  content(
    result: { sessionId: SessionId; runId: RunId; answer: SafeAnswer },
    outcome: Exclude<PublicOutcome, "FAILED">,
  ): boolean {
    const identity = this.#openIdentity();
    if (identity === null) return false;
    if (identity.runId !== result.runId || identity.sessionId !== result.sessionId) {
      throw new Error("a result of another run must not reach this stream (APP-1)");
    }
    const fallbackType: FallbackType | null =
      result.answer.contentType === "fallback" ? result.answer.fallbackType : null;
    const sent = this.#send({
      event: "content",
      data: { ...identity, contentType: result.answer.contentType, fallbackType, answer: result.answer },
    });
    return sent && this.#finish(outcome);
  }

  /** OPEN → TERMINAL with failure, then done(FAILED). */
  failure(code: FailureCode, message: string = FAILURE_CODE_TABLE[code]): boolean {
    const identity = this.#openIdentity();
    if (identity === null) return false;
    const sent = this.#send({ event: "failure", data: { ...identity, code, message } });
    return sent && this.#finish("FAILED");
  }

  /** The reader went away. Refused once TERMINAL. */
  disconnect(): boolean {
    if (this.#state === "TERMINAL" || this.#state === "DISCONNECTED") return false;
    this.#move("DISCONNECTED");
    this.#events.onDisconnected();
    return true;
  }

  #openIdentity(): { sessionId: SessionId; runId: RunId } | null {
    return this.#state === "OPEN" ? this.#identity : null;
  }

  #finish(outcome: PublicOutcome): boolean {
    // TERMINAL before the last send: if that one fails, the end was still reached and cancels nothing.
    this.#move("TERMINAL");
    const sent = this.#sink.send({ event: "done", data: { outcome } });
    this.#sink.end();
    return sent;
  }

  #send(frame: PublicFrame): boolean {
    if (this.#sink.send(frame)) return true;
    this.disconnect();
    return false;
  }

  #move(state: SseSessionState): void {
    this.#state = state;
    this.#events.onState(state);
  }
}
