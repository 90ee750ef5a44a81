import { describe, expect, it } from "vitest";
import { defineScene } from "./define-scene";
import { defineInteraction, Interactions, type GiveFeedback } from "./interactions";
import type { InteractionReader } from "./interaction-reader";
import { EndpointClosed } from "./refusals";
import { Runner } from "./runner";
import { anySchema } from "./testing/any-schema";
import { gate, quiet } from "./testing/gate";
import { rejectionOf } from "./testing/settled-of";
import { TickingClock } from "./testing/ticking-clock";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

const approval = defineInteraction<string>("approval");

/** A send that is fed by hand. */
function sending() {
  const end = gate();
  let give: GiveFeedback<string> = () => undefined;
  const start = async (giving: GiveFeedback<string>): Promise<void> => {
    give = giving;
    await end.promise;
  };
  return { start, give: (entry: string) => give(entry), end };
}

describe("EXIT-12: interactions outlive the call", () => {
  const clock = new TickingClock();
  const reading = (read: (reader: InteractionReader<string>) => Promise<string>, start: () => unknown) =>
    defineScene({
      name: "reading",
      deps: {},
      output: anySchema<string>(),
      run: (work) => read(work.interactions.send(approval, "q1", start)),
    });

  it("a later call reads the same feedback from its beginning", async () => {
    const interactions = new Interactions();
    const send = sending();
    let starts = 0;
    const once = async (give: GiveFeedback<string>): Promise<void> => {
      starts += 1;
      await send.start(give);
    };
    const first = defineScene({
      name: "first",
      deps: {},
      output: anySchema<string>(),
      async run(work) {
        const step = await work.interactions.send(approval, "q1", once).next();
        return step.kind === "entry" ? step.entry : step.kind;
      },
    });
    const running = new Runner(first, { clock, interactions }).run(undefined, { id: "1" });
    send.give("yes");
    send.give("really");
    await expect(running).resolves.toBe("yes");
    const second = defineScene({
      name: "second",
      deps: {},
      output: anySchema<string>(),
      async run(work) {
        const reader = work.interactions.send(approval, "q1", once);
        const steps = [await reader.next(), await reader.next(), await reader.next()];
        return JSON.stringify(steps);
      },
    });
    const later = new Runner(second, { clock, interactions }).run(undefined, { id: "2" });
    await quiet();
    send.end.open();
    expect(JSON.parse(await later)).toEqual([
      { kind: "entry", entry: "yes" },
      { kind: "entry", entry: "really" },
      { kind: "ended" },
    ]);
    expect(starts).toBe(1);
  });

  it("cancel, window close and leave end the reader, never the send", async () => {
    const interactions = new Interactions();
    const send = sending();
    const cancelled = new Runner(
      reading(async (reader) => (await reader.next()).kind, send.start as () => unknown),
      { clock, interactions },
    );
    const delivery = rejectionOf(cancelled.run(undefined, { id: "1" }));
    cancelled.cancel("stop");
    expect(await delivery).toMatchObject({ name: "InvocationCancelled" });

    let unawaited: Promise<unknown> = Promise.resolve();
    const closed = reading(
      async (reader) => {
        unawaited = rejectionOf(reader.next());
        return "done";
      },
      send.start as () => unknown,
    );
    await new Runner(closed, { clock, interactions }).run(undefined, { id: "2" });
    expect(await unawaited).toBeInstanceOf(EndpointClosed);

    const left = reading(
      async (reader) => {
        const waiting = rejectionOf(reader.next());
        reader.leave();
        return ((await waiting) as Error).name;
      },
      send.start as () => unknown,
    );
    await expect(new Runner(left, { clock, interactions }).run(undefined, { id: "3" })).resolves.toBe(
      "EndpointClosed",
    );

    const interaction = interactions.find(approval, "q1");
    expect(interaction?.state.kind).toBe("sending");
    send.give("still alive");
    send.end.open();
    await quiet();
    expect(interaction?.feedback).toEqual(["still alive"]);
    expect(interaction?.state.kind).toBe("ended");
    send.give("too late");
    expect(interaction?.feedback).toEqual(["still alive"]);
  });

  it("a failing send is a step of its readers, and forgetting is the host's", async () => {
    const interactions = new Interactions();
    const failure = new Error("send");
    const scene = defineScene({
      name: "scene",
      deps: {},
      output: anySchema<unknown>(),
      async run(work) {
        const reader = work.interactions.send(approval, "q", () => {
          throw failure;
        });
        return reader.next();
      },
    });
    const runner = new Runner(scene, { clock, interactions });
    expect(await runner.run(undefined, { id: "1" })).toEqual({ kind: "failed", error: failure });
    interactions.forget(approval, "q");
    expect(interactions.find(approval, "q")).toBeNull();
  });

  it("reading what nobody sent finds nothing", async () => {
    const scene = defineScene({
      name: "scene",
      deps: {},
      output: anySchema<boolean>(),
      run: (work) => work.interactions.read(approval, "nothing") === null,
    });
    await expect(new Runner(scene, { clock }).run(undefined, { id: "1" })).resolves.toBe(true);
  });
});
