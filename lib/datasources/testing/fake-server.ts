/** A server in memory whose every step is a scheduled task, so that a property can try orders of kills, answers and looks. */
import type { MysqlSession, StatementSink } from "../mysql/mysql-session";
import type { Time } from "../mysql/time";

/** Fulfils when the schedule reaches this step. */
export type Step = (label: string) => Promise<void>;

interface Thread {
  executing: { readonly sql: string; readonly sink: StatementSink } | null;
  killed: boolean;
  alive: boolean;
}

export class FakeServer {
  /** Statements that a kill ended. */
  readonly victims: string[] = [];
  /** What must never happen. */
  readonly violations: string[] = [];
  readonly threads = new Map<string, Thread>();
  readonly #step: Step;

  constructor(step: Step) {
    this.#step = step;
  }

  async open(): Promise<MysqlSession> {
    await this.#step("open");
    const threadId = String(this.threads.size + 1);
    const thread: Thread = { executing: null, killed: false, alive: true };
    this.threads.set(threadId, thread);
    return new FakeSession(threadId, thread, this, this.#step);
  }

  kill(threadId: string): void {
    const thread = this.threads.get(threadId);
    if (thread === undefined) return;
    thread.killed = true;
    const { executing } = thread;
    if (executing === null) return;
    thread.executing = null;
    this.victims.push(executing.sql);
    executing.sink.failed(Object.assign(new Error("Query execution was interrupted"), { errno: 1317 }));
  }

  /** SHOW PROCESSLIST: Id, User, Host, db, Command, Time, State, Info of every thread that lives. */
  processList(): readonly (readonly (string | null)[])[] {
    return [...this.threads].flatMap(([id, { alive, executing }]) =>
      alive
        ? [
            [
              id,
              "reader",
              "host",
              null,
              executing === null ? "Sleep" : "Query",
              "0",
              "",
              executing?.sql ?? null,
            ],
          ]
        : [],
    );
  }
}

class FakeSession implements MysqlSession {
  readonly threadId: string;
  readonly #thread: Thread;
  readonly #server: FakeServer;
  readonly #step: Step;
  #listeners: (() => void)[] = [];

  constructor(threadId: string, thread: Thread, server: FakeServer, step: Step) {
    this.threadId = threadId;
    this.#thread = thread;
    this.#server = server;
    this.#step = step;
  }

  get closed(): boolean {
    return !this.#thread.alive;
  }

  async query(sql: string): Promise<readonly (readonly (string | null)[])[]> {
    await this.#step(sql);
    const id = /\d+$/.exec(sql)?.[0] ?? "";
    if (sql.startsWith("KILL QUERY")) this.#server.kill(id);
    else if (sql.startsWith("KILL")) this.#server.violations.push(sql);
    if (sql.startsWith("SHOW WARNINGS")) return this.#warnings();
    if (sql !== "SHOW PROCESSLIST") return [];
    const rows = this.#server.processList();
    await this.#step(`answer ${sql}`);
    return rows;
  }

  /** A kill that meets it ends it, as it would any statement. */
  async #warnings(): Promise<readonly (readonly (string | null)[])[]> {
    const killedBefore = this.#thread.killed;
    await this.#step("answer SHOW WARNINGS");
    if (!killedBefore && this.#thread.killed) {
      throw Object.assign(new Error("Query execution was interrupted"), { errno: 1317 });
    }
    return [["Warning", "1287", "deprecated"]];
  }

  stream(sql: string, _maxBytes: number, sink: StatementSink): void {
    if (this.#thread.killed) this.#server.violations.push(`${sql} was sent on a killed connection`);
    if (this.closed) this.#server.violations.push(`${sql} was sent on a closed connection`);
    void this.#execute(sql, sink);
  }

  async #execute(sql: string, sink: StatementSink): Promise<void> {
    await this.#step(`begin ${sql}`);
    if (this.#thread.executing !== null) this.#server.violations.push(`${sql} beside another statement`);
    const executing = { sql, sink };
    this.#thread.executing = executing;
    await this.#step(`end ${sql}`);
    // Killed meanwhile: the answer has been given.
    if (this.#thread.executing !== executing) return;
    this.#thread.executing = null;
    sink.columns([{ name: "sql", columnType: 0xfd, characterSet: 45 }]);
    sink.row([Buffer.from(sql)]);
    // Every other statement has a warning to be asked for.
    sink.ended(/[13579]$/.test(sql) ? 1 : 0);
  }

  destroy(): void {
    if (!this.#thread.alive) return;
    this.#thread.alive = false;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  onClosed(listener: () => void): void {
    if (this.closed) listener();
    else this.#listeners.push(listener);
  }
}

/** Time that stands still: short waits end when the schedule says so, limits never. */
export function stillTime(step: Step): Time {
  return {
    now: () => 0,
    after(delayMs, fire) {
      let cancelled = false;
      if (delayMs <= 50) {
        void step(`after ${delayMs}`).then(() => {
          if (!cancelled) fire();
        });
      }
      return {
        cancel: () => {
          cancelled = true;
        },
      };
    },
  };
}
