/** A whole Interlock over real HTTP on a real server: a store, a read-only source, and a model of the test's choosing. */
import { randomBytes } from "node:crypto";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import pino from "pino";
import type { DiagnosisModel } from "../../diagnosis/ports";
import type { PublicFrame } from "../../contracts/frames";
import { ToolRecord } from "../../contracts/evidence";
import { RunDetail } from "../../contracts/run";
import { administer, createTestDatabase, type TestDatabase } from "../../persistence/testing/test-database";
import { readEnvironment } from "../environment";
import { createInterlock, type Interlock, type InterlockParts } from "../interlock";
import { startTestServer, type TestServer } from "./http-server";
import { readPublicStream } from "./sse-client";

/** A join that takes minutes: only a kill or a limit ends it. */
export const HEAVY_SQL =
  "SELECT COUNT(*) AS pairs FROM digits a, digits b, digits c, digits d, digits e, digits f, digits g, digits h, digits i WHERE a.n + b.n * c.n <> d.n + e.n * f.n + g.n + h.n * i.n";

export class World {
  constructor(
    readonly database: TestDatabase,
    readonly readerUrl: string,
  ) {}

  /** One store and one source for a test file. */
  static async open(): Promise<World> {
    const database = await createTestDatabase();
    const source = `${database.name}_src`;
    const user = `il_r_${randomBytes(5).toString("hex")}`;
    const admin = (statement: string) => administer(database.adminUrl, statement);
    await admin(`CREATE DATABASE \`${source}\``);
    await admin(`CREATE TABLE \`${source}\`.digits (n INT NOT NULL)`);
    await admin(`INSERT INTO \`${source}\`.digits VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)`);
    await admin(`CREATE TABLE \`${source}\`.facts (gateway VARCHAR(20) NOT NULL, failed INT NOT NULL)`);
    await admin(`INSERT INTO \`${source}\`.facts VALUES ('gw-b', 371), ('gw-a', 4)`);
    await admin(`CREATE USER '${user}'@'%' IDENTIFIED BY 'reader'`);
    await admin(`GRANT SELECT ON \`${source}\`.* TO '${user}'@'%'`);
    const url = new URL(database.adminUrl);
    url.username = user;
    url.password = "reader";
    url.pathname = `/${source}`;
    return new World(database, url.toString());
  }

  async close(): Promise<void> {
    const url = new URL(this.readerUrl);
    await administer(this.database.adminUrl, `DROP DATABASE \`${url.pathname.slice(1)}\``);
    await administer(this.database.adminUrl, `DROP USER '${url.username}'@'%'`);
    await this.database.drop();
  }

  async serve(model: DiagnosisModel, parts: Omit<InterlockParts, "model"> = {}): Promise<Served> {
    const environment = readEnvironment({ DATABASE_URL: this.database.url, SOURCE_SHOP_URL: this.readerUrl });
    const interlock = await createInterlock(environment, pino({ level: "silent" }), { model, ...parts });
    return new Served(interlock, await startTestServer(interlock));
  }

  /** Statements that the reader account is executing right now. */
  async running(): Promise<string[]> {
    const connection = await createConnection({ uri: this.database.adminUrl });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(
        "SELECT info FROM information_schema.processlist WHERE user = ? AND info IS NOT NULL",
        [new URL(this.readerUrl).username],
      );
      return rows.map((row) => String(row["info"]));
    } finally {
      await connection.end();
    }
  }
}

export class Served {
  constructor(
    readonly interlock: Interlock,
    readonly server: TestServer,
  ) {}

  get baseUrl(): string {
    return this.server.baseUrl;
  }

  post(path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.baseUrl}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      ...init,
      headers: { "content-type": "application/json", ...init.headers },
    });
  }

  async run(runId: string): Promise<RunDetail> {
    return RunDetail.parse(await (await fetch(`${this.baseUrl}/api/runs/${runId}`)).json());
  }

  async tools(runId: string): Promise<ToolRecord[]> {
    const page: unknown = await (await fetch(`${this.baseUrl}/api/runs/${runId}/tools`)).json();
    return ToolRecord.array().parse(Object(page).items);
  }

  /** Asks on the owner's stream and reads it to its end. */
  async chat(
    query: string,
    budget?: Record<string, number>,
  ): Promise<{ frames: PublicFrame[]; run: RunDetail }> {
    const response = await this.post("/api/chat", { query, ...(budget === undefined ? {} : { budget }) });
    if (response.status !== 200)
      throw new Error(`asked and got ${response.status}: ${await response.text()}`);
    const frames = await readPublicStream(response);
    return { frames, run: await this.run(runIdOf(frames)) };
  }

  /** Polls a state that another party reaches; fails after `limitMs`. */
  async until(runId: string, reached: (run: RunDetail) => boolean, limitMs = 15_000): Promise<RunDetail> {
    const end = Date.now() + limitMs;
    for (;;) {
      const run = await this.run(runId);
      if (reached(run)) return run;
      if (Date.now() > end) throw new Error(`run ${runId} did not get there: ${JSON.stringify(run)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.interlock.stop(0);
  }
}

export function runIdOf(frames: readonly PublicFrame[]): string {
  const first = frames[0];
  if (first?.event !== "metadata") throw new Error("the first frame must be metadata");
  return first.data.runId;
}
