/**
 * Records as a prompt shows them: bounded each, and bounded together. Where the whole is too long the oldest are shortened first, then reduced to
 * their heading, then left out, and each of these is said.
 */
import type { ReadyToolRecord } from "../../contracts/evidence";
import type { Observation } from "../../diagnosis/ports";
import { fencedJson } from "./fence";

/** Characters inside a fence. */
const WHOLE_RECORD = 12_000;
const SHORT_RECORD = 1_500;
export const MAX_EVIDENCE_CHARACTERS = 48_000;
const MAX_CELL = 1_000;
const MIN_CELL = 40;
const MAX_STATEMENT = 2_000;
const MAX_MESSAGE = 1_000;

type Detail = "whole" | "short" | "heading";
const NEXT_DETAIL: Readonly<Record<Detail, Detail | null>> = {
  whole: "short",
  short: "heading",
  heading: null,
};

interface Entry {
  readonly describe: (detail: Detail) => Record<string, unknown>;
  detail: Detail;
  described: Record<string, unknown>;
  size: number;
}

/** What was shown, oldest first, and how many of the oldest were left out altogether. */
export interface ShownEvidence {
  readonly shown: readonly Record<string, unknown>[];
  readonly leftOut: number;
}

/** @param records oldest first */
export function boundRecords(records: readonly ReadyToolRecord[]): ShownEvidence {
  return bound(records.map((record) => (detail) => describeRecord(record, detail)));
}

/** @param observations oldest first */
export function boundObservations(observations: readonly Observation[]): ShownEvidence {
  return bound(observations.map((observation) => (detail) => describeObservation(observation, detail)));
}

function bound(describers: readonly Entry["describe"][]): ShownEvidence {
  const entries = describers.map((describe) => entryOf(describe, "whole"));
  let total = entries.reduce((sum, entry) => sum + entry.size, 0);
  for (const from of ["whole", "short"] as const) {
    // The newest is what the next step is about: it stays whole.
    for (const entry of entries.slice(0, -1)) {
      if (total <= MAX_EVIDENCE_CHARACTERS) break;
      const detail = NEXT_DETAIL[from];
      if (entry.detail !== from || detail === null) continue;
      total -= entry.size;
      Object.assign(entry, entryOf(entry.describe, detail));
      total += entry.size;
    }
  }
  let leftOut = 0;
  for (const entry of entries.slice(0, -1)) {
    if (total <= MAX_EVIDENCE_CHARACTERS) break;
    total -= entry.size;
    leftOut += 1;
  }
  return { shown: entries.slice(leftOut).map((entry) => entry.described), leftOut };
}

function entryOf(describe: Entry["describe"], detail: Detail): Entry {
  const described = describe(detail);
  return { describe, detail, described, size: fencedJson(described).length };
}

function describeObservation(observation: Observation, detail: Detail): Record<string, unknown> {
  if (observation.kind === "evidence") {
    const { record, repeated, gain } = observation;
    return { kind: "evidence", repeated, gain, ...describeRecord(record, detail) };
  }
  return { ...observation, message: cut(observation.message, MAX_MESSAGE) };
}

function describeRecord(record: ReadyToolRecord, detail: Detail): Record<string, unknown> {
  const { invocationId, label, scope, source, evidenceStatus, evidence } = record;
  const heading = { invocationId, label, scope, source, evidenceStatus, rowCount: evidence.rows.length };
  if (detail === "heading") return { ...heading, shortened: "rows left out to save space" };
  const rows = rowsWithin(evidence.rows, detail === "whole" ? WHOLE_RECORD : SHORT_RECORD);
  const omittedRows = evidence.rows.length - rows.length;
  return {
    ...heading,
    statement: cut(record.statement, MAX_STATEMENT),
    params: record.params.map((param) => (typeof param === "string" ? cut(param, MAX_CELL) : param)),
    columns: evidence.columns.map((column) => column.name),
    rows,
    omittedRows,
    truncatedByTheServer: evidence.truncated,
    ...(detail === "short" ? { shortened: "an older result, shortened to save space" } : {}),
  };
}

function rowsWithin(rows: readonly (readonly (string | null)[])[], limit: number): (string | null)[][] {
  const shown: (string | null)[][] = [];
  // One wide row must not hide itself.
  const cellLimit = Math.min(MAX_CELL, Math.max(MIN_CELL, Math.floor(limit / 2 / (rows[0]?.length ?? 1))));
  let characters = 0;
  for (const row of rows) {
    const cells = row.map((cell) => (cell === null ? null : cut(cell, cellLimit)));
    characters += fencedJson(cells).length;
    if (characters > limit) break;
    shown.push(cells);
  }
  return shown;
}

/** Says that it was cut; never splits a character. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit).replace(/[\ud800-\udbff]$/, "");
  return `${kept}… [${text.length - kept.length} characters left out]`;
}
