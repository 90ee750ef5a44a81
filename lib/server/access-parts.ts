/** Access, wired: for the server, and for the commands on its machine. */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { createAccess, type Access } from "../access/access";
import type { AdministrationDependencies } from "../access/administration";
import { guardAuditLog } from "../persistence/audit-guard";
import { createAuthDatabase } from "../persistence/auth-database";
import { PrismaAccessStore } from "../persistence/prisma-access-store";
import type { createPrismaClient } from "../persistence/prisma-client";
import { systemAccessIds, systemRandomBytes } from "./access-ports";
import type { InterlockEnvironment } from "./environment";
import { systemClock } from "./system-ports";

type Database = ReturnType<typeof createPrismaClient>;

/** What administration needs of the real world. */
export function administrationParts(database: Database): AdministrationDependencies {
  return {
    store: new PrismaAccessStore(database),
    clock: systemClock,
    ids: systemAccessIds,
    random: systemRandomBytes,
  };
}

export function createServerAccess(
  database: Database,
  environment: InterlockEnvironment,
  log: Logger,
  maskText: (text: string) => string,
): Access {
  const { secret } = environment.access;
  if (secret === null)
    log.info("INTERLOCK_AUTH_SECRET is not set: everybody is signed out when this process ends");
  return createAccess({
    ...administrationParts(database),
    maskText,
    database: createAuthDatabase(database),
    secret: secret ?? randomBytes(32).toString("hex"),
    onTouchError: (error) => log.error({ error }, "the use of an API token could not be noted"),
  });
}

/** Once the store is this process's own: the audit log is closed against changes, and there is somebody who can sign in. */
export async function prepareAccess(
  access: Access,
  database: Database,
  environment: InterlockEnvironment,
  log: Logger,
): Promise<void> {
  const guard = await guardAuditLog(environment.databaseUrl);
  if (guard !== "guarded")
    log.info(
      { code: guard.refused },
      "the audit log has no triggers: the store's account may not create any",
    );
  const { email, password } = environment.access.administrator;
  if (email !== null && password !== null) {
    await access.createFirstAdministrator({ email, password });
    return;
  }
  if (!(await hasUsers(database)))
    log.warn(
      "nobody can sign in yet: start with npm start, or set INTERLOCK_ADMIN_EMAIL and INTERLOCK_ADMIN_PASSWORD",
    );
}

async function hasUsers(database: Database): Promise<boolean> {
  return (await new PrismaAccessStore(database).countUsers()) > 0;
}
