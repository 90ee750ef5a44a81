import { describe, expect, it } from "vitest";
import { splitDocument } from "./markdown-passages";

describe("splitDocument", () => {
  it("makes one passage per heading and names the way to it", () => {
    const document = splitDocument(
      "guides/a",
      "guides/a.md",
      "---\nx: 1\n---\n# Accounts\n\nIntro.\n\n## Rotate\n\nSteps.\n\n### On *MySQL* and _NO_EVIDENCE_\n\nMore.\n\n## Empty\n\n## Last ##\r\n\r\nEnd.\n",
    );
    expect(document).toMatchObject({ id: "guides/a", title: "Accounts" });
    expect(document.passages.map(({ id, heading, text }) => [id, heading, text])).toEqual([
      ["guides/a#0", "Accounts", "Intro."],
      ["guides/a#1", "Rotate", "Steps."],
      ["guides/a#2", "Rotate › On MySQL and NO_EVIDENCE", "More."],
      ["guides/a#3", "Last", "End."],
    ]);
  });

  it("does not take a comment in code for a heading", () => {
    const { passages } = splitDocument(
      "a",
      "a.md",
      "# T\n\n```sh\n# not a heading\n```\n\n~~~\n## nor this\n~~~\n",
    );
    expect(passages).toHaveLength(1);
    expect(passages[0]?.text).toContain("# not a heading");
  });

  it("cuts long sections at paragraphs and loses nothing", () => {
    const paragraphs = Array.from({ length: 40 }, (_, index) =>
      `Paragraph ${index} ${"word ".repeat(40)}`.trim(),
    );
    const { passages } = splitDocument(
      "a",
      "a.md",
      `# T\n\n## S\n\n${paragraphs.join("\n\n")}\n\n${"x".repeat(6_000)}`,
    );
    expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(2_400);
    expect(
      passages
        .map(({ text }) => text)
        .join("\n\n")
        .replace(/\s/g, ""),
    ).toBe(`${paragraphs.join("")}${"x".repeat(6_000)}`.replace(/\s/g, ""));
    expect(new Set(passages.map(({ id }) => id)).size).toBe(passages.length);
  });

  it("has a title without headings too", () => {
    expect(splitDocument("notes", "notes.md", "Just text.")).toMatchObject({
      title: "notes",
      passages: [{ heading: "notes" }],
    });
    expect(splitDocument("notes", "notes.md", "").passages).toEqual([]);
  });
});
