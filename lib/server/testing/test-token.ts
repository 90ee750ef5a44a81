/** An API token of a store, as `npm run token` makes one. */
import { createToken } from "../../access/administration";
import { actOf, HOST_ACTOR } from "../../access/visitor";
import type { Role } from "../../contracts/access";
import { createPrismaClient } from "../../persistence/prisma-client";
import { administrationParts } from "../access-parts";

/** @param name stands in receipts and histories as who did it */
export async function createTestToken(
  databaseUrl: string,
  role: Role = "administrator",
  name = "operator",
): Promise<string> {
  const database = createPrismaClient(databaseUrl);
  try {
    const parts = administrationParts(database);
    const act = actOf(parts, { actor: HOST_ACTOR, address: null });
    return (await createToken(parts, act, { name, role, days: 1 })).secret;
  } finally {
    await database.$disconnect();
  }
}
