import type { KillLine } from "./kill-line";
import type { RowProjection } from "./row-projection";
import type { ToolFailure } from "./server-error";
import type { SessionPool } from "./session-pool";
import type { KillPatience } from "./statement-kill";
import type { Time } from "./time";

/** One statement, ready to run. */
export interface StatementPlan {
  readonly sql: string;
  /** Sets the session's bounds for a statement that may run so many ms (KILL-4). */
  readonly boundsSql: (timeoutMs: number) => string;
  readonly timeoutMs: number;
  readonly projection: RowProjection;
  readonly maxWireBytes: number;
  /** Its result is refused when the server warns that values are not what was asked. */
  readonly refusesWarnings: boolean;
  /** Runs before a connection is asked for; a failure ends the statement. */
  readonly admit: () => Promise<ToolFailure | null>;
}
/** What executing it needs. */
export interface ExecutionMeans {
  readonly pool: SessionPool;
  readonly killLine: KillLine;
  readonly patience: KillPatience;
  readonly time: Time;
  readonly describeConnectError: (error: unknown) => ToolFailure;
}
