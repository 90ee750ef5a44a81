import { Prisma, type PrismaClient } from "./generated/client";

/** What a transaction may do; commit and rollback are not its affair. */
export type StoreTransaction = Prisma.TransactionClient;

/** How often a transaction is made again that the server chose as the victim of a deadlock. */
const MOST_ATTEMPTS = 5;

/**
 * One transaction that reads before it writes. It sees what others have committed meanwhile, and locks no gaps, so that runs that end side by
 * side rarely meet. A deadlock undid all of it, so it is done again.
 */
export async function inTransaction<T>(
  db: PrismaClient,
  work: (tx: StoreTransaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.$transaction(work, {
        isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
      });
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isDeadlock(error)) throw error;
    }
  }
}

/** Prisma says P2034 for its own statements; for raw ones it hands on the server's number. */
function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return (
    error.code === "P2034" ||
    /\b(1213|40001)\b|deadlock/i.test(`${error.message} ${JSON.stringify(error.meta)}`)
  );
}
