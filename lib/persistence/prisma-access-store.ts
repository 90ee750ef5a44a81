/**
 * PrismaAccessStore: the AccessStore port on MySQL/MariaDB. A change and its line of the audit log are one transaction. Lines are created and
 * listed; there is no code that changes or deletes one.
 */
import {
  AuditId,
  type ApiToken,
  type AuditFilter,
  type AuditPage,
  type TokenId,
  type User,
  type UserId,
} from "../contracts/access";
import type {
  AccessStore,
  Act,
  AuditRecord,
  ChangeUserResult,
  CreateUserResult,
  NewToken,
  NewUser,
  ResetPasswordResult,
  RevokeTokenResult,
  UserChange,
} from "../access/ports";
import { auditEntryOf, auditRow, tokenOf, userOf } from "./access-rows";
import { decodeCursor, encodeCursor } from "./cursor";
import { Prisma, type PrismaClient } from "./generated/client";
import { storeOperation } from "./store-operation";

/** What better-auth calls a password of its own. */
const PASSWORD_PROVIDER = "credential";
/** Far more than a team has; a list that grows beyond it needs pages. */
const MOST_LISTED = 1_000;

type Transaction = Prisma.TransactionClient;

export class PrismaAccessStore implements AccessStore {
  readonly #db: PrismaClient;

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  listUsers(): Promise<readonly User[]> {
    return storeOperation("list users", async () => {
      const rows = await this.#db.accessUser.findMany({ orderBy: { email: "asc" }, take: MOST_LISTED });
      return rows.map(userOf);
    });
  }

  countUsers(): Promise<number> {
    return storeOperation("count users", () => this.#db.accessUser.count());
  }

  findUser(userId: UserId): Promise<User | null> {
    return storeOperation("read a user", async () => {
      const row = await this.#db.accessUser.findUnique({ where: { id: userId } });
      return row === null ? null : userOf(row);
    });
  }

  createUser(act: Act, user: NewUser): Promise<CreateUserResult> {
    const target = user.email;
    const after = { name: user.name, role: user.role };
    return storeOperation("create a user", async () => {
      try {
        return await this.#db.$transaction(async (tx) => {
          const created = await insertUser(tx, act, user);
          await append(tx, act, { action: "user.create", outcome: "changed", target, after });
          return { kind: "created", user: created };
        });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        await append(this.#db, act, { action: "user.create", outcome: "refused", target, after });
        return { kind: "email_taken" };
      }
    });
  }

  createFirstUser(act: Act, user: NewUser): Promise<boolean> {
    return storeOperation("create the first user", async () => {
      try {
        return await this.#db.$transaction(async (tx) => {
          if ((await tx.accessUser.count()) > 0) return false;
          const { email, name, role } = await insertUser(tx, act, user);
          await append(tx, act, {
            action: "user.create",
            outcome: "changed",
            target: email,
            after: { name, role },
          });
          return true;
        });
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    });
  }

  changeUser(act: Act, userId: UserId, change: UserChange): Promise<ChangeUserResult> {
    return storeOperation("change a user", () =>
      this.#db.$transaction(async (tx): Promise<ChangeUserResult> => {
        // Whoever changes a user waits here for whoever else does: the last administrator is counted once.
        await tx.$queryRaw`SELECT user_id FROM access_user FOR UPDATE`;
        const row = await tx.accessUser.findUnique({ where: { id: userId } });
        if (row === null) {
          await append(tx, act, { action: "user.change", outcome: "refused", target: userId });
          return { kind: "not_found" };
        }
        const before = { role: row.role, disabled: row.disabledAt !== null };
        const after = { role: change.role ?? before.role, disabled: change.disabled ?? before.disabled };
        const record = { action: "user.change", target: row.email, before, after } as const;
        if (before.role === after.role && before.disabled === after.disabled) {
          await append(tx, act, { ...record, outcome: "no_change" });
          return { kind: "no_change", user: userOf(row) };
        }
        if (isActiveAdministrator(before) && !isActiveAdministrator(after)) {
          const others = await tx.accessUser.count({
            where: { role: "administrator", disabledAt: null, id: { not: userId } },
          });
          if (others === 0) {
            await append(tx, act, { ...record, outcome: "refused" });
            return { kind: "last_administrator" };
          }
        }
        const disabledAt = after.disabled ? (row.disabledAt ?? new Date(act.at)) : null;
        const changed = await tx.accessUser.update({
          where: { id: userId },
          data: { role: after.role, disabledAt, updatedAt: new Date(act.at) },
        });
        if (after.disabled) await tx.accessSession.deleteMany({ where: { userId } });
        await append(tx, act, { ...record, outcome: "changed" });
        return { kind: "changed", user: userOf(changed) };
      }),
    );
  }

  resetPassword(act: Act, userId: UserId, passwordHash: string): Promise<ResetPasswordResult> {
    return storeOperation("reset a password", () =>
      this.#db.$transaction(async (tx): Promise<ResetPasswordResult> => {
        const row = await tx.accessUser.findUnique({ where: { id: userId } });
        const action = "user.reset_password";
        if (row === null) {
          await append(tx, act, { action, outcome: "refused", target: userId });
          return { kind: "not_found" };
        }
        const user = await setPassword(tx, act, userId, passwordHash, true);
        await tx.accessSession.deleteMany({ where: { userId } });
        await append(tx, act, { action, outcome: "changed", target: row.email });
        return { kind: "reset", user };
      }),
    );
  }

  changeOwnPassword(
    act: Act,
    userId: UserId,
    passwordHash: string,
    currentSessionToken: string,
  ): Promise<void> {
    return storeOperation("change a password", () =>
      this.#db.$transaction(async (tx) => {
        const { email } = await setPassword(tx, act, userId, passwordHash, false);
        await tx.accessSession.deleteMany({ where: { userId, token: { not: currentSessionToken } } });
        await append(tx, act, { action: "password.change", outcome: "changed", target: email });
      }),
    );
  }

  noteSignIn(act: Act, userId: UserId): Promise<void> {
    return storeOperation("note a sign-in", () =>
      this.#db.$transaction(async (tx) => {
        const at = new Date(act.at);
        const { email } = await tx.accessUser.update({ where: { id: userId }, data: { lastSignInAt: at } });
        // Sessions that ended by their age are nobody's to end.
        await tx.accessSession.deleteMany({ where: { expiresAt: { lt: at } } });
        await append(tx, act, { action: "session.sign_in", outcome: "changed", target: email });
      }),
    );
  }

  listTokens(): Promise<readonly ApiToken[]> {
    return storeOperation("list API tokens", async () => {
      const rows = await this.#db.apiToken.findMany({ orderBy: { tokenId: "desc" }, take: MOST_LISTED });
      return rows.map(tokenOf);
    });
  }

  findTokenByHash(secretHash: string): Promise<ApiToken | null> {
    return storeOperation("read an API token", async () => {
      const row = await this.#db.apiToken.findUnique({ where: { secretHash } });
      return row === null ? null : tokenOf(row);
    });
  }

  createToken(act: Act, token: NewToken): Promise<ApiToken> {
    return storeOperation("create an API token", () =>
      this.#db.$transaction(async (tx) => {
        const { tokenId, name, role, secretHash, expiresAt } = token;
        const row = await tx.apiToken.create({
          data: {
            tokenId,
            name,
            role,
            secretHash,
            createdBy: act.actor.name,
            createdAt: new Date(act.at),
            expiresAt: new Date(expiresAt),
          },
        });
        const after = { name, role, expiresAt };
        await append(tx, act, { action: "token.create", outcome: "changed", target: tokenId, after });
        return tokenOf(row);
      }),
    );
  }

  revokeToken(act: Act, tokenId: TokenId): Promise<RevokeTokenResult> {
    return storeOperation("revoke an API token", () =>
      this.#db.$transaction(async (tx): Promise<RevokeTokenResult> => {
        const { count } = await tx.apiToken.updateMany({
          where: { tokenId, revokedAt: null },
          data: { revokedAt: new Date(act.at) },
        });
        const row = await tx.apiToken.findUnique({ where: { tokenId } });
        const record = { action: "token.revoke", target: tokenId } as const;
        if (row === null) {
          await append(tx, act, { ...record, outcome: "refused" });
          return { kind: "not_found" };
        }
        const outcome = count === 1 ? "changed" : "no_change";
        await append(tx, act, { ...record, outcome, after: { name: row.name, role: row.role } });
        return { kind: count === 1 ? "revoked" : "no_change", token: tokenOf(row) };
      }),
    );
  }

  touchToken(tokenId: TokenId, at: number): Promise<void> {
    return storeOperation("note the use of an API token", async () => {
      const when = new Date(at);
      await this.#db.apiToken.updateMany({
        where: { tokenId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: when } }] },
        data: { lastUsedAt: when },
      });
    });
  }

  record(act: Act, record: AuditRecord): Promise<void> {
    return storeOperation("append to the audit log", () => append(this.#db, act, record));
  }

  listAudit(filter: AuditFilter, limit: number, cursor: string | undefined): Promise<AuditPage> {
    const before = cursor === undefined ? undefined : decodeCursor("audit", AuditId, cursor);
    return storeOperation("list the audit log", async () => {
      const rows = await this.#db.auditEntry.findMany({
        where: {
          ...(before === undefined ? {} : { auditId: { lt: before } }),
          ...(filter.action === undefined ? {} : { action: filter.action }),
          ...(filter.outcome === undefined ? {} : { outcome: filter.outcome }),
          ...(filter.actor === undefined ? {} : { actorId: filter.actor }),
        },
        orderBy: { auditId: "desc" },
        take: limit + 1,
      });
      const items = rows.slice(0, limit).map(auditEntryOf);
      const last = items.at(-1);
      const nextCursor =
        rows.length > limit && last !== undefined ? encodeCursor("audit", last.auditId) : null;
      return { items, nextCursor };
    });
  }
}

async function append(db: Pick<Transaction, "auditEntry">, act: Act, record: AuditRecord): Promise<void> {
  await db.auditEntry.create({ data: auditRow(act, record), select: { auditId: true } });
}

async function insertUser(tx: Transaction, act: Act, user: NewUser): Promise<User> {
  const at = new Date(act.at);
  const row = await tx.accessUser.create({
    data: {
      id: user.userId,
      name: user.name,
      email: user.email,
      role: user.role,
      mustChangePassword: user.mustChangePassword,
      createdAt: at,
      updatedAt: at,
    },
  });
  await tx.accessAccount.create({
    data: {
      id: user.accountRowId,
      accountId: user.userId,
      providerId: PASSWORD_PROVIDER,
      userId: user.userId,
      password: user.passwordHash,
      createdAt: at,
      updatedAt: at,
    },
  });
  return userOf(row);
}

async function setPassword(
  tx: Transaction,
  act: Act,
  userId: UserId,
  passwordHash: string,
  mustChangePassword: boolean,
): Promise<User> {
  const updatedAt = new Date(act.at);
  await tx.accessAccount.updateMany({
    where: { userId, providerId: PASSWORD_PROVIDER },
    data: { password: passwordHash, updatedAt },
  });
  return userOf(
    await tx.accessUser.update({ where: { id: userId }, data: { mustChangePassword, updatedAt } }),
  );
}

function isActiveAdministrator(user: { readonly role: string; readonly disabled: boolean }): boolean {
  return user.role === "administrator" && !user.disabled;
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
