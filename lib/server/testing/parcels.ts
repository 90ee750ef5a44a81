/** An investigation that a test holds at the check of its choice: tables, gates over them, and the one playbook that asks them. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection, type Connection } from "mysql2/promise";
import { administer } from "../../persistence/testing/test-database";
import type { World } from "./world";

/** Routed to the playbook, which concludes. */
export const QUESTION = "Why are parcels late?";
/** The labels of its checks, in order. */
export const CHECKS = ["parcels/first", "parcels/second", "parcels/third", "parcels/fourth", "parcels/fifth"];

const PLAYBOOK = `---
id: parcels
title: Parcels are late
answers: ["${QUESTION}"]
keywords: [parcel, parcels, late]
checks:
  - { id: first, source: shop, scope: parcels at the first stop, sql: "SELECT COUNT(*) AS parcels FROM first_stop" }
  - { id: second, source: shop, scope: failures by gateway, sql: "SELECT gateway AS gateway, failed AS failed FROM facts ORDER BY failed DESC" }
  - { id: third, source: shop, scope: parcels at the third stop, sql: "SELECT COUNT(*) AS parcels FROM third_stop" }
  - { id: fourth, source: shop, scope: parcels at the fourth stop, sql: "SELECT COUNT(*) AS parcels FROM fourth_stop" }
  - { id: fifth, source: shop, scope: the highest digit, sql: "SELECT MAX(n) AS highest FROM digits" }
conclusions:
  - id: gateway
    when: checks.first.found && checks.second.found && checks.third.found && checks.fourth.found && checks.fifth.found
    conclusion: "{{checks.second.rows[0].gateway}} failed {{checks.second.rows[0].failed}} times."
    claims:
      - text: "{{checks.second.rows[0].gateway}} failed {{checks.second.rows[0].failed}} times."
        checks: [first, second, third, fourth, fifth]
---

Asks every stop in turn.
`;

/** A closed gate keeps every statement about its table waiting: at no cost, until it is opened or killed. */
class Gate {
  #lock: Connection | null = null;

  constructor(
    private readonly adminUrl: string,
    private readonly table: string,
  ) {}

  async close(): Promise<void> {
    this.#lock ??= await createConnection({ uri: this.adminUrl });
    await this.#lock.query(`LOCK TABLES ${this.table} WRITE`);
  }

  async open(): Promise<void> {
    const lock = this.#lock;
    if (lock === null) return;
    this.#lock = null;
    await lock.query("UNLOCK TABLES");
    await lock.end();
  }
}

export interface Parcels {
  /** Over the tables of the checks of these names. */
  readonly gates: Readonly<Record<"first" | "third" | "fourth", Gate>>;
  /** Of a process that serves on the world's store and knows the one playbook. */
  readonly environment: Readonly<Record<string, string>>;
  /** Opens the gates and removes the folders. */
  close(): Promise<void>;
}

export async function openParcels(world: World): Promise<Parcels> {
  const { adminUrl } = world.database;
  const source = new URL(world.readerUrl).pathname.slice(1);
  const gateOf = async (stop: string): Promise<Gate> => {
    const table = `\`${source}\`.${stop}_stop`;
    await administer(adminUrl, `CREATE TABLE ${table} (parcel INT NOT NULL)`);
    await administer(adminUrl, `INSERT INTO ${table} VALUES (1), (2)`);
    return new Gate(adminUrl, table);
  };
  const gates = {
    first: await gateOf("first"),
    third: await gateOf("third"),
    fourth: await gateOf("fourth"),
  };
  const folder = await mkdtemp(join(tmpdir(), "interlock-parcels-"));
  const [playbooks, documents] = [join(folder, "playbooks"), join(folder, "documents")];
  await Promise.all([mkdir(playbooks), mkdir(documents)]);
  await writeFile(join(playbooks, "parcels.md"), PLAYBOOK);
  return {
    gates,
    environment: {
      DATABASE_URL: world.database.url,
      SOURCE_SHOP_URL: world.readerUrl,
      INTERLOCK_PLAYBOOKS_DIR: playbooks,
      INTERLOCK_DOCUMENTS_DIR: documents,
    },
    async close() {
      await Promise.all(Object.values(gates).map((gate) => gate.open()));
      await rm(folder, { recursive: true });
    },
  };
}
