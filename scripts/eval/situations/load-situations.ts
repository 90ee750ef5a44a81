import type { RowDataPacket } from "mysql2/promise";
import type { SituationStage, StandingSituation } from "./situation";

/** A statement that has been running for more than the ten seconds from which on one counts as long. */
export async function arrangeLongStatement(stage: SituationStage): Promise<StandingSituation> {
  const runner = await stage.connect();
  stage.startAndLeave(runner, "SELECT SLEEP(3600) AS nothing");
  await stage.until(
    `SELECT 1 FROM information_schema.PROCESSLIST WHERE ID = ${runner.threadId} AND COMMAND = 'Query' AND TIME >= 11`,
  );
  return { known: { runner: String(runner.threadId) } };
}

const LOWERED_LIMIT = 120;
/** Of the limit; the rest is room for whoever asks. */
const CROWDED_SHARE = 0.87;
const CROWD_USER = "eval_crowd";

async function numberOf(stage: SituationStage, sql: string): Promise<number> {
  const [[row]] = await stage.admin.query<RowDataPacket[]>(sql);
  return Number(row?.["figure"]);
}

/** One account has opened most of the connections that the server allows. */
export async function arrangeCrowd(stage: SituationStage): Promise<StandingSituation> {
  const { admin } = stage;
  const before = await numberOf(stage, "SELECT @@max_connections AS figure");
  stage.onClear(async () => {
    await admin.query(`SET GLOBAL max_connections = ${before}`);
    await admin.query(`DROP USER IF EXISTS '${CROWD_USER}'@'%'`);
  });
  await admin.query(`CREATE OR REPLACE USER '${CROWD_USER}'@'%' IDENTIFIED BY 'crowd-aA1-crowd'`);
  await admin.query(`SET GLOBAL max_connections = ${LOWERED_LIMIT}`);
  const present = await numberOf(stage, "SELECT COUNT(*) AS figure FROM information_schema.PROCESSLIST");
  const wanted = Math.ceil(CROWDED_SHARE * LOWERED_LIMIT) - present;
  for (let i = 0; i < wanted; i++) await stage.connectAs(CROWD_USER, "crowd-aA1-crowd");
  return { known: { loweredLimit: String(LOWERED_LIMIT), crowd: CROWD_USER } };
}
