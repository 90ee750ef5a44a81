import type { CanonicalEvidence, ColumnType } from "../../contracts/evidence";

/** Bounds of one result (TOOL-5). */
export interface TableCaps {
  readonly rows: number;
  readonly columns: number;
  /** UTF-16 units of one cell. */
  readonly cellCharacters: number;
  /** UTF-8 bytes of all cells and column names together, as JSON. */
  readonly bytes: number;
}
export const TABLE_CAPS: TableCaps = { rows: 200, columns: 64, cellCharacters: 2_000, bytes: 128 * 1024 };

const MAX_NAME_CHARACTERS = 200;

/** Collects the rows of a tool's answer into canonical form until a bound is reached; says what it cut (TOOL-5). */
export class BoundedTable {
  private readonly columns: CanonicalEvidence["columns"];
  private readonly columnsCut: boolean;
  private readonly rows: (string | null)[][] = [];
  private bytes: number;
  private rowsCut = false;
  private cellsCut = 0;

  constructor(
    columns: readonly { readonly name: string; readonly type: ColumnType }[],
    private readonly caps: TableCaps = TABLE_CAPS,
  ) {
    this.columnsCut = columns.length > caps.columns;
    this.columns = columns
      .slice(0, caps.columns)
      .map(({ name, type }) => ({ name: cutText(name, MAX_NAME_CHARACTERS), type }));
    this.bytes = Buffer.byteLength(JSON.stringify(this.columns));
  }

  /** Takes one row, a cell per column; false when a bound is reached: this row was not taken and no further one will be. */
  add(cells: readonly (string | null)[]): boolean {
    if (this.rowsCut) return false;
    if (this.rows.length >= this.caps.rows) return this.cut();
    let cut = 0;
    const row = this.columns.map((_, index) => {
      const cell = cells[index] ?? null;
      if (cell === null || cell.length <= this.caps.cellCharacters) return cell;
      cut += 1;
      return cutText(cell, this.caps.cellCharacters);
    });
    const bytes = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (this.bytes + bytes > this.caps.bytes) return this.cut();
    this.bytes += bytes;
    this.cellsCut += cut;
    this.rows.push(row);
    return true;
  }

  /** The answer has more than is shown; always false. */
  cut(): false {
    this.rowsCut = true;
    return false;
  }

  /** So many parts of the answer could not be kept at all. */
  leaveOut(parts: number): void {
    this.cellsCut += parts;
  }

  /** Null when not even the first row fits: nothing that could be shown would be honest. */
  evidence(): CanonicalEvidence | null {
    if (this.rowsCut && this.rows.length === 0) return null;
    const truncated = { rows: this.rowsCut, columns: this.columnsCut, cells: this.cellsCut };
    return { columns: this.columns, rows: this.rows, truncated };
  }
}

/** Never splits a character. */
function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit).replace(/[\ud800-\udbff]$/, "");
}
