import { describe, expect, it } from "vitest";
import { KEY_TABLE, type KeyEntry } from "./key-table";
import { shownKeys } from "./shown-keys";

describe("shownKeys", () => {
  it("shows keys one after another, and the modifier by its name here", () => {
    expect(shownKeys("g r", "Ctrl")).toEqual(["g", "r"]);
    expect(shownKeys("Mod+k", "⌘")).toEqual(["⌘", "K"]);
  });
});

describe("the key table", () => {
  it("binds no key twice in one place, nor one of a place that is bound everywhere", () => {
    const entries: readonly KeyEntry[] = Object.values(KEY_TABLE);
    const everywhere = entries.filter(({ where }) => where === "Everywhere").map(({ keys }) => keys);
    for (const place of new Set(entries.map(({ where }) => where))) {
      const here = entries.filter(({ where }) => where === place).map(({ keys }) => keys);
      expect(here).toEqual([...new Set(here)]);
      if (place !== "Everywhere") expect(here.filter((keys) => everywhere.includes(keys))).toEqual([]);
    }
  });
});
