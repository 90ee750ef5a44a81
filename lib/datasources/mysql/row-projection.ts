import type { CanonicalEvidence, ColumnType, EvidenceColumn } from "../../contracts/evidence";
import { markOf } from "../../diagnosis/masking/masking-mark";
import { isSecretValue } from "../../diagnosis/masking/secret-names";
import type { ServerColumn, ServerRow } from "./mysql-session";

/** Bounds of one result (TOOL-5). */
export interface ProjectionCaps {
  readonly rows: number;
  readonly columns: number;
  /** UTF-16 units of one cell. */
  readonly cellCharacters: number;
  /** UTF-8 bytes of all cells and column names together, as JSON. */
  readonly bytes: number;
}
export const DEFAULT_PROJECTION_CAPS: ProjectionCaps = {
  rows: 200,
  columns: 64,
  cellCharacters: 2_000,
  bytes: 128 * 1024,
};

export type Projected =
  | { readonly kind: "evidence"; readonly evidence: CanonicalEvidence }
  /** Not even the first row fits: nothing that could be shown would be honest. */
  | { readonly kind: "too_large"; readonly message: string }
  /** Nothing is left, and that says nothing of what there is. */
  | { readonly kind: "proves_nothing"; readonly message: string };

const BINARY_CHARACTER_SET = 63;
const JSON_TYPE = 0xf5;
const NUMBERS = new Set([0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x08, 0x09, 0x0d, 0xf6]);
const TIMES = new Set([0x07, 0x0a, 0x0b, 0x0c, 0x0e]);
/** BIT, GEOMETRY, VECTOR: bytes whatever their character set says. */
const BYTES = new Set([0x10, 0xff, 0xf2]);
const TEXTS = new Set([0x0f, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe]);
/** A UTF-16 unit is at most three bytes of UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/** Type of a canonical column. `describing`: SHOW, DESCRIBE and EXPLAIN send text as binary strings on some servers. */
function columnTypeOf(column: ServerColumn, describing: boolean): ColumnType {
  const { columnType, characterSet } = column;
  if (NUMBERS.has(columnType)) return "number";
  if (TIMES.has(columnType)) return "time";
  if (BYTES.has(columnType)) return "binary";
  if (columnType === JSON_TYPE) return "text";
  const binary = characterSet === BINARY_CHARACTER_SET && TEXTS.has(columnType);
  return binary && !describing ? "binary" : "text";
}

/** Where the values of a statement's columns come from. */
export interface ColumnOrigin {
  /** Per column of the result, by the names that the server gives. */
  readonly flagsOf: (
    names: readonly string[],
  ) => readonly Pick<EvidenceColumn, "asked" | "written" | "counts">[];
  /** Per column what kind of secret its values are made of; null for none. */
  readonly secretsOf: (names: readonly string[]) => readonly (string | null)[];
  readonly skipsRows: boolean;
  /** It looked only at the rows that a LIMIT inside it left. */
  readonly cutsRows: boolean;
}

/** Collects rows into canonical form until a bound is reached (TOOL-5). */
export class RowProjection {
  readonly #caps: ProjectionCaps;
  readonly #describing: boolean;
  readonly #origin: ColumnOrigin;
  #columns: EvidenceColumn[] = [];
  /** What stands for the cells of a column; null where they may be seen. */
  #marks: (string | null)[] = [];
  readonly #rows: (string | null)[][] = [];
  #bytes = 0;
  #columnsCut = false;
  #rowsCut = false;
  #cellsCut = 0;

  constructor(caps: ProjectionCaps, describing: boolean, origin: ColumnOrigin) {
    this.#caps = caps;
    this.#describing = describing;
    this.#origin = origin;
  }

  columns(columns: readonly ServerColumn[]): void {
    this.#columnsCut = columns.length > this.#caps.columns;
    const names = columns.map(({ name }) => name);
    const flags = this.#origin.flagsOf(names);
    const secrets = this.#origin.secretsOf(names);
    const kept = columns.slice(0, this.#caps.columns);
    const types = kept.map((column) => columnTypeOf(column, this.#describing));
    // A figure or a time is a measure of a secret, as its length is.
    this.#marks = types.map((type, index) => {
      const kind = type === "number" || type === "time" ? null : (secrets[index] ?? null);
      return kind === null ? null : markOf(kind);
    });
    this.#columns = kept.map(({ name }, index) => ({
      name,
      type: typeof this.#marks[index] === "string" ? "text" : (types[index] ?? "text"),
      ...flags[index],
    }));
    this.#bytes = Buffer.byteLength(JSON.stringify(this.#columns));
  }

  /** Takes one row; false when a bound is reached: this row was not taken and no further one will be. */
  row(cells: ServerRow): boolean {
    if (this.#rowsCut) return false;
    if (this.#rows.length >= this.#caps.rows) return this.cut();
    let cut = 0;
    const row = this.#columns.map((column, index) => {
      const cell = cells[index] ?? null;
      if (cell === null) return null;
      const mark = this.#marks[index] ?? null;
      if (mark !== null) {
        const { text } = this.#text(cell);
        return isSecretValue(text) ? mark : text;
      }
      const printed = column.type === "binary" ? this.#hex(cell) : this.#text(cell);
      if (printed.cut) cut += 1;
      return printed.text;
    });
    const bytes = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (this.#bytes + bytes > this.#caps.bytes) return this.cut();
    this.#bytes += bytes;
    this.#cellsCut += cut;
    this.#rows.push(row);
    return true;
  }

  /** No further row is taken; always false. */
  cut(): false {
    this.#rowsCut = true;
    return false;
  }

  result(): Projected {
    if (this.#rowsCut && this.#rows.length === 0) {
      return {
        kind: "too_large",
        message: `The first row alone is larger than ${this.#caps.bytes} bytes; select fewer or shorter columns.`,
      };
    }
    if (this.#rows.length === 0 && this.#origin.skipsRows) {
      return {
        kind: "proves_nothing",
        message:
          "No row lies behind the OFFSET, which says nothing of those before it; leave the OFFSET out.",
      };
    }
    if (this.#rows.length === 0 && this.#origin.cutsRows) {
      return {
        kind: "proves_nothing",
        message:
          "Nothing is among the rows that a LIMIT inside the statement left, which says nothing of the others; put the LIMIT at its end.",
      };
    }
    const truncated = { rows: this.#rowsCut, columns: this.#columnsCut, cells: this.#cellsCut };
    return { kind: "evidence", evidence: { columns: this.#columns, rows: this.#rows, truncated } };
  }

  #text(cell: Buffer): { text: string; cut: boolean } {
    const limit = this.#caps.cellCharacters;
    // Only what can be kept is decoded; a code point cut off at the end is beyond what is kept.
    const text = cell.subarray(0, (limit + 2) * MAX_BYTES_PER_UNIT).toString("utf8");
    if (text.length <= limit) return { text, cut: false };
    const splits = (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800;
    return { text: text.slice(0, splits ? limit - 1 : limit), cut: true };
  }

  #hex(cell: Buffer): { text: string; cut: boolean } {
    const limit = Math.floor((this.#caps.cellCharacters - 2) / 2);
    return { text: `0x${cell.subarray(0, limit).toString("hex")}`, cut: cell.length > limit };
  }
}
