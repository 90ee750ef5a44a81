import { createFirstAdministrator, type FirstAdministrator } from "../../lib/access/first-administrator";
import { createPrismaClient } from "../../lib/persistence/prisma-client";
import { administrationParts } from "../../lib/server/access-parts";
import type { InterlockEnvironment } from "../../lib/server/environment";

/** Gives a store without users its administrator. The one-time password it returns is nowhere else. */
export async function ensureFirstAdministrator(
  storeUrl: string,
  setting: InterlockEnvironment["access"]["administrator"],
): Promise<FirstAdministrator> {
  const database = createPrismaClient(storeUrl);
  try {
    return await createFirstAdministrator(administrationParts(database), setting);
  } finally {
    await database.$disconnect();
  }
}

/** What to tell whoever started the console; empty when there is nothing to tell. */
export function describeFirstAdministrator(first: FirstAdministrator): string {
  if (first.kind === "present") return "";
  if (first.oneTimePassword === null)
    return `  Sign in as ${first.email} with the password of INTERLOCK_ADMIN_PASSWORD.\n`;
  return (
    `  Sign in as ${first.email}\n` +
    `  with the one-time password ${first.oneTimePassword}\n` +
    "  It is shown this once; you choose your own as you sign in.\n"
  );
}
