/**
 * One evidence statement from the queue to its end, and its stop (RUN-7). Owns the statement's claim on a connection.
 *
 * Invariants:
 * 1. The connection belongs to this statement from `sent` until `finished`; only `finished` gives it back. Ownership check and kill are one
 *    critical section: `stop` moves `sent` to `killing` in the same tick as it looks, and a connection in `killing` is pinned until
 *    the kill has ended, whatever the driver says meanwhile (KILL-2).
 * 2. A connection that a kill was sent to is destroyed, never released.
 * 3. Before `sent` a stop touches no connection: the statement is withdrawn.
 * 4. `result` always fulfils, once; after a stop it is RUN_ENDED whatever the driver answers.
 */
import type { EvidenceResult, RunningQuery, StopReport } from "../../diagnosis/ports";
import { RUN_ENDED } from "../../diagnosis/tools/run-ended";
import { describeStatementError, isInterrupted, readServerError } from "./server-error";
import { describeWarnings, WARNINGS_SQL } from "./server-warnings";
import { killStatement } from "./statement-kill";
import type { MysqlSession } from "./mysql-session";
import type { Checkout } from "./session-pool";
import type { ExecutionMeans, StatementPlan } from "./statement-plan";

type State =
  | { readonly kind: "waiting"; readonly withdraw: () => void }
  | { readonly kind: "sent"; readonly session: MysqlSession; readonly sentAt: number }
  | { readonly kind: "killing"; readonly report: Promise<StopReport> }
  | { readonly kind: "finished" };

/** How long after its own limit a statement that the server did not end is killed from here, ms. */
const SERVER_LIMIT_GRACE_MS = 250;

/** Silence after which a connection from the pool counts as lost. */
const BOUNDS_ANSWER_MS = 5_000;

const NOT_SENT: StopReport = {
  stop: "confirmed",
  detail: "The statement had not been sent; it was withdrawn",
};
const ALREADY_FINISHED: StopReport = {
  stop: "confirmed",
  detail: "The statement had already finished; nothing was killed",
};

export class StatementExecution implements RunningQuery {
  readonly result: Promise<EvidenceResult>;
  /** Fulfils when the statement has ended on the server or was never sent, and no kill is under way. */
  readonly finished: Promise<void>;

  #state: State = { kind: "waiting", withdraw: () => undefined };
  #stop: Promise<StopReport> | null = null;
  #settle: (result: EvidenceResult) => void = () => undefined;
  #finish: () => void = () => undefined;
  #limit: { cancel(): void } = { cancel: () => undefined };
  /** The server has sent the whole result; its warnings may still be asked for. */
  #complete = false;
  #answered = false;
  #tellAnswered: () => void = () => undefined;
  readonly #whenAnswered: Promise<void>;
  readonly #plan: StatementPlan;
  readonly #means: ExecutionMeans;
  readonly #startedAt: number;

  constructor(plan: StatementPlan, means: ExecutionMeans) {
    this.#plan = plan;
    this.#means = means;
    this.#startedAt = means.time.now();
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.#whenAnswered = new Promise((resolve) => {
      this.#tellAnswered = resolve;
    });
    this.#limit = means.time.after(plan.timeoutMs, () => this.#withdraw(this.#timeout()));
    void this.#begin();
  }

  /** KILL-1 … KILL-3; idempotent. */
  stop(): Promise<StopReport> {
    this.#stop ??= this.#stopOnce();
    return this.#stop;
  }

  async #stopOnce(): Promise<StopReport> {
    const state = this.#state;
    switch (state.kind) {
      case "waiting":
        this.#withdraw(RUN_ENDED);
        return NOT_SENT;
      case "sent":
        this.#settle(RUN_ENDED);
        return this.#kill(state.session);
      case "killing":
        this.#settle(RUN_ENDED);
        return state.report;
      case "finished":
        return ALREADY_FINISHED;
    }
  }

  /** Ends a statement that was not sent. Once it was, only its answer or a kill ends it. */
  #withdraw(result: EvidenceResult): void {
    const state = this.#state;
    if (state.kind !== "waiting") return;
    this.#end(result);
    state.withdraw();
  }

  #end(result: EvidenceResult): void {
    this.#limit.cancel();
    this.#state = { kind: "finished" };
    this.#settle(result);
    this.#finish();
  }

  /** `#state` as it is now: a stop may have come during any await. */
  #isWaiting(): boolean {
    return this.#state.kind === "waiting";
  }

  async #begin(): Promise<void> {
    const refusal = await this.#plan.admit();
    if (!this.#isWaiting()) return;
    if (refusal !== null) {
      this.#withdraw({ kind: "error", ...refusal });
      return;
    }
    // A connection that the server had closed while idle is replaced; a fresh one that fails is a failure.
    for (let attempt = 0; ; attempt += 1) {
      const session = await this.#checkout();
      if (session === null) return;
      const remainingMs = this.#remainingMs();
      const error = await this.#bound(session, remainingMs);
      if (error === null) {
        if (this.#isWaiting()) this.#send(session, remainingMs);
        else this.#means.pool.release(session);
        return;
      }
      this.#means.pool.discard(session);
      if (!this.#isWaiting()) return;
      if (!session.closed || attempt >= 8) {
        this.#withdraw({ kind: "error", ...this.#means.describeConnectError(error) });
        return;
      }
    }
  }

  async #checkout(): Promise<MysqlSession | null> {
    const checkout: Checkout = this.#means.pool.checkout();
    this.#state = {
      kind: "waiting",
      withdraw: () => {
        if (!checkout.withdraw()) void this.#giveBack(checkout);
      },
    };
    try {
      const session = await checkout.session;
      if (!this.#isWaiting()) return null;
      this.#state = { kind: "waiting", withdraw: () => undefined };
      return session;
    } catch (error) {
      this.#withdraw({ kind: "error", ...this.#means.describeConnectError(error) });
      return null;
    }
  }

  /** The statement was withdrawn in the tick between hand-over and receipt. */
  async #giveBack(checkout: Checkout): Promise<void> {
    try {
      this.#means.pool.release(await checkout.session);
    } catch {
      // No connection was handed over, so there is none to give back.
      return;
    }
  }

  /** Sets the statement's bounds on the session, which also tells whether the connection still lives. Null when it worked. */
  async #bound(session: MysqlSession, remainingMs: number): Promise<unknown> {
    const silence = this.#means.time.after(BOUNDS_ANSWER_MS, () => session.destroy());
    try {
      await session.query(this.#plan.boundsSql(remainingMs));
      return null;
    } catch (error) {
      return error ?? new Error("the connection failed");
    } finally {
      silence.cancel();
    }
  }

  #send(session: MysqlSession, remainingMs: number): void {
    const { time } = this.#means;
    const { projection } = this.#plan;
    this.#state = { kind: "sent", session, sentAt: time.now() };
    this.#limit.cancel();
    this.#limit = time.after(remainingMs + SERVER_LIMIT_GRACE_MS, () =>
      this.#cutShort(session, () => this.#timeout()),
    );
    let cutting = false;
    session.stream(this.#plan.sql, this.#plan.maxWireBytes, {
      columns: (columns) => projection.columns(columns),
      row: (cells) => {
        if (cutting || this.#state.kind !== "sent" || projection.row(cells)) return;
        cutting = true;
        // The server's own limit usually ends the result right here; only a longer one is killed.
        time.after(0, () => {
          if (!this.#complete) this.#cutShort(session, () => this.#project(session));
        });
      },
      overflow: () => {
        projection.cut();
        this.#cutShort(session, () => this.#project(session));
      },
      ended: (warnings) => void this.#onComplete(session, warnings),
      failed: (error) => this.#onFailure(session, error),
    });
  }

  /** Asks for the server's warnings on the same connection, within the statement's own limit; a stop meanwhile kills that too. */
  async #onComplete(session: MysqlSession, warnings: number | null): Promise<void> {
    this.#complete = true;
    try {
      const asks = this.#plan.refusesWarnings && warnings !== 0 && this.#state.kind === "sent";
      const rows = asks ? await session.query(WARNINGS_SQL) : [];
      const failure = asks ? describeWarnings(rows, warnings) : null;
      this.#onAnswer(session, () =>
        failure === null ? this.#project(session) : { kind: "error", ...failure },
      );
    } catch (error) {
      this.#onFailure(session, error);
    }
  }

  /** The answer of the server; in `sent` it is this statement's own end, in `killing` the kill decides when the connection goes. */
  #onAnswer(session: MysqlSession, result: () => EvidenceResult, reusable = true): void {
    this.#answered = true;
    this.#tellAnswered();
    if (this.#state.kind !== "sent") return;
    const value = result();
    this.#end(value);
    if (reusable) this.#means.pool.release(session);
    else this.#means.pool.discard(session);
  }

  #onFailure(session: MysqlSession, thrown: unknown): void {
    const error = readServerError(thrown);
    // A kill from elsewhere may still be pending on this connection.
    const reusable = !error.fatal && !isInterrupted(error);
    const failure = describeStatementError(error, this.#plan.timeoutMs);
    this.#onAnswer(session, () => ({ kind: "error", ...failure }), reusable);
  }

  /** Kills a statement whose further answer is not wanted: its result is complete, or its time is up. */
  #cutShort(session: MysqlSession, result: () => EvidenceResult): void {
    if (this.#state.kind !== "sent") return;
    this.#settle(result());
    void this.#kill(session);
  }

  /** Invariant 1: called in the tick in which `#state` was seen to be `sent`. */
  #kill(session: MysqlSession): Promise<StopReport> {
    const { killLine, patience, time, pool } = this.#means;
    this.#limit.cancel();
    const kill = async (): Promise<StopReport> => {
      const report = await killStatement(
        {
          threadId: session.threadId,
          lost: () => session.closed,
          answered: () => this.#answered,
          whenAnswered: this.#whenAnswered,
        },
        killLine,
        patience,
        time,
      );
      pool.discard(session);
      this.#end(RUN_ENDED);
      return report;
    };
    const report = kill();
    this.#state = { kind: "killing", report };
    return report;
  }

  #project(session: MysqlSession): EvidenceResult {
    const projected = this.#plan.projection.result();
    switch (projected.kind) {
      case "too_large":
        return { kind: "error", code: "RESULT_TOO_LARGE", message: projected.message };
      case "proves_nothing":
        return { kind: "error", code: "EXECUTION_FAILED", message: projected.message };
      case "evidence":
        break;
    }
    const sentAt =
      this.#state.kind === "sent" && this.#state.session === session ? this.#state.sentAt : this.#startedAt;
    return {
      kind: "rows",
      evidence: projected.evidence,
      elapsedMs: Math.round(this.#means.time.now() - sentAt),
    };
  }

  #remainingMs(): number {
    return Math.max(1, this.#plan.timeoutMs - (this.#means.time.now() - this.#startedAt));
  }

  #timeout(): EvidenceResult {
    const where = this.#state.kind === "waiting" ? " before it could be sent" : "";
    return {
      kind: "error",
      code: "QUERY_TIMEOUT",
      message: `The statement ran into its limit of ${Math.round(this.#plan.timeoutMs)} ms${where}.`,
    };
  }
}
