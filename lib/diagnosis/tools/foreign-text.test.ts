import { expect, it } from "vitest";
import { foreignText } from "./foreign-text";

it("is one line of what can be seen, and no longer than it may be", () => {
  expect(foreignText("  two\r\nlines\u2028and\u200b\u202e more\u0007 ", 100)).toBe("two lines and more");
  expect(foreignText("abcdef", 4)).toBe("abc…");
  expect(foreignText("ab😀cd", 4)).toBe("ab…");
  expect(foreignText("\ud800", 10)).toBe("");
  expect(foreignText("x".repeat(1_000_000), 10)).toHaveLength(10);
});
