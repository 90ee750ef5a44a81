import type { CanonicalEvidence } from "../../contracts/evidence";
import { keyRemainder, leavesKeyOpen } from "./recognise-secrets";
import { isCardName, isIdName, isSecretValue, secretKindOf } from "./secret-names";
import { markOf } from "./masking-mark";
import type { Masked, MaskText } from "./masked";

type Column = CanonicalEvidence["columns"][number];
type Cell = string | null;

/** Pairs of columns in which one names what the other holds, as in SHOW VARIABLES or a list of paths. */
const NAMING =
  /^(?:path|name|key|variable|variable_name|setting|setting_name|option|option_name|parameter|property|field|env)$/i;
const HOLDING =
  /^(?:value|val|variable_value|setting_value|option_value|content|session_value|global_value)$/i;

/** TOOL-8: cells by what they show, by the name of their column, and by the name that stands beside them. Its column becomes text. */
export function maskEvidence(evidence: CanonicalEvidence, mask: MaskText): Masked<CanonicalEvidence> {
  let count = 0;
  const counting = ({ value, count: more }: Masked<string>): string => {
    count += more;
    return value;
  };
  const naming = evidence.columns.findIndex(({ name }) => NAMING.test(name));
  const columns = evidence.columns.map((column, index) => cellMask(column, index, naming));
  const masked = new Set<number>();
  const rows = evidence.rows.map((row) =>
    row.map((cell, index): Cell => {
      if (cell === null) return null;
      const before = count;
      const told = counting(
        columns[index]?.(cell, naming < 0 ? null : (row[naming] ?? null), mask) ?? mask(cell),
      );
      if (count > before) masked.add(index);
      return told;
    }),
  );
  const named = evidence.columns.map((column, index): Column => {
    const name = counting(mask(column.name));
    const type = masked.has(index) ? "text" : column.type;
    // Texts of the statement are compared with the cells, so they are masked as those are.
    const told = (text: string): string => cellMask(column, index, -1)(text, null, mask).value;
    return column.written === undefined
      ? { ...column, name, type }
      : { ...column, name, type, written: [...new Set(column.written.map(told))] };
  });
  return count === 0 ? { value: evidence, count } : { value: { ...evidence, columns: named, rows }, count };
}

type CellMask = (cell: string, name: Cell, mask: MaskText) => Masked<string>;

/** Goes down one column: a private key may be told line by line. */
function cellMask(column: Column, index: number, naming: number): CellMask {
  // A figure or a time is a measure of what the name says, and no secret.
  const measures = column.type === "number" || column.type === "time";
  const ofColumn = measures ? null : secretKindOf(column.name);
  const cards =
    isCardName(column.name) || (column.type === "text" && !isIdName(column.name)) ? "any" : "none";
  const isNamed = naming >= 0 && naming !== index && column.type !== "number" && HOLDING.test(column.name);
  let insideKey = false;
  return (cell, name, mask) => {
    const kind = ofColumn ?? (isNamed && name !== null ? secretKindOf(name) : null);
    if (kind !== null && isSecretValue(cell)) return whole(kind, cell);
    if (!insideKey) {
      insideKey = leavesKeyOpen(cell);
      return mask(cell, { cards });
    }
    const { length, ends } = keyRemainder(cell);
    insideKey = !ends;
    if (length === 0) return mask(cell, { cards });
    const rest = mask(cell.slice(length), { cards });
    return { value: markOf("private key") + rest.value, count: rest.count + 1 };
  };
}

function whole(kind: string, cell: string): Masked<string> {
  const mark = markOf(kind);
  return { value: mark, count: cell === mark ? 0 : 1 };
}
