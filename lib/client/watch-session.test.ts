import { describe, expect, it } from "vitest";
import { ProblemError, UnreachableError } from "./api-error";
import { aRunDetail, RUN_ID } from "./testing/run-fixtures";
import { SILENCE_LIMIT_MS, WatchSession, type WatchStatus } from "./watch-session";

/** Holds every timer until the test fires it. */
class ManualTimers {
  readonly waiting: { delayMs: number; fire: () => void }[] = [];
  after(delayMs: number, fire: () => void) {
    const timer = { delayMs, fire };
    this.waiting.push(timer);
    return {
      cancel: () => {
        const at = this.waiting.indexOf(timer);
        if (at >= 0) this.waiting.splice(at, 1);
      },
    };
  }
  fire(matching: (delayMs: number) => boolean) {
    const timer = this.waiting.find((candidate) => matching(candidate.delayMs));
    if (timer === undefined) throw new Error("no such timer");
    this.waiting.splice(this.waiting.indexOf(timer), 1);
    timer.fire();
  }
}

/** A network that the test takes away and brings back. */
class ManualNetwork {
  readonly listeners = new Set<(online: boolean) => void>();
  #online: boolean;
  constructor(online = true) {
    this.#online = online;
  }
  isOnline() {
    return this.#online;
  }
  subscribe(listener: (online: boolean) => void) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  turn(online: boolean) {
    this.#online = online;
    for (const listener of this.listeners) listener(online);
  }
}

/** A connection that the test feeds by hand. */
class Connection {
  readonly response: Response;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  constructor(signal: AbortSignal) {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
    });
    signal.addEventListener("abort", () => this.fail(new DOMException("aborted", "AbortError")));
    this.response = new Response(body);
  }
  send(text: string) {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }
  close() {
    this.#controller?.close();
  }
  fail(error: Error) {
    this.#controller?.error(error);
  }
}

const snapshot = (seq: number) =>
  `event: snapshot\ndata: ${JSON.stringify({ seq, run: aRunDetail({ runState: "RUNNING" }) })}\n\n`;
const traceEvent = (seq: number) =>
  `id: ${seq}\nevent: trace\ndata: ${JSON.stringify({
    seq,
    name: "RUN_STARTED",
    phase: "run",
    status: "info",
    at: seq,
    durationMs: null,
    callId: null,
    detail: {},
  })}\n\n`;
const end = (seq: number) => `id: ${seq}\nevent: end\ndata: ${JSON.stringify({ runId: RUN_ID })}\n\n`;

/** Lets everything that is already resolved run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function harness(
  openings: ((connection: Connection) => Response)[],
  after = 0,
  network = new ManualNetwork(),
) {
  const timers = new ManualTimers();
  const connections: Connection[] = [];
  const opened: number[] = [];
  const seen: (number | string)[] = [];
  const statuses: WatchStatus[] = [];
  const session = new WatchSession({
    runId: RUN_ID,
    after,
    open: (_runId, cursor, signal) => {
      opened.push(cursor);
      const connection = new Connection(signal);
      connections.push(connection);
      const opening = openings[opened.length - 1] ?? ((made: Connection) => made.response);
      return Promise.resolve().then(() => opening(connection));
    },
    onSnapshot: (frame) => seen.push(`snapshot ${frame.data.seq}`),
    onEvent: (_frame, seq) => seen.push(seq),
    onStatus: (status) => statuses.push(status),
    timers,
    network,
    random: () => 1,
  });
  session.start();
  const at = (index: number): Connection => {
    const connection = connections[index];
    if (connection === undefined) throw new Error(`connection ${index} was not opened`);
    return connection;
  };
  return { session, timers, network, opened, seen, statuses, at };
}

const isRetry = (delayMs: number) => delayMs !== SILENCE_LIMIT_MS;

describe("WatchSession", () => {
  it("hands on snapshot and events, and ends at `end`", async () => {
    const { seen, statuses, at } = harness([]);
    await settle();
    at(0).send(snapshot(1) + traceEvent(1) + traceEvent(2) + end(3));
    await settle();
    expect(seen).toEqual(["snapshot 1", 1, 2, 3]);
    expect(statuses.map((status) => status.kind)).toEqual(["connecting", "live", "ended"]);
  });

  it("resumes after its cursor and drops what it has seen", async () => {
    const { seen, opened, statuses, timers, at } = harness([]);
    await settle();
    at(0).send(snapshot(0) + traceEvent(1) + traceEvent(2));
    await settle();
    at(0).close();
    await settle();
    expect(statuses.at(-1)).toEqual({ kind: "reconnecting", attempt: 1, delayMs: 400 });
    timers.fire(isRetry);
    await settle();
    expect(opened).toEqual([0, 2]);
    at(1).send(snapshot(2) + traceEvent(2) + traceEvent(3) + end(4));
    await settle();
    expect(seen).toEqual(["snapshot 0", 1, 2, "snapshot 2", 3, 4]);
  });

  it("backs off further each time and starts afresh once something was read", async () => {
    const refuse = () => {
      throw new UnreachableError("down");
    };
    const { statuses, timers, at } = harness([refuse, refuse, (connection) => connection.response]);
    await settle();
    timers.fire(isRetry);
    await settle();
    timers.fire(isRetry);
    await settle();
    at(2).send(snapshot(0));
    await settle();
    at(2).fail(new Error("reset"));
    await settle();
    const delays = statuses.flatMap((status) => (status.kind === "reconnecting" ? [status.delayMs] : []));
    expect(delays).toEqual([400, 800, 400]);
  });

  it("gives up on a connection that is silent for too long", async () => {
    const { statuses, timers } = harness([]);
    await settle();
    timers.fire((delayMs) => delayMs === SILENCE_LIMIT_MS);
    await settle();
    expect(statuses.at(-1)?.kind).toBe("reconnecting");
  });

  it("does not retry a run that does not exist", async () => {
    const missing = new ProblemError({
      type: "about:blank",
      title: "There is no such run",
      status: 404,
      code: "RUN_NOT_FOUND",
      detail: "Check the id.",
    });
    const { statuses, timers } = harness([
      () => {
        throw missing;
      },
    ]);
    await settle();
    expect(statuses.at(-1)).toEqual({ kind: "refused", error: missing });
    expect(timers.waiting).toEqual([]);
  });

  it("hands on nothing after dispose, not even what arrived in the same chunk", async () => {
    const { session, seen, statuses, timers, at } = harness([]);
    await settle();
    at(0).send(snapshot(0));
    await settle();
    session.dispose();
    await settle();
    expect(seen).toEqual(["snapshot 0"]);
    expect(statuses.map((status) => status.kind)).toEqual(["connecting", "live"]);
    expect(timers.waiting).toEqual([]);
  });

  it("skips an event of an unknown kind", async () => {
    const { seen, at } = harness([]);
    await settle();
    at(0).send(snapshot(0) + "id: 1\nevent: novelty\ndata: {}\n\n" + traceEvent(2));
    await settle();
    expect(seen).toEqual(["snapshot 0", 2]);
  });

  it("refuses a known event that is off its contract, and says which", async () => {
    const { statuses, at } = harness([]);
    await settle();
    at(0).send(snapshot(0) + "id: 1\nevent: trace\ndata: {}\n\n");
    await settle();
    const last = statuses.at(-1);
    expect(last?.kind === "refused" && last.error.message).toContain('"trace"');
  });

  it("shows a bug in the reader instead of reconnecting for ever", async () => {
    const timers = new ManualTimers();
    const statuses: WatchStatus[] = [];
    const session = new WatchSession({
      runId: RUN_ID,
      after: 0,
      open: () => Promise.resolve(new Response(snapshot(0))),
      onSnapshot: () => {
        throw new Error("broken fold");
      },
      onEvent: () => undefined,
      onStatus: (status) => statuses.push(status),
      timers,
      network: new ManualNetwork(),
      random: () => 1,
    });
    session.start();
    await settle();
    expect(statuses.at(-1)?.kind).toBe("refused");
    expect(timers.waiting).toEqual([]);
  });
});

describe("WatchSession and the network", () => {
  const refuse = () => {
    throw new UnreachableError("no network");
  };

  it("says offline at once, and resumes after its cursor at once when the network is back", async () => {
    const { network, timers, seen, opened, statuses, at } = harness([]);
    await settle();
    at(0).send(snapshot(0) + traceEvent(1));
    await settle();
    network.turn(false);
    expect(statuses.at(-1)).toEqual({ kind: "offline" });
    network.turn(true);
    expect(timers.waiting.some((timer) => isRetry(timer.delayMs))).toBe(false);
    await settle();
    expect(opened).toEqual([0, 1]);
    at(1).send(snapshot(1) + traceEvent(2) + end(3));
    await settle();
    expect(seen).toEqual(["snapshot 0", 1, "snapshot 1", 2, 3]);
    expect(statuses.map((status) => status.kind)).toEqual([
      "connecting",
      "live",
      "offline",
      "connecting",
      "live",
      "ended",
    ]);
  });

  it("stays offline over failing tries, but believes a server that answers all the same", async () => {
    const { network, timers, statuses, at } = harness([
      (connection) => connection.response,
      refuse,
      (connection) => connection.response,
    ]);
    await settle();
    network.turn(false);
    timers.fire(isRetry);
    await settle();
    expect(statuses.at(-1)).toEqual({ kind: "offline" });
    timers.fire(isRetry);
    await settle();
    at(2).send(snapshot(0));
    await settle();
    expect(statuses.at(-1)).toEqual({ kind: "live" });
    expect(statuses.some((status) => status.kind === "reconnecting")).toBe(false);
  });

  it("begins offline where there is no network yet", async () => {
    const { network, statuses, opened } = harness([refuse], 0, new ManualNetwork(false));
    expect(statuses).toEqual([{ kind: "offline" }]);
    await settle();
    network.turn(true);
    await settle();
    expect(opened).toHaveLength(2);
    expect(statuses.at(-1)).toEqual({ kind: "live" });
  });

  it("takes nothing from a connection that it has dropped, opened or still opening", async () => {
    // Answers although it was aborted, as a reply that was already on its way does.
    const { network, timers, seen, statuses, at } = harness([
      () => new Response(snapshot(0) + traceEvent(1)),
    ]);
    network.turn(false);
    network.turn(true);
    await settle();
    expect(seen).toEqual([]);
    at(1).send(snapshot(0) + traceEvent(1));
    await settle();
    expect(seen).toEqual(["snapshot 0", 1]);
    expect(statuses.at(-1)).toEqual({ kind: "live" });
    expect(timers.waiting).toHaveLength(1);
  });

  it("leaves the network alone after dispose, after the end and after a refusal", async () => {
    const ended = harness([]);
    await settle();
    ended.at(0).send(snapshot(0) + end(1));
    await settle();
    const disposed = harness([]);
    await settle();
    disposed.session.dispose();
    for (const { network, opened, statuses } of [ended, disposed]) {
      const before = statuses.length;
      expect(network.listeners.size).toBe(0);
      network.turn(false);
      network.turn(true);
      expect(statuses).toHaveLength(before);
      expect(opened).toHaveLength(1);
    }
  });
});
