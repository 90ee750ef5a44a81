import { describe, expect, it } from "vitest";
import { isTooOld, parseServerVersion } from "./server-version";

describe("parseServerVersion", () => {
  it.each([
    ["10.11.19-MariaDB-0+deb12u1", "mariadb", 10, 11, false],
    ["5.5.5-10.4.12-MariaDB", "mariadb", 10, 4, true],
    ["10.5.0-MariaDB", "mariadb", 10, 5, false],
    ["11.8.2-MariaDB-log", "mariadb", 11, 8, false],
    ["8.0.40", "mysql", 8, 0, false],
    ["5.7.44-log", "mysql", 5, 7, true],
    ["9.1.0-commercial", "mysql", 9, 1, false],
  ])("reads %s", (text, flavor, major, minor, tooOld) => {
    const version = parseServerVersion(text);
    expect(version).toMatchObject({ flavor, major, minor });
    expect(version !== undefined && isTooOld(version)).toBe(tooOld);
  });

  it("takes no version from other text", () => {
    expect(parseServerVersion("TiDB")).toBeUndefined();
  });
});
