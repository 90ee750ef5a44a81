/** CSV (RFC 4180) that a spreadsheet cannot take for a formula. */
export type CsvCell = string | number | null;

/** What a spreadsheet may start a formula with, also in its full-width forms, and what it skips before it. */
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n|%]/u;

/** One line with its end. Every text is quoted; one that a spreadsheet would execute is led by an apostrophe, which it shows as text. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
