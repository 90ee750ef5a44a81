import { expect, it } from "vitest";
import { ManualClock } from "../harness/testing/manual-clock";
import { ManualTimers } from "../harness/testing/manual-timers";
import { openStream } from "./open-stream";
import { OwnerStream } from "./owner-stream";
import { SseConnections } from "./sse-connections";

const settled = () => new Promise((resolve) => setImmediate(resolve));

function visit(mayStay: () => boolean) {
  const timers = new ManualTimers(new ManualClock(0));
  const connections = new SseConnections();
  const reader = new AbortController();
  const stream = openStream("watch", {
    timers,
    connections,
    readerSignal: reader.signal,
    recheckMs: 15_000,
    mayStay: () => Promise.resolve(mayStay()),
  });
  return { timers, connections, reader, stream };
}

it("lasts while its reader may stay, and ends within one period of when they may not", async () => {
  let stays = true;
  const { timers, connections, stream } = visit(() => stays);
  for (let period = 0; period < 3; period += 1) {
    timers.advance(15_000);
    await settled();
    expect(stream.signal.aborted).toBe(false);
  }
  stays = false;
  timers.advance(14_999);
  await settled();
  expect([stream.signal.aborted, connections.count("watch")]).toEqual([false, 1]);
  timers.advance(1);
  await settled();
  expect([stream.signal.aborted, connections.count("watch"), timers.count]).toEqual([true, 0, 0]);
});

it("ends with its reader, and asks nothing after", async () => {
  const { timers, connections, reader, stream } = visit(() => true);
  reader.abort();
  expect([stream.signal.aborted, connections.count("watch"), timers.count]).toEqual([true, 0, 0]);
});

it("is closed once, also while the question is on its way", async () => {
  const { timers, connections, stream } = visit(() => false);
  timers.advance(15_000);
  stream.close();
  stream.close();
  await settled();
  expect([stream.signal.aborted, connections.count("watch"), timers.count]).toEqual([false, 0, 0]);
});

it("breaks off an owner's body and tells the run that its owner is gone", async () => {
  const { timers, stream } = visit(() => false);
  const owner = new OwnerStream(timers, stream);
  let gone = false;
  owner.onGone(() => {
    gone = true;
  });
  const body = owner.body.getReader();
  timers.advance(15_000);
  await settled();
  expect(gone).toBe(true);
  await expect(body.closed).rejects.toThrow("the reader is gone");
});
