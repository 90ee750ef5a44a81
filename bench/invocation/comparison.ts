import { pairedRatio, spreadOf, type Spread } from "./figures";
import type { Measured } from "./measure";
import { SUBJECT, type Entrant, type Goal } from "./roster";

/** One line of a table. */
export interface Comparison extends Spread {
  readonly label: string;
  /** lib/invocation's figure over this one's. Null for lib/invocation itself. */
  readonly ratio: number | null;
  readonly goal: string | null;
  readonly verdict: "goal met" | "missed" | null;
}

/** Everybody's figures, and lib/invocation's beside them. Throws RangeError when that was not measured. */
export function compare(
  measured: readonly Measured[],
  goalOf: (entrant: Entrant) => Goal | null,
): readonly Comparison[] {
  const subject = measured.find(({ entrant }) => entrant === SUBJECT);
  if (subject === undefined) throw new RangeError(`${SUBJECT.label} was not measured`);
  return measured.map(({ entrant, label, samples }) => {
    const spread = spreadOf(samples);
    if (entrant === SUBJECT) return { label, ...spread, ratio: null, goal: null, verdict: null };
    const ratio = pairedRatio(subject.samples, samples);
    const goal = goalOf(entrant);
    const verdict = goal === null ? null : goal.met(ratio) ? "goal met" : "missed";
    return { label, ...spread, ratio, goal: goal?.words ?? null, verdict };
  });
}

/** The lines of a table: names on the left, figures aligned on the right. */
export function tableOf(unit: string, rows: readonly Comparison[]): readonly string[] {
  const cells = rows.map((row) => [
    row.label,
    figure(row.median),
    `${figure(row.low)} – ${figure(row.high)}`,
    row.ratio === null ? "" : `${row.ratio.toPrecision(2)}x`,
    row.goal ?? "",
    row.verdict ?? "",
  ]);
  const table = [["", unit, "middle half", `${SUBJECT.label} is`, "goal", ""], ...cells];
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(...table.map((line) => (line[column] ?? "").length)),
  );
  return table.map((line) =>
    line
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return FIGURE_COLUMNS.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}

const FIGURE_COLUMNS: ReadonlySet<number> = new Set([1, 2, 3]);

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
