import { describe, expect, it } from "vitest";
import { keepRunning, type Running } from "./keep-running";

class FakeServer implements Running {
  stopped = false;
  end: (why: string) => void = () => undefined;
  readonly ended = new Promise<string>((resolve) => (this.end = resolve));

  stop(): Promise<void> {
    this.stopped = true;
    return Promise.resolve();
  }
}

function scene() {
  const started: FakeServer[] = [new FakeServer()];
  const said: string[] = [];
  const givenUp: Error[] = [];
  const clock = { nowMs: 0 };
  let gate: Promise<void> = Promise.resolve();
  const first = started[0] ?? new FakeServer();
  const keeper = keepRunning(first, {
    name: "The server",
    start: async () => {
      await gate;
      const next = new FakeServer();
      started.push(next);
      return next;
    },
    say: (text) => said.push(text),
    giveUp: (error) => givenUp.push(error),
    nowMs: () => clock.nowMs,
  });
  return {
    started,
    said,
    givenUp,
    clock,
    keeper,
    latest: () => started.at(-1) ?? first,
    holdStarts: () => {
      let open: () => void = () => undefined;
      gate = new Promise((resolve) => (open = resolve));
      return open;
    },
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("keepRunning", () => {
  it("starts it again when it ends by itself, and says why in a line", async () => {
    const { started, said, latest } = scene();
    latest().end("signal SIGKILL\nlast words");
    await settle();
    expect(started).toHaveLength(2);
    expect(said[0]).toBe("The server ended unexpectedly (signal SIGKILL). Starting it again.");
  });

  it("gives up at the fourth end within a minute, with its last words", async () => {
    const { started, givenUp, latest } = scene();
    for (let round = 0; round < 4; round += 1) {
      latest().end("exit code 1\nlast words");
      await settle();
    }
    expect(started).toHaveLength(4);
    expect(givenUp.map((error) => error.message)).toEqual([
      "The server keeps ending (exit code 1\nlast words)",
    ]);
  });

  it("goes on when the ends are far apart", async () => {
    const { givenUp, clock, latest } = scene();
    for (let round = 0; round < 10; round += 1) {
      clock.nowMs += 30_000;
      latest().end("exit code 1");
      await settle();
    }
    expect(givenUp).toEqual([]);
  });

  it("stops the instance that runs by then, and does not start another", async () => {
    const { started, keeper, latest } = scene();
    latest().end("exit code 1");
    await settle();
    await keeper.stop();
    expect(started.map((server) => server.stopped)).toEqual([false, true]);
    latest().end("asked to");
    await settle();
    expect(started).toHaveLength(2);
  });

  it("waits for an instance that is being started, and stops it", async () => {
    const { started, keeper, latest, holdStarts } = scene();
    const openGate = holdStarts();
    latest().end("exit code 1");
    await settle();
    const stopped = keeper.stop();
    openGate();
    await stopped;
    expect(started).toHaveLength(2);
    expect(latest().stopped).toBe(true);
  });
});
