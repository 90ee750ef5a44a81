import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { firstSettingsPlace, SETTINGS_PLACES } from "./settings-places";

const PAGES = join(import.meta.dirname, "../../app/(console)/settings");

describe("the settings pages", () => {
  it("are all in the navigation, with the permission that the page asks for", () => {
    const found = readdirSync(PAGES, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => {
        const text = readFileSync(join(PAGES, name, "page.tsx"), "utf8");
        return [`/settings/${name}`, /requirePage\("([^"]+)"\)/.exec(text)?.[1]];
      });
    expect(found.sort()).toEqual(SETTINGS_PLACES.map(({ href, permission }) => [href, permission]).sort());
  });

  it("are entered by the first one that a role may read", () => {
    expect(firstSettingsPlace("administrator")).toBe("/settings/sources");
    expect(firstSettingsPlace("operator")).toBe("/settings/views");
    expect(firstSettingsPlace("viewer")).toBe("/settings/views");
  });
});
