import type { SafeAnswer } from "../contracts/answer";
import type { ChatApplicationStatus, PublicOutcome } from "../contracts/axes";
import type { PublicFrame } from "../contracts/frames";
import { type FailureCode } from "../contracts/frames";
import type { RunId, SessionId } from "../contracts/ids";
import type { StartRunRequest } from "../contracts/requests";
import { MalformedReplyError, UnreachableError } from "./api-error";
import { readPublicFrames } from "./public-stream";

/** How the public stream ended: `content` or `failure`, exactly one of the two (SSE-2). */
type PublicResult =
  | { readonly kind: "content"; readonly answer: SafeAnswer }
  | { readonly kind: "failure"; readonly code: FailureCode; readonly message: string };

interface Identity {
  readonly query: string;
  readonly runId: RunId;
  readonly sessionId: SessionId;
}
export type OwnerState =
  | { readonly kind: "idle" }
  | { readonly kind: "starting"; readonly query: string; readonly detached: boolean }
  | { readonly kind: "refused"; readonly query: string; readonly error: Error }
  /** The public stream is open: leaving the page now cancels the run. */
  | (Identity & { readonly kind: "attached"; readonly phase: ChatApplicationStatus | null })
  | (Identity & { readonly kind: "detached" })
  | (Identity & {
      readonly kind: "done";
      readonly outcome: PublicOutcome;
      readonly result: PublicResult | null;
    })
  /** The stream broke off without `done`: the server will cancel the run as CLIENT_DISCONNECTED. */
  | (Identity & { readonly kind: "lost" });

export interface OwnerApi {
  openChat(body: StartRunRequest, signal: AbortSignal): Promise<Response>;
  startRun(body: StartRunRequest, signal?: AbortSignal): Promise<{ runId: RunId; sessionId: SessionId }>;
}

/**
 * The owner's side of the run that was asked last. It owns the public stream of an attached run and follows the closed
 * protocol `metadata → status* → (content | failure) → done`; it outlives the page inside one browser tab.
 * A store for React: `subscribe` and `getState`.
 *
 * Invariant: frames of a stream that was left are ignored.
 */
export class OwnerSession {
  readonly #api: OwnerApi;
  readonly #listeners = new Set<() => void>();
  #state: OwnerState = { kind: "idle" };
  #connection: AbortController | undefined;

  constructor(api: OwnerApi) {
    this.#api = api;
  }

  readonly getState = (): OwnerState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Starts a run. An attached run that is still open is left, and thereby cancelled. Resolves with the new run's id, or null when it was refused or left. */
  async ask(body: StartRunRequest, detached: boolean): Promise<RunId | null> {
    const connection = this.#replaceConnection();
    this.#set({ kind: "starting", query: body.query, detached });
    try {
      if (!detached) return await this.#askAttached(body, connection);
      const reply = await this.#api.startRun(body, connection.signal);
      if (connection.signal.aborted) return null;
      this.#set({ kind: "detached", query: body.query, runId: reply.runId, sessionId: reply.sessionId });
      return reply.runId;
    } catch (error) {
      if (connection.signal.aborted) return null;
      this.#set({
        kind: "refused",
        query: body.query,
        error: error instanceof Error ? error : new UnreachableError(error),
      });
      return null;
    }
  }

  /** Forgets the last run. An attached one that is still open is thereby cancelled. */
  reset(): void {
    this.#replaceConnection();
    this.#set({ kind: "idle" });
  }

  async #askAttached(body: StartRunRequest, connection: AbortController): Promise<RunId | null> {
    const response = await this.#api.openChat(body, connection.signal);
    const frames = readPublicFrames(response);
    const first = await frames.next();
    if (connection.signal.aborted) return null;
    if (first.done === true || first.value.event !== "metadata") {
      throw new MalformedReplyError("The public stream did not begin with its metadata.");
    }
    const identity: Identity = { query: body.query, ...first.value.data };
    this.#set({ kind: "attached", ...identity, phase: null });
    void this.#follow(frames, identity, connection);
    return identity.runId;
  }

  async #follow(
    frames: AsyncGenerator<PublicFrame, void, undefined>,
    identity: Identity,
    connection: AbortController,
  ): Promise<void> {
    let result: PublicResult | null = null;
    try {
      for await (const frame of frames) {
        if (connection.signal.aborted) return;
        switch (frame.event) {
          case "metadata":
            break;
          case "status":
            this.#set({ kind: "attached", ...identity, phase: frame.data.status });
            break;
          case "content":
            result = { kind: "content", answer: frame.data.answer };
            break;
          case "failure":
            result = { kind: "failure", code: frame.data.code, message: frame.data.message };
            break;
          case "done":
            this.#set({ kind: "done", ...identity, outcome: frame.data.outcome, result });
            return;
        }
      }
    } catch (error) {
      if (connection.signal.aborted) return;
      if (!(error instanceof UnreachableError) && !(error instanceof MalformedReplyError)) throw error;
    }
    if (!connection.signal.aborted) this.#set({ kind: "lost", ...identity });
  }

  #replaceConnection(): AbortController {
    this.#connection?.abort();
    const connection = new AbortController();
    this.#connection = connection;
    return connection;
  }

  #set(state: OwnerState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
