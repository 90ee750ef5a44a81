import { expect, it } from "vitest";
import { normalizedScopeOf } from "./normalized-scope";

it("is the same for the same question and differs in every part of it", () => {
  const key = normalizedScopeOf("shop", "SELECT 1", [1, "a", null]);
  expect(normalizedScopeOf("shop", "SELECT 1", [1, "a", null])).toBe(key);
  for (const other of [
    normalizedScopeOf("other", "SELECT 1", [1, "a", null]),
    normalizedScopeOf("shop", "SELECT 2", [1, "a", null]),
    normalizedScopeOf("shop", "SELECT 1", ["1", "a", null]),
    normalizedScopeOf("shop", "SELECT 1", [1, "a", "null"]),
    normalizedScopeOf("shop", "SELECT 1", ["a", 1, null]),
    normalizedScopeOf("shop", "SELECT 1", [1, "a"]),
  ]) {
    expect(other).not.toBe(key);
  }
  expect(key).toMatch(/^shop:[0-9a-f]{64}$/);
});
