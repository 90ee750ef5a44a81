import type { Connection, RowDataPacket } from "mysql2/promise";
import type { SituationStage, StandingSituation } from "./situation";

async function lockSeat(connection: Connection, seat: number): Promise<void> {
  await connection.query(`UPDATE seats SET taken = taken + 1 WHERE id = ${seat}`);
}
function waitForSeat(stage: SituationStage, connection: Connection, seat: number): void {
  stage.startAndLeave(connection, `UPDATE seats SET taken = taken + 1 WHERE id = ${seat}`);
}
function untilWaiting(stage: SituationStage, { threadId }: Connection): Promise<void> {
  return stage.until(
    `SELECT 1 FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT' AND trx_mysql_thread_id = ${threadId}`,
  );
}

async function transactions(stage: SituationStage, count: number): Promise<Connection[]> {
  const connections: Connection[] = [];
  for (let i = 0; i < count; i++) connections.push(await stage.connect());
  await connections[0]?.query(
    "CREATE TABLE seats (id INT NOT NULL PRIMARY KEY, taken INT NOT NULL) ENGINE=InnoDB",
  );
  await connections[0]?.query("INSERT INTO seats VALUES (1, 0), (2, 0)");
  for (const connection of connections) await connection.beginTransaction();
  return connections;
}

/** One transaction holds a row that another wants. */
export async function arrangeRowLock(stage: SituationStage): Promise<StandingSituation> {
  const [holder, waiter] = await transactions(stage, 2);
  if (holder === undefined || waiter === undefined) throw new Error("two connections were asked for");
  await lockSeat(holder, 1);
  waitForSeat(stage, waiter, 1);
  await untilWaiting(stage, waiter);
  return { known: { holder: String(holder.threadId), waiter: String(waiter.threadId) } };
}

/** The first blocks the middle one, which blocks the last. */
export async function arrangeLockChain(stage: SituationStage): Promise<StandingSituation> {
  const [first, middle, last] = await transactions(stage, 3);
  if (first === undefined || middle === undefined || last === undefined)
    throw new Error("three connections were asked for");
  await lockSeat(first, 1);
  await lockSeat(middle, 2);
  waitForSeat(stage, middle, 1);
  await untilWaiting(stage, middle);
  waitForSeat(stage, last, 2);
  await untilWaiting(stage, last);
  return {
    known: {
      first: String(first.threadId),
      middle: String(middle.threadId),
      last: String(last.threadId),
    },
  };
}

/** More than one, so that a "1" which stands anywhere does not pass for the figure. */
const DEADLOCKS = 3;

/** Two transactions want each other's row, some times; the server has ended one of them each time, and its own counter says how often that was. */
export async function arrangeDeadlock(stage: SituationStage): Promise<StandingSituation> {
  const [left, right] = await transactions(stage, 2);
  if (left === undefined || right === undefined) throw new Error("two connections were asked for");
  for (let i = 0; i < DEADLOCKS; i++) {
    await lockSeat(left, 1);
    await lockSeat(right, 2);
    waitForSeat(stage, left, 2);
    await untilWaiting(stage, left);
    // One of the two is told; which one is the server's choice.
    await lockSeat(right, 1).catch(() => undefined);
    for (const one of [right, left]) {
      await one.rollback();
      await one.beginTransaction();
    }
  }
  const [[row]] = await stage.admin.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'");
  return { known: { deadlocks: String(row?.["Value"]) } };
}

/** A transaction has read a table that somebody wants to alter. */
export async function arrangeMetadataLock(stage: SituationStage): Promise<StandingSituation> {
  const holder = await stage.connect();
  const waiter = await stage.connect();
  await holder.query("CREATE TABLE shipments (id INT NOT NULL PRIMARY KEY) ENGINE=InnoDB");
  await holder.query("INSERT INTO shipments VALUES (1)");
  await holder.beginTransaction();
  await holder.query("SELECT id FROM shipments");
  stage.startAndLeave(waiter, "ALTER TABLE shipments ADD COLUMN weight INT NULL");
  await stage.until(
    `SELECT 1 FROM information_schema.PROCESSLIST WHERE ID = ${waiter.threadId} AND STATE LIKE 'Waiting for%metadata lock'`,
  );
  return { known: { holder: String(holder.threadId), waiter: String(waiter.threadId) } };
}
