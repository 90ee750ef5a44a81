import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseParser, type SseEvent } from "./sse-parser";

const encode = (text: string) => new TextEncoder().encode(text);

function parseIn(parts: readonly Uint8Array[]): SseEvent[] {
  const parser = new SseParser();
  return parts.flatMap((part) => parser.push(part));
}

describe("SseParser", () => {
  it("reads event, data and id, and joins several data lines", () => {
    expect(parseIn([encode("id: 7\nevent: trace\ndata: a\ndata: b\n\n")])).toEqual([
      { event: "trace", data: "a\nb", id: "7" },
    ]);
  });

  it("keeps the last id for events that carry none", () => {
    const events = parseIn([encode("id: 3\ndata: x\n\ndata: y\n\n")]);
    expect(events.map((event) => event.id)).toEqual(["3", "3"]);
  });

  it("ignores comments, unknown fields and blocks without data", () => {
    expect(parseIn([encode(": heartbeat\n\nretry: 10\nevent: nothing\n\ndata: z\n\n")])).toEqual([
      { event: "message", data: "z", id: "" },
    ]);
  });

  it("strips one space after the colon, no more", () => {
    expect(parseIn([encode("data:  two\ndata:none\n\n")])[0]?.data).toBe(" two\nnone");
  });

  it("holds back an event that is not complete", () => {
    expect(parseIn([encode("data: half\n")])).toEqual([]);
  });

  it("drops a byte order mark at the start", () => {
    expect(parseIn([encode("\ufeffdata: x\n\n")])).toEqual([{ event: "message", data: "x", id: "" }]);
  });

  it("gives the same events however the bytes are cut and whichever line ends are used", () => {
    const body = ": hello\nid: 1\nevent: état\ndata: 支付失败 🙂\n\nid: 2\ndata: x\ndata:\ndata: y\n\n";
    const expected = parseIn([encode(body)]);
    expect(expected).toHaveLength(2);
    fc.assert(
      fc.property(
        fc.constantFrom("\n", "\r", "\r\n"),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 80 }),
        (lineEnd, sizes) => {
          const bytes = encode(body.replaceAll("\n", lineEnd));
          const parts: Uint8Array[] = [];
          let at = 0;
          for (let i = 0; at < bytes.length; i++) {
            const size = sizes[i % sizes.length] ?? 1;
            parts.push(bytes.subarray(at, at + size));
            at += size;
          }
          expect(parseIn(parts)).toEqual(expected);
        },
      ),
    );
  });
});
