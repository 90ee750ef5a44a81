import { describe, expect, it } from "vitest";
import { locateField } from "./locate-field";
import { parsePlaybook } from "./load-playbooks";

const TEXT = `---
id: sample
title: A sample
answers:
  - Is it a sample?
checks:
  - id: first
    scope: the first
    sql: SELECT n FROM t
  - id: second
    scope: the second
    sql: |
      SELECT n
      FROM t WHERE
---

# A sample
`;

describe("the line of a field", () => {
  it.each([
    ["id", 2],
    ["answers[0]", 5],
    ["checks[0].scope", 8],
    ["checks[1].sql", 12],
  ])("%s stands in line %d", (field, line) => {
    expect(locateField(TEXT, field)).toBe(line);
  });

  it("is that of what is around a field that is missing", () => {
    expect(locateField(TEXT, "checks[1].gain")).toBe(10);
    expect(locateField(TEXT, "conclusions[0].when")).toBe(2);
  });

  it("is the same with Windows line ends and a byte order mark", () => {
    expect(locateField(`\uFEFF${TEXT.replaceAll("\n", "\r\n")}`, "checks[0].scope")).toBe(8);
  });

  it("is where the YAML breaks", () => {
    const broken = TEXT.replace("title: A sample", 'title: "A sample');
    expect(parsePlaybook("sample.md", broken).ok).toBe(false);
    expect(locateField(broken, "")).toBeGreaterThanOrEqual(3);
  });

  it("is unknown without front matter", () => {
    expect(locateField("# Just text\n", "id")).toBeNull();
  });
});
