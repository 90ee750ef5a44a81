import { AXES, type AxisKey } from "../ui/axes";

interface Column {
  readonly name: string;
  readonly hint?: string;
  /** In rem: at least so wide, and so wide where there is room. */
  readonly width: number;
  readonly roomy: number;
  readonly right?: true;
}

/** What may stand beside the question and the three axes, which always do, in the order of the table. */
export const OPTIONAL_COLUMNS = {
  effort: { name: "Intent · tools · budget", width: 10.25, roomy: 12 },
  collection: axisColumn("collectionState", 7),
  stop: axisColumn("stopReason", 12),
  verdict: axisColumn("semanticVerdict", 7.5),
  model: { name: "Model", width: 8, roomy: 10 },
  steps: { name: "Steps", hint: "Model steps of the agent", width: 3.5, roomy: 4, right: true },
  origin: { name: "Rerun of", width: 7.5, roomy: 8.5 },
  took: { name: "Took", width: 4.25, roomy: 6, right: true },
  started: { name: "Started", width: 4.75, roomy: 6, right: true },
} as const satisfies Record<string, Column>;
export type OptionalColumn = keyof typeof OPTIONAL_COLUMNS;
export const OPTIONAL_COLUMN_NAMES = Object.keys(OPTIONAL_COLUMNS) as OptionalColumn[];
export const STANDARD_COLUMNS: readonly OptionalColumn[] = ["effort", "took", "started"];

const FIXED_COLUMNS = {
  query: { name: "Question", width: 10, roomy: 14 },
  state: axisColumn("runState", 9.25, 10),
  outcome: axisColumn("releaseOutcome", 7, 8),
  fallback: axisColumn("fallbackType", 12.5, 14),
} as const satisfies Record<string, Column>;

/** Of a row, both sides together, in rem. */
const PADDING = 1.5;

export interface ShownColumn extends Column {
  readonly area: string;
}

/** The columns of the table in order, the fixed ones first. */
export function shownColumns(chosen: readonly OptionalColumn[]): readonly ShownColumn[] {
  const optional = OPTIONAL_COLUMN_NAMES.filter((name) => chosen.includes(name));
  return [
    ...Object.entries(FIXED_COLUMNS).map(([area, column]) => ({ area, ...column })),
    ...optional.map((area) => ({ area, ...OPTIONAL_COLUMNS[area] })),
  ];
}

/** The chosen columns as the address has them; null for the standard ones, which it does not name. */
export function columnsInAddress(chosen: readonly OptionalColumn[]): string | null {
  const names = OPTIONAL_COLUMN_NAMES.filter((name) => chosen.includes(name)).join(",");
  return names === STANDARD_COLUMNS.join(",") ? null : names;
}

/** Custom properties of `.runs-grid` in a wide table, and its least width. */
export function gridProperties(columns: readonly ShownColumn[]): React.CSSProperties {
  const [query, ...others] = columns;
  const tracks = (key: "width" | "roomy") =>
    [`minmax(${query?.[key] ?? 0}rem, 1fr)`, ...others.map((column) => `${column[key]}rem`)].join(" ");
  const gaps = 0.75 * (columns.length - 1) + PADDING;
  return {
    "--runs-areas": `"${columns.map(({ area }) => area).join(" ")}"`,
    "--runs-tracks": tracks("width"),
    "--runs-tracks-roomy": tracks("roomy"),
    "--runs-least": `${columns.reduce((sum, { width }) => sum + width, gaps)}rem`,
  } as React.CSSProperties;
}

function axisColumn(axis: AxisKey, width: number, roomy = width + 1): Column {
  return { name: AXES[axis].name, hint: AXES[axis].asks, width, roomy };
}
