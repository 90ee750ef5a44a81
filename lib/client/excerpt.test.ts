import { describe, expect, it } from "vitest";
import { excerpt } from "./excerpt";

describe("excerpt", () => {
  it("leaves a short text as it is, in one line", () => {
    expect(excerpt(" Why are\n\npayments  failing? ")).toBe("Why are payments failing?");
    expect(excerpt("abcde", 5)).toBe("abcde");
  });

  it("cuts a long one to the length asked for, never through a character", () => {
    expect(excerpt("abc def", 5)).toBe("abc…");
    expect(excerpt("😀😀😀😀", 3)).toBe("😀😀…");
    expect([...excerpt("x".repeat(7_000))]).toHaveLength(160);
  });
});
