/** One owner per store (RUN-18), on a real server: connections that are killed, silent, refused. */
import { randomBytes } from "node:crypto";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { migrateStore } from "../../scripts/console/prepare-store";
import { StoreUnavailableError, type Timers } from "../runs/ports";
import {
  holdStore,
  StoreHeldError,
  type HoldChange,
  type StoreHold,
  type StoreHoldOptions,
} from "./store-hold";
import { storeLockName } from "./store-lock";

const adminUrl = process.env["TEST_DATABASE_ADMIN_URL"];
if (adminUrl === undefined) {
  throw new Error("set TEST_DATABASE_ADMIN_URL to the URL of a MariaDB administrator; npm test does");
}
/** How long another party may take, ms. */
const WAIT_MS = 15_000;
const suffix = randomBytes(5).toString("hex");
const database = `il_hold_${suffix}`;
const user = `il_hold_${suffix}`;
const password = "hold-password";
const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

let admin: Connection;
const opened: StoreHold[] = [];

function urlOf(
  change: { database?: string; user?: string; password?: string; host?: string; port?: number } = {},
) {
  const url = new URL(adminUrl ?? "");
  url.username = change.user ?? user;
  url.password = change.password ?? password;
  url.pathname = `/${encodeURIComponent(change.database ?? database)}`;
  if (change.host !== undefined) url.hostname = change.host;
  if (change.port !== undefined) url.port = String(change.port);
  return url.toString();
}

const asAdmin = (): string => {
  const { username, password: secret } = new URL(adminUrl);
  return urlOf({ user: username, password: secret });
};

async function rowsOf(sql: string, values: unknown[] = []): Promise<RowDataPacket[]> {
  const [rows] = await admin.query<RowDataPacket[]>(sql, values);
  return rows;
}
const connections = (): Promise<RowDataPacket[]> =>
  rowsOf("SELECT id, info FROM information_schema.processlist WHERE user = ?", [user]);
async function holderId(name = database): Promise<number | null> {
  const rows = await rowsOf("SELECT IS_USED_LOCK(?) AS id", [storeLockName(name)]);
  const id: unknown = rows[0]?.["id"];
  return typeof id === "number" ? id : null;
}
const kill = async (): Promise<void> => void (await admin.query(`KILL CONNECTION ${await holderId()}`));
/** What the store says of who has it. */
const signatures = async (): Promise<unknown[]> =>
  (await rowsOf(`SELECT id, holder_id FROM ${database}.store_holder`)).map(({ id, holder_id }) => [
    id,
    holder_id as unknown,
  ]);
const migrate = (storeUrl: string): Promise<string[]> =>
  migrateStore(
    projectRoot,
    {
      label: "the test's server",
      isOurs: false,
      storeUrl,
      sources: {},
      stop: () => Promise.resolve(),
      ended: new Promise(() => undefined),
    },
    { waitMs: 0 },
  );
/** Lets nobody in under the account meanwhile: a hold that is interrupted is not taken back before that. */
async function whileLockedOut(work: () => Promise<void>): Promise<void> {
  await admin.query(`ALTER USER '${user}'@'%' IDENTIFIED BY 'another'`);
  try {
    await work();
  } finally {
    await admin.query(`ALTER USER '${user}'@'%' IDENTIFIED BY '${password}'`);
  }
}
/** Until somebody waits for the lock on the server. */
const untilWaiting = () =>
  expect
    .poll(async () => (await connections()).map(({ info }) => String(info)), { timeout: WAIT_MS })
    .toContainEqual(expect.stringContaining("GET_LOCK"));
/** A connection goes from the list a moment after it was ended. */
const untilNoneIsOpen = () => expect.poll(connections, { timeout: WAIT_MS }).toEqual([]);

interface Holding {
  readonly hold: StoreHold;
  readonly changes: HoldChange[];
  /** Until the hold has gone through these. */
  went(...kinds: HoldChange["kind"][]): Promise<void>;
}
async function hold(url = urlOf(), options: Partial<StoreHoldOptions> = {}): Promise<Holding> {
  const changes: HoldChange[] = [];
  const held = await holdStore(url, {
    holderId: `holder-${randomBytes(5).toString("hex")}`,
    onChange: (change) => changes.push(change),
    waitMs: 0,
    retryMs: 5,
    ...options,
  });
  opened.push(held);
  return {
    hold: held,
    changes,
    went: (...kinds) =>
      expect.poll(() => changes.map(({ kind }) => kind), { timeout: WAIT_MS }).toEqual(kinds),
  };
}
const refusal = (url?: string): Promise<unknown> =>
  hold(url).then(
    () => expect.unreachable("the store was to be refused"),
    (error: unknown) => error,
  );

beforeAll(async () => {
  admin = await createConnection({ uri: adminUrl });
  await admin.query(`CREATE DATABASE ${database}`);
  await admin.query(`CREATE DATABASE ${database.toUpperCase()}`);
  await admin.query(`CREATE USER '${user}'@'%' IDENTIFIED BY '${password}'`);
  await admin.query(`GRANT ALL ON ${database}.* TO '${user}'@'%'`);
  await admin.query(`GRANT ALL ON ${database.toUpperCase()}.* TO '${user}'@'%'`);
  await migrate(urlOf());
  await migrate(urlOf({ database: database.toUpperCase() }));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.release()));
  await untilNoneIsOpen();
});
afterAll(async () => {
  await admin.query(`DROP USER '${user}'@'%'`);
  await admin.query(`DROP DATABASE ${database}`);
  await admin.query(`DROP DATABASE ${database.toUpperCase()}`);
  await admin.end();
});

describe("a store that is held", () => {
  it("is refused to a second process, in a sentence that says who has it and what to do", async () => {
    await hold();
    const id = await holderId();
    const error = await refusal();
    expect(error).toBeInstanceOf(StoreHeldError);
    expect(error).toMatchObject({
      database,
      holder: { connectionId: id },
      message: expect.stringMatching(
        new RegExp(
          `^Another Interlock process uses the store "${database}", over its connection ${id} from \\S+:\\d+: ` +
            "stop that process, or give this one another database in DATABASE_URL\\.$",
        ),
      ) as unknown,
    });
    expect(String(error)).not.toMatch(new RegExp(`${password}|mysql:`));
    expect(await holderId()).toBe(id);
    expect(await connections()).toHaveLength(1);
  });

  it("is refused under another account too, which may not see where the holder is", async () => {
    await hold(asAdmin());
    expect(await refusal()).toMatchObject({
      holder: { connectionId: await holderId(), host: null },
      message: expect.not.stringContaining(" from ") as unknown,
    });
  });

  it("is the same store by whatever name its server is reached", async () => {
    await hold(urlOf({ host: "localhost" }));
    expect(await refusal(urlOf({ host: "127.0.0.1" }))).toBeInstanceOf(StoreHeldError);
  });

  it("is no other store, not even one whose name differs in case where the server tells them apart", async () => {
    await hold();
    await hold(urlOf({ database: database.toUpperCase() }));
    expect(await connections()).toHaveLength(2);
  });

  it("goes to whoever waits as soon as it is released", async () => {
    const first = await hold();
    const second = hold(urlOf(), { waitMs: 60_000 });
    await untilWaiting();
    await first.hold.release();
    await second;
    expect(first.changes).toEqual([]);
  });

  it("goes to whoever waits as soon as the holder's connection is gone, and the holder is told", async () => {
    const first = await hold();
    const second = hold(urlOf(), { waitMs: 60_000 });
    await untilWaiting();
    await kill();
    await first.went("interrupted", "lost");
    expect((await second).changes).toEqual([]);
    expect(first.changes[1]).toMatchObject({
      error: { name: "StoreHeldError", holder: { connectionId: await holderId() } },
    });
    await first.hold.release();
    expect(await refusal()).toBeInstanceOf(StoreHeldError);
  });
});

describe("a hold", () => {
  it("is taken back when its connection is killed, as often as that happens", async () => {
    const holding = await hold();
    const first = await holderId();
    await kill();
    await holding.went("interrupted", "regained");
    const second = await holderId();
    expect(second).not.toBe(first);
    await kill();
    await holding.went("interrupted", "regained", "interrupted", "regained");
    expect(await refusal()).toBeInstanceOf(StoreHeldError);
    expect(await connections()).toHaveLength(1);
  });

  it("leaves no connection when it is released, and may be released twice", async () => {
    const { hold: held, changes } = await hold();
    await Promise.all([held.release(), held.release()]);
    await held.release();
    await untilNoneIsOpen();
    expect(await holderId()).toBeNull();
    expect(changes).toEqual([]);
  });

  it.each([
    ["as soon as it was lost", (release: () => void): void => release()],
    ["while it is being taken back", (release: () => void): void => void setImmediate(release)],
  ])("leaves none either when it is released %s", async (_when, soon) => {
    const kinds: string[] = [];
    let releasing: Promise<void> | undefined;
    const { hold: held } = await hold(urlOf(), {
      onChange: ({ kind }) => {
        kinds.push(kind);
        soon(() => {
          releasing = held.release();
        });
      },
    });
    await kill();
    await expect.poll(() => releasing !== undefined, { timeout: WAIT_MS }).toBe(true);
    await releasing;
    await untilNoneIsOpen();
    expect(await holderId()).toBeNull();
    expect(kinds).toEqual(["interrupted"]);
  });

  it("is lost when the server lets the account in no more", async () => {
    const holding = await hold();
    await whileLockedOut(async () => {
      await kill();
      await holding.went("interrupted", "lost");
      expect(holding.changes[1]).toMatchObject({ error: { name: "StoreUnavailableError" } });
    });
  });

  it("is refused by a server that cannot be reached, or does not let the account in", async () => {
    expect(await refusal(urlOf({ port: 1 }))).toBeInstanceOf(StoreUnavailableError);
    expect(await refusal(urlOf({ password: "wrong" }))).toMatchObject({
      name: "StoreUnavailableError",
      cause: { code: "ER_ACCESS_DENIED_ERROR" },
    });
  });

  it("is ended by the server when that hears nothing of it, as of a machine that sleeps", async () => {
    const holding = await hold(urlOf(), { silenceS: 1, timers: new Bell() });
    await holding.went("interrupted", "regained");
  });
});

/** Timers that fire when the test says so. */
class Bell implements Timers {
  readonly #set = new Set<() => void>();
  after(_delayMs: number, fire: () => void): { cancel(): void } {
    this.#set.add(fire);
    return { cancel: () => void this.#set.delete(fire) };
  }
  get waiting(): number {
    return this.#set.size;
  }
  ring(): void {
    const fired = [...this.#set];
    this.#set.clear();
    for (const fire of fired) fire();
  }
}

/** Rings until the hold has gone through these: the server frees the lock of a connection that was cut a moment later. */
const wentByRinging = (bell: Bell, { changes }: Holding, ...kinds: HoldChange["kind"][]) =>
  expect
    .poll(
      () => {
        bell.ring();
        return changes.map(({ kind }) => kind);
      },
      { timeout: WAIT_MS },
    )
    .toEqual(kinds);

describe("a hold that was interrupted", () => {
  /** Kills a hold's connection, and lets it be taken back when the work is done. */
  async function interruptedDuring(work: () => Promise<void>): Promise<Holding> {
    const bell = new Bell();
    const holding = await hold(urlOf(), { timers: bell, holderId: "the first" });
    await whileLockedOut(async () => {
      await kill();
      await holding.went("interrupted");
      // Refused once, it waits for the bell.
      await expect.poll(() => bell.waiting, { timeout: WAIT_MS }).toBe(1);
      await expect.poll(holderId, { timeout: WAIT_MS }).toBeNull();
      await work();
      expect(await holderId()).toBeNull();
    });
    bell.ring();
    return holding;
  }

  it("is regained when nobody else had the store", async () => {
    const holding = await interruptedDuring(() => Promise.resolve());
    await holding.went("interrupted", "regained");
    expect(await signatures()).toEqual([[1, "the first"]]);
  });

  it("is lost when another process had the store meanwhile, though that left it again", async () => {
    const holding = await interruptedDuring(async () => {
      const second = await hold(asAdmin(), { holderId: "the second" });
      await second.hold.release();
    });
    await holding.went("interrupted", "lost");
    expect(holding.changes[1]).toMatchObject({
      error: {
        name: "StoreTakenError",
        message: expect.stringContaining(`process (the second) had the store "${database}"`) as unknown,
      },
    });
    await untilNoneIsOpen();
    expect(await holderId()).toBeNull();
    expect(await signatures()).toEqual([[1, "the second"]]);
  });

  it("is lost when the store was migrated meanwhile", async () => {
    const holding = await interruptedDuring(async () => {
      expect(await migrate(asAdmin())).toEqual([]);
    });
    await holding.went("interrupted", "lost");
    expect(holding.changes[1]).toMatchObject({ error: { name: "StoreTakenError" } });
    expect(await signatures()).toEqual([[1, expect.stringMatching(/^migration-\d+-/)]]);
  });

  it("is lost when what it wrote is gone", async () => {
    const holding = await interruptedDuring(async () => {
      await admin.query(`DELETE FROM ${database}.store_holder`);
    });
    await holding.went("interrupted", "lost");
  });

  it("is regained when another process was refused", async () => {
    const holding = await hold(urlOf(), { holderId: "the first" });
    expect(await refusal()).toBeInstanceOf(StoreHeldError);
    expect(await signatures()).toEqual([[1, "the first"]]);
    await kill();
    await holding.went("interrupted", "regained");
  });

  it("takes an attempt of its own that broke off with the lock for no one else", async () => {
    const bell = new Bell();
    const holding = await hold(urlOf(), { timers: bell, answerMs: 500 });
    const first = await holderId();
    await admin.query(`LOCK TABLES ${database}.store_holder WRITE`);
    try {
      await kill();
      await holding.went("interrupted");
      // Has the lock, and waits in vain for the table.
      await expect
        .poll(
          async () => {
            bell.ring();
            return [null, first].includes(await holderId());
          },
          { timeout: WAIT_MS },
        )
        .toBe(false);
      for (const _ of ["broke off", "found that one with the lock"]) {
        await expect.poll(() => bell.waiting, { timeout: WAIT_MS }).toBe(1);
        await holding.went("interrupted");
        bell.ring();
      }
    } finally {
      await admin.query("UNLOCK TABLES");
    }
    await wentByRinging(bell, holding, "interrupted", "regained");
  });

  it("counts as interrupted, before anything is asked, when the process slept longer than the server waits", async () => {
    const bell = new Bell();
    let now = 1_000;
    const holding = await hold(urlOf(), { timers: bell, now: () => now });
    const first = await holderId();
    now += 30_000;
    bell.ring();
    await expect.poll(() => bell.waiting, { timeout: WAIT_MS }).toBe(1);
    expect(holding.changes).toEqual([]);

    now += 30_001;
    bell.ring();
    expect(holding.changes.map(({ kind }) => kind)).toEqual(["interrupted"]);
    await wentByRinging(bell, holding, "interrupted", "regained");
    expect(await holderId()).not.toBe(first);
  });

  it("counts as interrupted when the process slept over the answer to its question", async () => {
    const bell = new Bell();
    let now = 1_000;
    const holding = await hold(urlOf(), { timers: bell, now: () => now });
    bell.ring();
    now += 30_001;
    await expect.poll(() => holding.changes[0]?.kind, { timeout: WAIT_MS }).toBe("interrupted");
    await wentByRinging(bell, holding, "interrupted", "regained");
  });
});

describe("a store without the table of holders", () => {
  it("is refused to a process, and left free", async () => {
    await withoutTable(async () => {
      expect(await refusal()).toMatchObject({
        name: "StoreUnavailableError",
        cause: { code: "ER_NO_SUCH_TABLE" },
      });
      // It was cut with the lock.
      await expect.poll(holderId, { timeout: WAIT_MS }).toBeNull();
    });
  });

  it("is held, and taken back, by one that may go unsigned", async () => {
    await withoutTable(async () => {
      const holding = await hold(urlOf(), { mayGoUnsigned: true });
      await kill();
      await holding.went("interrupted", "regained");
    });
  });

  async function withoutTable(work: () => Promise<void>): Promise<void> {
    await admin.query(`RENAME TABLE ${database}.store_holder TO ${database}.store_holder_away`);
    try {
      await work();
    } finally {
      await admin.query(`RENAME TABLE ${database}.store_holder_away TO ${database}.store_holder`);
    }
  }
});

describe("a hold whose network falls silent", () => {
  /** Hands everything on until it is told to keep still; then it keeps its connections, and hands nothing on. */
  class Line {
    readonly #pairs: [Socket, Socket][] = [];
    private constructor(private readonly server: Server) {}

    static async open(): Promise<Line> {
      const { hostname, port } = new URL(adminUrl ?? "");
      const server = createServer((near) => {
        const far = connect(Number(port === "" ? "3306" : port), hostname);
        for (const [from, to] of [
          [near, far],
          [far, near],
        ] as const) {
          from.pipe(to);
          from.on("error", () => to.destroy());
        }
        line.#pairs.push([near, far]);
      });
      const line = new Line(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return line;
    }
    get port(): number {
      const address: AddressInfo | string | null = this.server.address();
      if (address === null || typeof address === "string") throw new Error("the line is not open");
      return address.port;
    }
    /** What is open now carries nothing any more; connections to come do. */
    keepStill(): void {
      for (const [near, far] of this.#pairs) {
        near.unpipe(far);
        far.unpipe(near);
      }
    }
    /** As the server does with a connection it has heard nothing of for too long. */
    cut(): void {
      for (const pair of this.#pairs.splice(0)) for (const socket of pair) socket.destroy();
    }
    async close(): Promise<void> {
      this.cut();
      await new Promise((resolve) => this.server.close(resolve));
    }
  }

  it("notices, takes its own former connection for no one else, and has the store back when that is gone", async () => {
    const line = await Line.open();
    const bell = new Bell();
    try {
      const holding = await hold(urlOf({ host: "127.0.0.1", port: line.port }), {
        timers: bell,
        answerMs: 500,
      });
      const first = await holderId();
      bell.ring();
      // A check that is answered arms the next one.
      await expect.poll(() => bell.waiting, { timeout: WAIT_MS }).toBe(1);
      expect(holding.changes).toEqual([]);

      line.keepStill();
      bell.ring();
      await holding.went("interrupted");
      for (const _ of [1, 2, 3]) {
        await expect.poll(() => bell.waiting, { timeout: WAIT_MS }).toBe(1);
        bell.ring();
      }
      await expect.poll(() => bell.waiting, { timeout: WAIT_MS }).toBe(1);
      expect(await holderId()).toBe(first);
      await holding.went("interrupted");

      line.cut();
      await wentByRinging(bell, holding, "interrupted", "regained");
      expect(await holderId()).not.toBe(first);
    } finally {
      await line.close();
    }
  });
});

describe("storeLockName", () => {
  it("is short enough for any database, and another for each, whatever the case", () => {
    const names = ["a", "A", "a_", "ä", "x".repeat(64), `${"x".repeat(63)}y`].map(storeLockName);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^interlock-store-[0-9a-f]{32}$/);
    expect(storeLockName("interlock")).toBe(storeLockName("interlock"));
  });
});
