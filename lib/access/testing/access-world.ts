/** Access on a store of its own: everything real but the clock, which the test moves. */
import { randomBytes } from "node:crypto";
import { createAuthDatabase } from "../../persistence/auth-database";
import { PrismaAccessStore } from "../../persistence/prisma-access-store";
import { createPrismaClient } from "../../persistence/prisma-client";
import { createTestDatabase, type TestDatabase } from "../../persistence/testing/test-database";
import { systemAccessIds, systemRandomBytes } from "../../server/access-ports";
import { createAccess, type Access } from "../access";
import type { AdministrationDependencies } from "../administration";

export const PASSWORD = "correct horse battery";
export const CLIENT = { address: "10.0.0.1", userAgent: "a test", secure: false } as const;

export class AccessWorld {
  private constructor(
    readonly test: TestDatabase,
    readonly access: Access,
    readonly deps: AdministrationDependencies,
    readonly clock: { offsetMs: number; now(): number },
    private readonly disconnect: () => Promise<void>,
  ) {}

  static async open(): Promise<AccessWorld> {
    const test = await createTestDatabase();
    const db = createPrismaClient(test.url);
    const clock = {
      offsetMs: 0,
      now: () => Date.now() + clock.offsetMs,
    };
    const deps = {
      store: new PrismaAccessStore(db),
      clock,
      ids: systemAccessIds,
      random: systemRandomBytes,
    };
    const access = createAccess({
      ...deps,
      database: createAuthDatabase(db),
      secret: randomBytes(32).toString("hex"),
      onTouchError: (error) => {
        throw error;
      },
    });
    return new AccessWorld(test, access, deps, clock, () => db.$disconnect());
  }

  async close(): Promise<void> {
    await this.disconnect();
    await this.test.drop();
  }

  /** Signs in and returns the Cookie header that a browser would send from then on. */
  async cookieOf(email: string, password: string = PASSWORD, client = CLIENT): Promise<string> {
    const outcome = await this.access.account.signIn({ email, password }, client);
    if (outcome.kind !== "signed_in") throw new Error(`${email} could not sign in: ${outcome.kind}`);
    return cookieHeader(outcome.cookies);
  }

  authenticate(cookie: string | null, authorization: string | null = null) {
    return this.access.authenticate({ cookie, authorization, secure: false });
  }
}

export function cookieHeader(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}
