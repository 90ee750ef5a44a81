/** Fills a store with runs, in bulk, around the run store: rows, events, tool records, terms, triage groups; the rollups are counted at the end. */
import type { Connection, ResultSetHeader } from "mysql2/promise";
import { encodeIdBody } from "../../lib/contracts/ids";
import { recountStatements } from "../../lib/persistence/rollups/recount-rollups";
import { termsOfQuestion } from "../../lib/persistence/runs/search-terms";
import { SeedGroups } from "./seed-groups";
import { SeedRandom } from "./seed-random";
import { EVENT_COLUMNS, RUN_COLUMNS, seededRun, TOOL_COLUMNS, type Cell } from "./seeded-run";

const DAY_MS = 86_400_000;
/** Runs that are written and committed together. */
const CHUNK = 10_000;
/** Rows of one INSERT: its text stays under a megabyte. */
const ROWS_PER_INSERT = {
  diagnosis_run: 400,
  run_event: 2_000,
  tool_invocation: 500,
  run_term: 5_000,
} as const;
type BulkTable = keyof typeof ROWS_PER_INSERT;

export interface SeedOptions {
  readonly count: number;
  readonly days: number;
  readonly seed: number;
  /** The time of the newest run, ms since the epoch. */
  readonly endMs: number;
  /** Events and tool records as well; a list of runs needs neither. */
  readonly withTrace: boolean;
  readonly onProgress: (written: number, rowsPerSecond: number) => void;
}
export interface SeedResult {
  readonly runs: number;
  readonly events: number;
  readonly tools: number;
  readonly terms: number;
  readonly groups: number;
  readonly writeMs: number;
  readonly recountMs: number;
}

/** @param connection to the database that is filled; its session settings are changed */
export async function writeSeed(connection: Connection, options: SeedOptions): Promise<SeedResult> {
  const { count, days, seed, endMs, withTrace, onProgress } = options;
  const random = new SeedRandom(seed);
  const startMs = endMs - days * DAY_MS;
  const groups = new SeedGroups(random, startMs);
  const sessions = new SeedSessions(random);
  const began = performance.now();
  await connection.query("SET time_zone = '+00:00', unique_checks = 0, foreign_key_checks = 0");
  const totals = { events: 0, tools: 0, terms: 0 };
  for (let first = 0; first < count; first += CHUNK) {
    const size = Math.min(CHUNK, count - first);
    const runs = Array.from({ length: size }, (_, index) => {
      const createdAt = timeOf((first + index + random.next()) / count, startMs, days);
      return seededRun(random, { createdAt, sessionId: sessions.next(createdAt) }, groups);
    });
    const events = withTrace ? runs.flatMap((run) => run.events) : [];
    const tools = withTrace ? runs.flatMap((run) => run.tools) : [];
    // In the order of the index, so that a page is written to once.
    const terms = runs
      .flatMap((run) =>
        termsOfQuestion(run.query).map((term): readonly [string, string] => [term, run.runId]),
      )
      .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
    await connection.beginTransaction();
    await insert(
      connection,
      "diagnosis_run",
      RUN_COLUMNS,
      runs.map((run) => run.run),
    );
    await insert(connection, "run_event", EVENT_COLUMNS, events);
    await insert(connection, "tool_invocation", TOOL_COLUMNS, tools);
    await insert(connection, "run_term", ["term", "run_id"], terms);
    await connection.commit();
    totals.events += events.length;
    totals.tools += tools.length;
    totals.terms += terms.length;
    const written = first + size;
    onProgress(written, (written / (performance.now() - began)) * 1_000);
  }
  const filed = await writeGroups(connection, groups);
  const writeMs = performance.now() - began;
  await connection.beginTransaction();
  for (const statement of recountStatements()) await connection.query(statement);
  await connection.commit();
  await connection.query(
    "ANALYZE TABLE diagnosis_run, run_event, tool_invocation, run_term, run_rollup, run_histogram, tool_rollup",
  );
  const recountMs = performance.now() - began - writeMs;
  return { runs: count, ...totals, groups: filed, writeMs, recountMs };
}

/** More in working hours (UTC) than at night; the order of runs stays. */
function timeOf(share: number, startMs: number, days: number): number {
  const day = Math.floor(share * days);
  const ofDay = share * days - day;
  // The integral of 1 − 0.6·cos: slow in the night, fast at noon.
  const warped = ofDay - (0.6 * Math.sin(2 * Math.PI * ofDay)) / (2 * Math.PI);
  return Math.floor(startMs + (day + 2 * ofDay - warped) * DAY_MS);
}

/** Conversations of a few questions each; one client puts a fiftieth of all into a single session. */
class SeedSessions {
  readonly #random: SeedRandom;
  readonly #open: string[] = [];
  readonly #busy: string;

  constructor(random: SeedRandom) {
    this.#random = random;
    this.#busy = `ses_${encodeIdBody(0, random.bytes(16))}`;
  }

  next(createdAt: number): string {
    const random = this.#random;
    if (random.chance(0.02)) return this.#busy;
    if (this.#open.length > 0 && random.chance(0.6)) return random.pick(this.#open);
    const session = `ses_${encodeIdBody(createdAt, random.bytes(16))}`;
    this.#open.push(session);
    if (this.#open.length > 20) this.#open.shift();
    return session;
  }
}

async function insert(
  connection: Connection,
  table: BulkTable,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const size = ROWS_PER_INSERT[table];
  for (let first = 0; first < rows.length; first += size) {
    await connection.query<ResultSetHeader>(`INSERT INTO ${table} (${columns.join(", ")}) VALUES ?`, [
      rows.slice(first, first + size),
    ]);
  }
}

async function writeGroups(connection: Connection, groups: SeedGroups): Promise<number> {
  const filed = [...groups.filed()];
  const rows = filed.map((group): Cell[] => [
    group.id,
    group.fingerprint,
    1,
    group.kind.outcome,
    group.kind.fallback,
    group.kind.failure,
    group.kind.state,
    group.kind.stopReason,
    group.kind.fallback ?? group.kind.failure ?? group.kind.state,
    group.status,
    group.assignee,
    1,
    0,
    group.runs,
    new Date(group.firstSeen),
    new Date(group.lastSeen),
    group.lastRunId,
    group.sample,
    0,
  ]);
  const labels = filed.flatMap((group) => group.labels.map((label): Cell[] => [group.id, label]));
  await connection.beginTransaction();
  if (rows.length > 0)
    await connection.query(
      `INSERT INTO triage_group (group_id, fingerprint, fingerprint_version, release_outcome, fallback_type, failure_code,
         run_state, stop_reason, cause, status, assignee, version, history_seq, run_count, first_seen_at, last_seen_at,
         last_run_id, sample_query, reopen_count) VALUES ?`,
      [rows],
    );
  if (labels.length > 0)
    await connection.query("INSERT INTO triage_label (group_id, label) VALUES ?", [labels]);
  await connection.commit();
  return filed.length;
}
