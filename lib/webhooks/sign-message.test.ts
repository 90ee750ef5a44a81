import { describe, expect, it } from "vitest";
import { newSigningSecret, signedHeaders } from "./sign-message";

describe("signedHeaders", () => {
  it("signs as the published example of Standard Webhooks does", () => {
    const headers = signedHeaders(
      ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
      { messageId: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}' },
      1_614_265_330_999,
    );
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("makes secrets of 32 bytes, and signs with nothing else", () => {
    const secret = newSigningSecret((count) => new Uint8Array(count).fill(7));
    expect(Buffer.from(secret.replace("whsec_", ""), "base64")).toHaveLength(32);
    for (const secrets of [["abc"], [secret, "abc"], []])
      expect(() => signedHeaders(secrets, { messageId: "m", body: "" }, 0)).toThrow(RangeError);
  });

  it("signs with each secret in turn, with spaces between the signatures", () => {
    const [one, other] = [1, 2].map((byte) => newSigningSecret((count) => new Uint8Array(count).fill(byte)));
    if (one === undefined || other === undefined) throw new Error("no secrets");
    const message = { messageId: "m", body: "{}" };
    const of = (...secrets: string[]) => signedHeaders(secrets, message, 0)["webhook-signature"];
    expect(of(one, other)).toBe(`${of(one)} ${of(other)}`);
    expect(of(one)).not.toBe(of(other));
  });
});
