/** What access needs from outside: a store, a clock, ids and randomness. */
import type {
  ApiToken,
  AuditAction,
  AuditActor,
  AuditFilter,
  AuditId,
  AuditOutcome,
  AuditPage,
  AuditState,
  Role,
  TokenId,
  User,
  UserId,
} from "../contracts/access";

export interface AccessClock {
  /** Milliseconds since the epoch. */
  now(): number;
}
export interface AccessIds {
  userId(): UserId;
  tokenId(): TokenId;
  auditId(): AuditId;
  /** For rows that are nobody's to name: sessions, accounts. At most 40 characters. */
  rowId(): string;
}
/** Unguessable bytes. */
export type RandomBytes = (count: number) => Uint8Array;

/** Who acts, from where: what every line of the audit log begins with. */
export interface Act {
  readonly actor: AuditActor;
  readonly address: string | null;
  readonly at: number;
  readonly auditId: AuditId;
}
export interface AuditRecord {
  readonly action: AuditAction;
  readonly outcome: AuditOutcome;
  readonly target: string | null;
  readonly before?: AuditState;
  readonly after?: AuditState;
}

export interface NewUser {
  readonly userId: UserId;
  readonly accountRowId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly passwordHash: string;
  readonly mustChangePassword: boolean;
}
export interface NewToken {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly role: Role;
  readonly secretHash: string;
  readonly expiresAt: number;
}
export interface UserChange {
  readonly role?: Role | undefined;
  readonly disabled?: boolean | undefined;
}

export type CreateUserResult =
  { readonly kind: "created"; readonly user: User } | { readonly kind: "email_taken" };
export type ChangeUserResult =
  | { readonly kind: "changed" | "no_change"; readonly user: User }
  | { readonly kind: "not_found" | "last_administrator" };
export type ResetPasswordResult =
  { readonly kind: "reset"; readonly user: User } | { readonly kind: "not_found" };
export type RevokeTokenResult =
  { readonly kind: "revoked" | "no_change"; readonly token: ApiToken } | { readonly kind: "not_found" };

/**
 * Every change writes its line of the audit log in the same transaction, refusals and changes of nothing included. There is no way to change or
 * remove such a line. Every method throws when the store fails.
 */
export interface AccessStore {
  listUsers(): Promise<readonly User[]>;
  countUsers(): Promise<number>;
  findUser(userId: UserId): Promise<User | null>;
  createUser(act: Act, user: NewUser): Promise<CreateUserResult>;
  /** False when there is a user already, whoever it is; then nothing is recorded. */
  createFirstUser(act: Act, user: NewUser): Promise<boolean>;
  /** Ends the sessions of a user who is disabled. The last administrator who may sign in can be neither disabled nor given another role. */
  changeUser(act: Act, userId: UserId, change: UserChange): Promise<ChangeUserResult>;
  /** Sets a password that has to be changed at the next sign-in, and ends every session of the user. */
  resetPassword(act: Act, userId: UserId, passwordHash: string): Promise<ResetPasswordResult>;
  /** Sets a password of the user's own choice, and ends every other session of the user. */
  changeOwnPassword(
    act: Act,
    userId: UserId,
    passwordHash: string,
    currentSessionToken: string,
  ): Promise<void>;
  noteSignIn(act: Act, userId: UserId): Promise<void>;

  listTokens(): Promise<readonly ApiToken[]>;
  findTokenByHash(secretHash: string): Promise<ApiToken | null>;
  createToken(act: Act, token: NewToken): Promise<ApiToken>;
  revokeToken(act: Act, tokenId: TokenId): Promise<RevokeTokenResult>;
  /** When a token was used last; not recorded as an act. */
  touchToken(tokenId: TokenId, at: number): Promise<void>;

  record(act: Act, record: AuditRecord): Promise<void>;
  /** Newest first. @throws InvalidCursorError */
  listAudit(filter: AuditFilter, limit: number, cursor: string | undefined): Promise<AuditPage>;
}
