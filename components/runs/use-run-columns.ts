import { parseAsArrayOf, parseAsStringLiteral, useQueryState } from "nuqs";
import { OPTIONAL_COLUMN_NAMES, STANDARD_COLUMNS, type OptionalColumn } from "./run-columns";

const PARSER = parseAsArrayOf(parseAsStringLiteral(OPTIONAL_COLUMN_NAMES)).withDefault([...STANDARD_COLUMNS]);

/** Which optional columns are shown: in the address, as the filters are, so that a link shows the same table. */
export function useRunColumns(): readonly [
  chosen: readonly OptionalColumn[],
  choose: (columns: readonly OptionalColumn[]) => void,
] {
  const [chosen, setChosen] = useQueryState("columns", PARSER);
  return [
    chosen,
    (columns) => void setChosen(OPTIONAL_COLUMN_NAMES.filter((name) => columns.includes(name))),
  ];
}
