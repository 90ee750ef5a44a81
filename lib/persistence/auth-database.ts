import { prismaAdapter } from "better-auth/adapters/prisma";
import type { PrismaClient } from "./generated/client";

/** The store's client as better-auth speaks to it: users, sessions and password hashes (lib/access). */
export function createAuthDatabase(db: PrismaClient): ReturnType<typeof prismaAdapter> {
  return prismaAdapter(db, { provider: "mysql", transaction: true });
}
