/**
 * npm run token -- --role operator: an API token, made on the machine of the server. It is printed alone on standard output, so that a script can
 * take it; what is said about it goes to standard error. Exit code 0, or 1 with what to do.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createToken } from "../lib/access/administration";
import { actOf, HOST_ACTOR } from "../lib/access/visitor";
import { CreateTokenRequest, MAX_TOKEN_DAYS } from "../lib/contracts/access";
import { createPrismaClient } from "../lib/persistence/prisma-client";
import { StoreUnavailableError } from "../lib/runs/ports";
import { administrationParts } from "../lib/server/access-parts";
import { readConsoleSettings } from "./console/settings";
import { findRunningStore } from "./console/store-record";
import { dataFolderAt } from "./provision/data-folder";
import { SetupProblem } from "./provision/setup-problem";

const USAGE = `Usage: npm run token -- --role viewer|operator|administrator [options]
  --name <text>  which program it is for ("a script")
  --days <n>     how long it lives, 1 to ${MAX_TOKEN_DAYS} (90)`;

function readRequest(): CreateTokenRequest {
  const { values } = parseArgs({
    options: {
      role: { type: "string" },
      name: { type: "string", default: "a script" },
      days: { type: "string", default: "90" },
    },
  });
  return CreateTokenRequest.parse({ ...values, days: Number(values.days) });
}

async function findStore(): Promise<string> {
  const { databaseUrl, dataDir } = readConsoleSettings(process.env, join(import.meta.dirname, ".."));
  const url = databaseUrl ?? (await findRunningStore(dataFolderAt(dataDir)));
  if (url !== undefined) return url;
  throw new SetupProblem(
    "There is no store to put a token into: no console runs on this data folder.",
    "Start it with npm start, then run this beside it; or name the store in DATABASE_URL.",
  );
}

async function printToken(request: CreateTokenRequest): Promise<void> {
  const database = createPrismaClient(await findStore());
  try {
    const parts = administrationParts(database);
    const { token, secret } = await createToken(
      parts,
      actOf(parts, { actor: HOST_ACTOR, address: null }),
      request,
    );
    console.error(
      `A token of role ${token.role} for "${token.name}", until ${new Date(token.expiresAt).toISOString().slice(0, 10)}. It is not shown again:`,
    );
    console.log(secret);
  } finally {
    await database.$disconnect();
  }
}

let request: CreateTokenRequest | undefined;
try {
  request = readRequest();
} catch {
  console.error(USAGE);
  process.exitCode = 1;
}
if (request !== undefined) {
  try {
    await printToken(request);
  } catch (error) {
    if (error instanceof SetupProblem) console.error(`${error.message}\n\n${error.remedy}`);
    else if (error instanceof StoreUnavailableError)
      console.error("The store does not answer. Start the console with npm start, then run this beside it.");
    else throw error;
    process.exitCode = 1;
  }
}
