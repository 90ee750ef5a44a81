/**
 * A process that serves the API as its environment says, and prints where as one line of JSON. On SIGTERM it stops as the product does; when
 * whoever started it is gone, it goes as well.
 */
import pino from "pino";
import { readEnvironment } from "../environment";
import { createInterlock } from "../interlock";
import { startTestServer } from "./http-server";
import { createTestToken } from "./test-token";

const environment = readEnvironment(process.env);
const log = pino({ level: environment.logLevel }, pino.destination({ dest: 2, sync: true }));
const interlock = await createInterlock(environment, log);
const server = await startTestServer(interlock, await createTestToken(environment.databaseUrl));

async function stop(): Promise<void> {
  // First the runs: closing the server first would take the owners' streams from them.
  await interlock.stop(environment.graceMs);
  await server.close();
  process.exit(0);
}
process.once("SIGTERM", () => {
  void stop();
});
process.stdin.on("end", () => process.exit(1)).resume();
process.stdout.write(`${JSON.stringify({ baseUrl: server.baseUrl })}\n`);
