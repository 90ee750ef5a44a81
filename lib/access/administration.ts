/** What one visitor may do about users, API tokens and the audit log. Every method asks for its permission before anything else. */
import { hashPassword } from "better-auth/crypto";
import type {
  ApiToken,
  AuditFilter,
  AuditPage,
  AuditState,
  ChangeUserRequest,
  CreateTokenRequest,
  CreateUserRequest,
  Permission,
  TokenId,
  User,
  UserId,
} from "../contracts/access";
import type {
  AccessClock,
  AccessIds,
  AccessStore,
  Act,
  AuditRecord,
  ChangeUserResult,
  RandomBytes,
  RevokeTokenResult,
} from "./ports";
import { newOneTimePassword, newTokenSecret, hashTokenSecret } from "./secrets";
import { actOf, actorOf, assertMay, type Visitor } from "./visitor";

const DAY_MS = 86_400_000;

export interface AdministrationDependencies {
  readonly store: AccessStore;
  readonly clock: AccessClock;
  readonly ids: AccessIds;
  readonly random: RandomBytes;
  /** Masks what a visitor wrote: the log keeps no secret that was pasted into a note (TOOL-8). */
  readonly maskText?: (text: string) => string;
}

export type CreateUserOutcome =
  | { readonly kind: "created"; readonly user: User; readonly oneTimePassword: string }
  | { readonly kind: "email_taken" };
export type ResetPasswordOutcome =
  | { readonly kind: "reset"; readonly user: User; readonly oneTimePassword: string }
  | { readonly kind: "not_found" };

/** Every method throws PermissionDeniedError or PasswordChangeRequiredError when the visitor may not. */
export class Administration {
  readonly #deps: AdministrationDependencies;
  readonly #visitor: Visitor;

  constructor(deps: AdministrationDependencies, visitor: Visitor) {
    this.#deps = deps;
    this.#visitor = visitor;
  }

  async listUsers(): Promise<readonly User[]> {
    this.#assertMay("users.manage");
    return this.#deps.store.listUsers();
  }

  /** The password is known to whoever asked and has to be changed at the first sign-in. */
  async createUser({ name, email, role }: CreateUserRequest): Promise<CreateUserOutcome> {
    const act = this.#begin("users.manage");
    const { ids, random, store } = this.#deps;
    const oneTimePassword = newOneTimePassword(random);
    const result = await store.createUser(act, {
      userId: ids.userId(),
      accountRowId: ids.rowId(),
      name,
      email,
      role,
      passwordHash: await hashPassword(oneTimePassword),
      mustChangePassword: true,
    });
    return result.kind === "created" ? { ...result, oneTimePassword } : result;
  }

  async changeUser(userId: UserId, change: ChangeUserRequest): Promise<ChangeUserResult> {
    const act = this.#begin("users.manage");
    return this.#deps.store.changeUser(act, userId, change);
  }

  async resetPassword(userId: UserId): Promise<ResetPasswordOutcome> {
    const act = this.#begin("users.manage");
    const oneTimePassword = newOneTimePassword(this.#deps.random);
    const hash = await hashPassword(oneTimePassword);
    const result = await this.#deps.store.resetPassword(act, userId, hash);
    return result.kind === "reset" ? { ...result, oneTimePassword } : result;
  }

  async listTokens(): Promise<readonly ApiToken[]> {
    this.#assertMay("tokens.manage");
    return this.#deps.store.listTokens();
  }

  async createToken(
    request: CreateTokenRequest,
  ): Promise<{ readonly token: ApiToken; readonly secret: string }> {
    return createToken(this.#deps, this.#begin("tokens.manage"), request);
  }

  async revokeToken(tokenId: TokenId): Promise<RevokeTokenResult> {
    const act = this.#begin("tokens.manage");
    return this.#deps.store.revokeToken(act, tokenId);
  }

  async listAudit(filter: AuditFilter, limit: number, cursor: string | undefined): Promise<AuditPage> {
    this.#assertMay("audit.read");
    return this.#deps.store.listAudit(filter, limit, cursor);
  }

  /** Writes down what the visitor did elsewhere, or was refused. */
  async record(record: AuditRecord): Promise<void> {
    const { store, maskText } = this.#deps;
    await store.record(this.#act(), maskText === undefined ? record : maskedRecord(record, maskText));
  }

  #assertMay(permission: Permission): void {
    assertMay(this.#visitor.principal, permission);
  }

  #begin(permission: Permission): Act {
    this.#assertMay(permission);
    return this.#act();
  }

  #act(): Act {
    const { principal, address } = this.#visitor;
    return actOf(this.#deps, { actor: actorOf(principal), address });
  }
}

/** Makes a token for whoever acts; the secret is in what it returns and nowhere else. */
export async function createToken(
  { store, ids, random, clock }: AdministrationDependencies,
  act: Act,
  { name, role, days }: CreateTokenRequest,
): Promise<{ readonly token: ApiToken; readonly secret: string }> {
  const secret = newTokenSecret(random);
  const secretHash = hashTokenSecret(secret);
  if (secretHash === null) throw new Error("a new token has the form of one");
  const token = await store.createToken(act, {
    tokenId: ids.tokenId(),
    name,
    role,
    secretHash,
    expiresAt: clock.now() + days * DAY_MS,
  });
  return { token, secret };
}

function maskedRecord(record: AuditRecord, maskText: (text: string) => string): AuditRecord {
  const masked = (state: AuditState): AuditState =>
    Object.fromEntries(
      Object.entries(state).map(([name, value]) => [
        name,
        typeof value === "string" ? maskText(value) : value,
      ]),
    );
  return {
    ...record,
    ...(record.before === undefined ? {} : { before: masked(record.before) }),
    ...(record.after === undefined ? {} : { after: masked(record.after) }),
  };
}
