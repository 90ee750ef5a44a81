import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SecretBox } from "./secret-box";

const box = (master: string) => new SecretBox(master, (count) => randomBytes(count));

describe("SecretBox", () => {
  it("opens what it sealed, for the same owner, also after a restart", () => {
    const sealed = box("a master of some length").seal("whsec_abc", "whk_1");
    expect(box("a master of some length").open(sealed, "whk_1")).toBe("whsec_abc");
    expect(sealed).not.toContain("abc");
    expect(sealed.length).toBeLessThanOrEqual(191);
  });

  it("opens nothing with another key, for another owner, or that was changed", () => {
    const sealed = box("one").seal("whsec_abc", "whk_1");
    const [version = "", text = ""] = sealed.split(".");
    const bytes = Buffer.from(text, "base64");
    bytes[14] = (bytes[14] ?? 0) ^ 1;
    expect(box("two").open(sealed, "whk_1")).toBeNull();
    expect(box("one").open(sealed, "whk_2")).toBeNull();
    expect(box("one").open(`${version}.${bytes.toString("base64")}`, "whk_1")).toBeNull();
    for (const broken of ["", "v1.", "v2.abcd", "v1.AAAA"])
      expect(box("one").open(broken, "whk_1")).toBeNull();
  });

  it("never seals to the same text twice", () => {
    const one = box("one");
    expect(one.seal("whsec_abc", "whk_1")).not.toBe(one.seal("whsec_abc", "whk_1"));
  });
});
