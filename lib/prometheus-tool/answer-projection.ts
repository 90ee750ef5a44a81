/**
 * An answer of Prometheus in canonical form (TOOL-5): a row per point, with a column per label, then time and value. Series stand in the order of
 * their labels and points in the order of time, so that the same answer has the same hash.
 */
import type { CanonicalEvidence } from "../contracts/evidence";
import { canonicalJson } from "../diagnosis/evidence/canonical-json";
import { BoundedTable, TABLE_CAPS } from "../diagnosis/tools/bounded-table";
import { foreignText } from "../diagnosis/tools/foreign-text";
import type { QueryData } from "./api-answer";

type Labels = Readonly<Record<string, string>>;
interface Series {
  readonly labels: Labels;
  readonly points: readonly { readonly seconds: number; readonly text: string }[];
}

const MAX_WARNING = 500;
const FIXED = ["time", "value", "warnings"] as const;
const MAX_LABELS = TABLE_CAPS.columns - FIXED.length;
/** Beyond this a Date holds no moment, seconds. */
const LAST_MOMENT = 8.64e12;

/**
 * @param warnings the server's own; an answer that has some may lack data, so it is marked as cut and proves no absence
 * @returns null when not even the first row fits
 */
export function projectAnswer(data: QueryData, warnings: readonly string[]): CanonicalEvidence | null {
  const series = seriesOf(data).sort((left, right) => compare(left, right));
  const names = [...new Set(series.flatMap(({ labels }) => Object.keys(labels)))].sort();
  const shown = names.slice(0, MAX_LABELS);
  const warned = warnings.length > 0;
  const table = new BoundedTable([
    ...shown.map((name) => ({ name: labelColumn(name), type: "text" as const })),
    { name: "time", type: "time" },
    { name: "value", type: isNumeric(data) ? "number" : "text" },
    ...(warned ? [{ name: "warnings", type: "text" as const }] : []),
  ]);
  if (names.length > shown.length) table.leaveOut(names.length - shown.length);
  let warning: string | null = warned ? foreignText(warnings.join("; "), MAX_WARNING) : null;
  fill: for (const { labels, points } of series) {
    const cells = shown.map((name) => (Object.hasOwn(labels, name) ? (labels[name] ?? null) : null));
    for (const { seconds, text } of points) {
      if (!table.add([...cells, momentOf(seconds), text, warning])) break fill;
      warning = null;
    }
  }
  const evidence = table.evidence();
  if (evidence === null || !warned) return evidence;
  return { ...evidence, truncated: { ...evidence.truncated, rows: true } };
}

function seriesOf(data: QueryData): Series[] {
  switch (data.resultType) {
    case "scalar":
    case "string":
      return [{ labels: {}, points: [pointOf(data.result)] }];
    case "vector":
      return data.result.map(({ metric, value, histogram }) => ({
        labels: metric,
        points: [value, histogram].flatMap((point) => (point === undefined ? [] : [pointOf(point)])),
      }));
    case "matrix":
      return data.result.map(({ metric, values, histograms }) => ({
        labels: metric,
        points: [...(values ?? []), ...(histograms ?? [])]
          .map(pointOf)
          .sort((left, right) => left.seconds - right.seconds),
      }));
  }
}

function pointOf([seconds, value]: readonly [number, string | Readonly<Record<string, unknown>>]) {
  return { seconds, text: typeof value === "string" ? value : canonicalJson(value) };
}

function isNumeric(data: QueryData): boolean {
  switch (data.resultType) {
    case "scalar":
      return true;
    case "string":
      return false;
    case "vector":
      return data.result.every(({ histogram }) => histogram === undefined);
    case "matrix":
      return data.result.every(({ histograms }) => histograms === undefined || histograms.length === 0);
  }
}

/** UTC. */
function momentOf(seconds: number): string {
  return Math.abs(seconds) < LAST_MOMENT
    ? new Date(Math.round(seconds * 1_000)).toISOString()
    : `${seconds} s since 1970`;
}

/** A label may be called as a column of ours is. */
function labelColumn(name: string): string {
  return FIXED.some((fixed) => fixed === name) ? `label ${name}` : name;
}

function compare(left: Series, right: Series): number {
  const [one, other] = [canonicalJson(left.labels), canonicalJson(right.labels)];
  return one < other ? -1 : one > other ? 1 : 0;
}
