import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { MIN_PASSWORD_LENGTH } from "../contracts/access";
import { hashTokenSecret, newOneTimePassword, newTokenSecret } from "./secrets";

describe("newTokenSecret", () => {
  it("carries 256 random bits and is found again by its hash", () => {
    const secret = newTokenSecret(() => new Uint8Array(32).fill(255));
    expect(secret).toBe(`ilk_${Buffer.alloc(32, 255).toString("base64url")}`);
    expect(hashTokenSecret(secret)).toMatch(/^[0-9a-f]{64}$/);
    expect(newTokenSecret(randomBytes)).not.toBe(newTokenSecret(randomBytes));
  });

  it.each([
    "",
    "ilk_",
    "ilk_short",
    `ilk_${"a".repeat(44)}`,
    `xyz_${"a".repeat(43)}`,
    `ilk_${"a".repeat(42)} `,
  ])("asks the store for no %j", (text) => {
    expect(hashTokenSecret(text)).toBeNull();
  });
});

describe("newOneTimePassword", () => {
  it("is long enough, legible, and drawn without favour", () => {
    const password = newOneTimePassword(randomBytes);
    expect(password).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/);
    expect(password.length).toBeGreaterThan(MIN_PASSWORD_LENGTH);
    // 248 of 256 values are used; the others are drawn again.
    let calls = 0;
    const biased = newOneTimePassword((count) => new Uint8Array(count).fill(calls++ === 0 ? 255 : 30));
    expect(biased).toBe("99999-99999-99999-99999");
    expect(calls).toBe(2);
  });
});
