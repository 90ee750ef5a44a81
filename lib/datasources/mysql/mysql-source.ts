/** One data source: its connections, its profile, and the statements that run on it. */
import type { EvidenceQuery, SourceDescription } from "../../diagnosis/ports";
import type { CheckedStatement } from "../policy/statement-policy";
import { bindParameters } from "../policy/bind-parameters";
import { columnOrigin } from "./column-origin";
import { describeConnectError, readServerError, type ToolFailure } from "./server-error";
import { describeMissingFeature, readServerProfile, type ServerProfile } from "./server-profile";
import { KillLine, KillLineLost } from "./kill-line";
import { openMysqlSession } from "./mysql-session";
import { RowProjection, type ProjectionCaps } from "./row-projection";
import { SessionPool } from "./session-pool";
import { StatementExecution } from "./statement-execution";
import { ID_COLUMN, INFO_COLUMN, killStatement, type KillPatience } from "./statement-kill";
import type { SourceAddress } from "./source-url";
import type { Time } from "./time";

export interface SourceLimits {
  /** Most evidence connections open at once. */
  readonly maxConnections: number;
  /** Held connections that kills go over (KILL-1). */
  readonly killConnections: number;
  readonly connectTimeoutMs: number;
  /** Upper bound of any statement's limit. */
  readonly maxStatementMs: number;
  readonly killPatience: KillPatience;
  readonly caps: ProjectionCaps;
  /** Bytes of one answer that are read before it is cut. */
  readonly maxWireBytes: number;
}

const KILL_ANSWER_TIMEOUT_MS = 2_000;

export class MysqlSource {
  readonly description: SourceDescription;
  readonly #address: SourceAddress;
  readonly #limits: SourceLimits;
  readonly #time: Time;
  readonly #pool: SessionPool;
  readonly #killLine: KillLine;
  readonly #running = new Set<StatementExecution>();
  #profile: Promise<ServerProfile> | null = null;

  constructor(description: SourceDescription, address: SourceAddress, limits: SourceLimits, time: Time) {
    this.description = description;
    this.#address = address;
    this.#limits = limits;
    this.#time = time;
    const open = () => openMysqlSession(address, limits.connectTimeoutMs);
    this.#pool = new SessionPool(open, limits.maxConnections);
    this.#killLine = new KillLine(open, {
      size: limits.killConnections,
      answerTimeoutMs: KILL_ANSWER_TIMEOUT_MS,
      time,
    });
  }

  run(statement: CheckedStatement, query: EvidenceQuery): StatementExecution {
    const limits = this.#limits;
    const bound = bindParameters(statement, query.params);
    const timeoutMs = query.timeoutMs > 0 ? Math.min(query.timeoutMs, limits.maxStatementMs) : 0;
    let profile: ServerProfile | null = null;
    const execution = new StatementExecution(
      {
        sql: bound.ok ? markOf(query.callId) + bound.sql : "",
        timeoutMs,
        boundsSql: (remainingMs) => boundsSql(profile, statement, limits.caps.rows, remainingMs),
        projection: new RowProjection(
          limits.caps,
          statement.kind !== "select",
          columnOrigin(statement.question, query.params),
        ),
        maxWireBytes: limits.maxWireBytes,
        refusesWarnings: statement.kind === "select",
        admit: async () => {
          if (!bound.ok) return { code: "EXECUTION_FAILED", message: bound.reason };
          const ready = await this.#admit(statement);
          if ("code" in ready) return ready;
          profile = ready;
          return null;
        },
      },
      {
        pool: this.#pool,
        killLine: this.#killLine,
        patience: limits.killPatience,
        time: this.#time,
        describeConnectError: describeOpenError,
      },
    );
    this.#running.add(execution);
    void execution.finished.then(() => this.#running.delete(execution));
    return execution;
  }

  /**
   * Kills what a lost process left running here: statements that bear the mark of one of these calls. Their clients are gone, so no later statement
   * can come on their threads. Returns how many are gone for sure.
   */
  async stopLost(callIds: readonly string[]): Promise<number> {
    await this.#killLine.ensure();
    const marks = callIds.map((callId) => markOf(callId));
    const rows = await this.#killLine.query("SHOW PROCESSLIST");
    const reports = rows
      .filter((row) => marks.some((mark) => row[INFO_COLUMN]?.startsWith(mark) === true))
      .map((row) => {
        const target = { lost: () => false, answered: () => false, whenAnswered: UNANSWERED };
        const threadId = row[ID_COLUMN] ?? "";
        return killStatement({ ...target, threadId }, this.#killLine, this.#limits.killPatience, this.#time);
      });
    const stopped = await Promise.all(reports);
    return stopped.filter((report) => report.stop === "confirmed").length;
  }

  /** Reachable, new enough, and what the account could do beyond reading. */
  async ready(): Promise<{ ok: boolean; detail: string }> {
    const { name } = this.description;
    this.#profile = null;
    const profile = await this.#readProfile();
    if ("code" in profile) return { ok: false, detail: `${name}: ${profile.message}` };
    if (profile.tooOld !== null) return { ok: false, detail: `${name}: ${profile.tooOld}` };
    const excess = profile.excessPrivileges;
    const warning =
      excess.length === 0
        ? ""
        : `; warning: the account holds more than reading (${excess.slice(0, 6).join(", ")})`;
    return { ok: true, detail: `${name}: ${profile.flavour} ${profile.version}${warning}` };
  }

  poolUse(): { readonly used: number; readonly limit: number } {
    return this.#pool.use();
  }

  /** Stops what runs and ends every connection. */
  async close(): Promise<void> {
    const running = [...this.#running];
    await Promise.all(running.map((execution) => execution.stop()));
    await Promise.all(running.map((execution) => execution.finished));
    this.#pool.close();
    this.#killLine.close();
  }

  async #admit(statement: CheckedStatement): Promise<ServerProfile | ToolFailure> {
    const profile = await this.#readProfile();
    if ("code" in profile) return profile;
    if (profile.tooOld !== null) return { code: "FEATURE_UNAVAILABLE", message: profile.tooOld };
    const missing = describeMissingFeature(statement, profile, this.#address.database);
    return missing === null ? profile : { code: "FEATURE_UNAVAILABLE", message: missing };
  }

  async #readProfile(): Promise<ServerProfile | ToolFailure> {
    try {
      await this.#killLine.ensure();
      this.#profile ??= readServerProfile(this.#killLine);
      return await this.#profile;
    } catch (error) {
      this.#profile = null;
      return describeOpenError(error);
    }
  }
}

/** Nobody here waits for the answer of a statement that another process sent. */
const UNANSWERED = new Promise<never>(() => undefined);

/** Stands before the statement, so that the process list shows whose it is, cut as it may be. */
function markOf(callId: string | undefined): string {
  return callId === undefined ? "" : `/* interlock ${callId} */ `;
}

/** The server-side limit and row limit of one statement. EXPLAIN shows the plan without the row limit. */
function boundsSql(
  profile: ServerProfile | null,
  statement: CheckedStatement,
  rows: number,
  timeoutMs: number,
): string {
  // MariaDB ends a recursion at its limit with a warning and a part of the result; MySQL, with an error. Time is the bound of both.
  const limit =
    profile?.flavour === "MySQL"
      ? `max_execution_time = ${Math.max(1, Math.ceil(timeoutMs))}`
      : `max_statement_time = ${Math.max(0.001, timeoutMs / 1_000).toFixed(6)}, max_recursive_iterations = 4294967295`;
  const rowLimit = statement.kind === "explain" ? "DEFAULT" : String(rows + 1);
  return `SET SESSION ${limit}, sql_select_limit = ${rowLimit}`;
}

function describeOpenError(error: unknown): ToolFailure {
  const cause = error instanceof KillLineLost ? (error.cause ?? error) : error;
  const [first] = cause instanceof AggregateError ? cause.errors : [cause];
  return describeConnectError(readServerError(first));
}
