import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createHttpSender, type LookupAll } from "./http-sender";
import type { AddressPolicy } from "./address-policy";
import type { SendResult } from "./ports";
import { startReceiver, type Receiver } from "./testing/receiver";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.behave({ kind: "answer", status: 204 });
  receiver.received.length = 0;
});

const OPEN: AddressPolicy = { allowedHosts: [], allowPrivate: true };
const time = {
  after(delayMs: number, fire: () => void) {
    const timer = setTimeout(fire, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};
interface Options {
  readonly url?: string;
  readonly policy?: AddressPolicy;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly lookup?: LookupAll;
}
function send({
  url = receiver.url,
  policy = OPEN,
  timeoutMs = 2_000,
  signal,
  lookup,
}: Options = {}): Promise<SendResult> {
  const sender = createHttpSender({ policy, time, timeoutMs, ...(lookup === undefined ? {} : { lookup }) });
  const headers = { "webhook-id": "m1" };
  return sender.send({ url, headers, body: '{"type":"x"}', signal: signal ?? new AbortController().signal });
}
/** A resolver that answers with these. */
function resolvesTo(...addresses: string[]): LookupAll {
  return (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
}

describe("createHttpSender", () => {
  it("posts the very bytes with the headers it was given", async () => {
    expect(await send()).toEqual({ kind: "answered", status: 204, retryAfterMs: null });
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({
      path: "/hook",
      body: '{"type":"x"}',
      headers: { "content-type": "application/json", "content-length": "12", "webhook-id": "m1" },
    });
  });

  it("does not follow a redirect", async () => {
    receiver.behave({ kind: "answer", status: 302, headers: { location: receiver.url } });
    expect(await send()).toMatchObject({ kind: "answered", status: 302 });
    expect(receiver.received).toHaveLength(1);
  });

  it("hears when it is asked to wait", async () => {
    receiver.behave({ kind: "answer", status: 503, headers: { "retry-after": "120" } });
    expect(await send()).toEqual({ kind: "answered", status: 503, retryAfterMs: 120_000 });
  });

  it("says what kind of failure it was", async () => {
    receiver.behave({ kind: "reset" });
    expect(await send()).toEqual({ kind: "failed", failure: "CONNECTION_FAILED" });
    receiver.behave({ kind: "hang" });
    expect(await send({ timeoutMs: 100 })).toEqual({ kind: "failed", failure: "TIMED_OUT" });
    expect(await send({ url: "http://nowhere.invalid/" })).toEqual({
      kind: "failed",
      failure: "NAME_NOT_FOUND",
    });
  });

  it("reads no more of an answer than a little, and takes its status all the same", async () => {
    receiver.behave({ kind: "flood" });
    expect(await send()).toMatchObject({ kind: "answered", status: 200 });
  });

  it("leaves at once when it is told to", async () => {
    receiver.behave({ kind: "hang" });
    const leaving = new AbortController();
    const sent = send({ signal: leaving.signal, timeoutMs: 60_000 });
    await receiver.until(1);
    leaving.abort();
    expect(await sent).toEqual({ kind: "failed", failure: "CONNECTION_FAILED" });
  });

  it.each([
    "http://127.0.0.1:PORT/",
    "http://localhost:PORT/",
    "http://[::1]:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f.1:PORT/",
  ])("makes no connection to %s where private addresses are refused", async (url) => {
    const refused = await send({
      url: url.replace("PORT", String(receiver.port)),
      policy: { allowedHosts: [], allowPrivate: false },
    });
    expect(refused).toEqual({ kind: "failed", failure: "ADDRESS_REFUSED" });
    expect(receiver.received).toHaveLength(0);
  });

  it("refuses a name of which any address is private", async () => {
    const policy = { allowedHosts: [], allowPrivate: false };
    const url = `http://hooks.example:${receiver.port}/`;
    for (const addresses of [["127.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::ffff:127.0.0.1"]])
      expect(await send({ url, policy, lookup: resolvesTo(...addresses) })).toEqual({
        kind: "failed",
        failure: "ADDRESS_REFUSED",
      });
    expect(receiver.received).toHaveLength(0);
  });

  it("connects to the address that was checked", async () => {
    const url = `http://hooks.example:${receiver.port}/`;
    expect(await send({ url, lookup: resolvesTo("127.0.0.1") })).toMatchObject({
      kind: "answered",
      status: 204,
    });
    expect(receiver.received[0]?.headers.host).toBe(`hooks.example:${receiver.port}`);
  });

  it("calls the allowed hosts alone", async () => {
    const policy = { allowedHosts: ["hooks.example"], allowPrivate: true };
    expect(await send({ policy })).toEqual({ kind: "failed", failure: "ADDRESS_REFUSED" });
    const url = `http://hooks.example:${receiver.port}/`;
    expect(await send({ url, policy, lookup: resolvesTo("127.0.0.1") })).toMatchObject({ status: 204 });
  });
});
