import { describe, expect, it } from "vitest";
import { CallControl } from "./call-control";
import { CancelSource } from "./cancel-signal";
import { InteractionAccess, InteractionReader } from "./interaction-reader";
import { defineInteraction, Interaction, Interactions, type GiveFeedback } from "./interactions";
import { IsolatedFaults } from "./isolated-faults";
import { ResourceAccess } from "./resource-access";
import { gate, quiet } from "./testing/gate";
import { rejectionOf, settledOf } from "./testing/settled-of";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

function window() {
  const cancel = new CancelSource();
  return { cancel, access: new ResourceAccess(new CallControl(cancel.signal), new IsolatedFaults()) };
}

describe("interactions (EXIT-12)", () => {
  const approval = defineInteraction<string>("approval");
  const other = defineInteraction<string>("other");

  /** A send that is fed by hand. */
  function sending() {
    const end = gate();
    const gives: GiveFeedback<string>[] = [];
    const start = (give: GiveFeedback<string>): Promise<void> => {
      gives.push(give);
      return end.promise;
    };
    return { end, start, give: (entry: string) => gives[0]?.(entry) };
  }

  it("are found by port and key, started once, and forgotten by both", () => {
    const all = new Interactions();
    const first = all.send(approval, "k", sending().start);
    expect(first.key).toBe("k");
    let again = 0;
    expect(all.send(approval, "k", () => (again += 1))).toBe(first);
    expect(again).toBe(0);
    expect(all.send(other, "k", sending().start)).not.toBe(first);
    expect(all.send(approval, "l", sending().start)).not.toBe(first);
    expect(all.find(approval, "k")).toBe(first);
    all.forget(other, "nothing");
    all.forget(defineInteraction("never sent"), "k");
    all.forget(approval, "k");
    expect(all.find(approval, "k")).toBeNull();
    expect(all.find(approval, "l")).not.toBeNull();
    expect(all.find(other, "k")).not.toBeNull();
    expect(all.find(defineInteraction("never sent"), "k")).toBeNull();
  });

  it("a send that returns at once has ended; one that throws or rejects has failed with that", async () => {
    const all = new Interactions();
    expect(all.send(approval, "now", () => "sent").state).toEqual({ kind: "ended" });
    const [thrown, rejected] = [new Error("thrown"), new Error("rejected")];
    const failing = all.send(approval, "throws", () => {
      throw thrown;
    });
    expect(failing.state).toEqual({ kind: "failed", error: thrown });
    const later = all.send(approval, "rejects", () => Promise.reject(rejected));
    expect(later.state).toEqual({ kind: "sending" });
    await quiet();
    expect(later.state).toEqual({ kind: "failed", error: rejected });
  });

  it("whoever waits is woken once, by the next entry or the end, unless he has left", async () => {
    const send = sending();
    const interaction = new Interaction<string>("k");
    const sent = interaction.send(send.start);
    const woken: string[] = [];
    interaction.onChange(() => woken.push("stays"));
    const leave = interaction.onChange(() => woken.push("left"));
    leave();
    leave();
    send.give("a");
    send.give("b");
    expect(woken).toEqual(["stays"]);
    leave();
    interaction.onChange(() => woken.push("end"));
    send.end.open();
    await sent;
    expect(woken).toEqual(["stays", "end"]);
    send.give("too late");
    expect(interaction.feedback).toEqual(["a", "b"]);
  });

  it("a reader waits for the next entry, and ends with a cancel, a close, or when it leaves", async () => {
    const reading = () => {
      const send = sending();
      const { access, cancel } = window();
      const interaction = new Interactions().send(approval, "k", send.start);
      return { send, access, cancel, interaction, reader: new InteractionReader(interaction, access) };
    };
    const waits = reading();
    const next = settledOf(waits.reader.next());
    await quiet();
    waits.send.give("entry");
    expect(await next).toEqual({ kind: "fulfilled", value: { kind: "entry", entry: "entry" } });
    expect(waits.access.running).toBe(0);
    const end = settledOf(waits.reader.next());
    waits.send.end.open();
    expect(await end).toEqual({ kind: "fulfilled", value: { kind: "ended" } });

    const cancelled = reading();
    const stopped = rejectionOf(cancelled.reader.next());
    cancelled.cancel.cancel("stop");
    expect(await stopped).toBe(cancelled.cancel.signal.cancellation);
    expect(await rejectionOf(cancelled.reader.next())).toBe(cancelled.cancel.signal.cancellation);

    const closed = reading();
    const withdrawn = rejectionOf(closed.reader.next());
    closed.access.close();
    expect(await withdrawn).toMatchObject({ endpoint: "the window" });
    closed.send.give("unheard");
    await quiet();
    expect(closed.access.lateResults).toBe(0);

    const left = reading();
    const leaving = rejectionOf(left.reader.next());
    left.reader.leave();
    left.reader.leave();
    expect(await leaving).toMatchObject({ endpoint: "the reader" });
    expect(left.access.running).toBe(0);
    left.send.give("still sent");
    expect(left.interaction.feedback).toEqual(["still sent"]);
    expect(await rejectionOf(left.reader.next())).toMatchObject({ endpoint: "the reader" });
  });

  it("a work reads what another call has sent, without sending it again", async () => {
    const interactions = new Interactions();
    const sent = interactions.send(approval, "k", (give) => {
      give("yes");
    });
    const { access, cancel } = window();
    const work = new InteractionAccess(interactions, access);
    expect(work.read(approval, "another")).toBeNull();
    const reader = work.read(approval, "k");
    expect(await reader?.next()).toEqual({ kind: "entry", entry: "yes" });
    expect(await reader?.next()).toEqual({ kind: "ended" });
    expect(sent.feedback).toEqual(["yes"]);
    cancel.cancel("stop");
    expect(() => work.read(approval, "k")).toThrow("the call was cancelled");
    expect(() => work.send(approval, "new", () => undefined)).toThrow("the call was cancelled");
    expect(interactions.find(approval, "new")).toBeNull();
  });
});
