import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "./csv-line";

/** A reader of RFC 4180, as a spreadsheet is one. */
function readLine(line: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < line.length && !line.startsWith("\r\n", at)) {
    let cell = "";
    if (line[at] === '"') {
      at += 1;
      for (;;) {
        if (line[at] === '"' && line[at + 1] === '"') {
          cell += '"';
          at += 2;
        } else if (line[at] === '"') break;
        else cell += line[at++];
      }
      at += 1;
    } else while (at < line.length && line[at] !== "," && !line.startsWith("\r\n", at)) cell += line[at++];
    cells.push(cell);
    if (line[at] === ",") at += 1;
  }
  return cells;
}

describe("csvLine", () => {
  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "\u00a0=1",
    "＝1+1",
    "|calc",
    "%0a=1",
    "\n=x",
  ])("never lets %j begin a cell", (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  });

  it("gives every text back, led by an apostrophe at most, and no cell begins as a formula", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", minLength: 1 }), { minLength: 1, maxLength: 6 }),
        (texts) => {
          const read = readLine(csvLine(texts));
          expect(read).toHaveLength(texts.length);
          read.forEach((cell, index) => {
            expect([texts[index], `'${texts[index]}`]).toContain(cell);
            expect(cell.trimStart()).not.toMatch(/^[=+\-@]/);
          });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("leaves numbers and nothing as they are", () => {
    expect(csvLine([3, null, "FALLBACK", 'say "no", twice'])).toBe('3,,"FALLBACK","say ""no"", twice"\r\n');
  });
});
