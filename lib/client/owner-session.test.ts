import { describe, expect, it } from "vitest";
import type { PublicFrame } from "../contracts/frames";
import { ProblemError } from "./api-error";
import { OwnerSession, type OwnerApi } from "./owner-session";
import { RUN_ID, SESSION_ID } from "./testing/run-fixtures";

const identity = { runId: RUN_ID, sessionId: SESSION_ID };
const metadata: PublicFrame = { event: "metadata", data: identity };
const encode = (frame: PublicFrame) =>
  new TextEncoder().encode(`event: ${frame.event}\ndata: ${JSON.stringify(frame.data)}\n\n`);
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function harness() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const signals: AbortSignal[] = [];
  const api: OwnerApi = {
    openChat: (_body, signal) => {
      signals.push(signal);
      const body = new ReadableStream<Uint8Array>({
        start: (made) => {
          controller = made;
        },
      });
      return Promise.resolve(new Response(body));
    },
    startRun: () => Promise.resolve(identity),
  };
  const session = new OwnerSession(api);
  return {
    session,
    signals,
    send: (frame: PublicFrame) => controller?.enqueue(encode(frame)),
    sendText: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    close: () => controller?.close(),
    breakOff: () => controller?.error(new Error("reset")),
  };
}

const cancelledFailure: PublicFrame = {
  event: "failure",
  data: { ...identity, code: "RUN_CANCELLED", message: "The run was cancelled." },
};

describe("OwnerSession", () => {
  it("follows metadata, status, content, done", async () => {
    const { session, send } = harness();
    const asked = session.ask({ query: "q" }, false);
    await settle();
    send(metadata);
    expect(await asked).toBe(RUN_ID);
    send({ event: "status", data: { status: "ROUTING" } });
    await settle();
    expect(session.getState()).toMatchObject({ kind: "attached", phase: "ROUTING" });
    const answer = { contentType: "system_answer", text: "hello" } as const;
    send({
      event: "content",
      data: { ...identity, contentType: "system_answer", fallbackType: null, answer },
    });
    send({ event: "done", data: { outcome: "SUCCESS" } });
    await settle();
    expect(session.getState()).toMatchObject({
      kind: "done",
      outcome: "SUCCESS",
      result: { kind: "content", answer },
    });
  });

  it("keeps a failure with its code", async () => {
    const { session, send } = harness();
    void session.ask({ query: "q" }, false);
    await settle();
    send(metadata);
    send(cancelledFailure);
    send({ event: "done", data: { outcome: "FAILED" } });
    await settle();
    expect(session.getState()).toMatchObject({ kind: "done", result: { code: "RUN_CANCELLED" } });
  });

  it("is lost, not done, when the stream ends or breaks before done", async () => {
    for (const end of ["close", "breakOff"] as const) {
      const made = harness();
      void made.session.ask({ query: "q" }, false);
      await settle();
      made.send(metadata);
      await settle();
      made[end]();
      await settle();
      expect(made.session.getState().kind).toBe("lost");
    }
  });

  it("is refused when the stream does not begin with metadata", async () => {
    const { session, send } = harness();
    const asked = session.ask({ query: "q" }, false);
    await settle();
    send({ event: "status", data: { status: "ROUTING" } });
    expect(await asked).toBeNull();
    expect(session.getState().kind).toBe("refused");
  });

  it("is refused with the server's problem", async () => {
    const problem = { type: "", title: "Too many", status: 429, code: "TOO_MANY_RUNS", detail: "Wait." };
    const api: OwnerApi = {
      openChat: () => Promise.reject(new ProblemError(problem)),
      startRun: () => Promise.resolve(identity),
    };
    const session = new OwnerSession(api);
    await session.ask({ query: "q" }, false);
    const state = session.getState();
    expect(state.kind === "refused" && state.error).toBeInstanceOf(ProblemError);
  });

  it("closes the stream and ignores its late frames when it is left", async () => {
    const { session, signals, send } = harness();
    void session.ask({ query: "q" }, false);
    await settle();
    send(metadata);
    await settle();
    session.reset();
    expect(signals[0]?.aborted).toBe(true);
    send({ event: "status", data: { status: "ROUTING" } });
    send({ event: "done", data: { outcome: "SUCCESS" } });
    await settle();
    expect(session.getState()).toEqual({ kind: "idle" });
  });

  it("holds no stream for a detached run", async () => {
    const { session, signals } = harness();
    expect(await session.ask({ query: "q" }, true)).toBe(RUN_ID);
    expect(session.getState()).toEqual({ kind: "detached", query: "q", ...identity });
    expect(signals).toEqual([]);
  });

  it("tells its listeners of each change until they leave", async () => {
    const { session } = harness();
    const seen: string[] = [];
    const unsubscribe = session.subscribe(() => seen.push(session.getState().kind));
    await session.ask({ query: "q" }, true);
    unsubscribe();
    session.reset();
    expect(seen).toEqual(["starting", "detached"]);
  });
});
