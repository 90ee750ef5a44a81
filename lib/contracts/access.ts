/** Who may do what: roles, permissions, principals; and the bodies of the routes about sign-in, users, tokens and the audit log. */
import { z } from "zod";
import { idSchema } from "./ids";

export const UserId = idSchema("usr", "UserId");
export type UserId = z.infer<typeof UserId>;
export const TokenId = idSchema("tok", "TokenId");
export type TokenId = z.infer<typeof TokenId>;
export const AuditId = idSchema("aud", "AuditId");
export type AuditId = z.infer<typeof AuditId>;

export const ROLE_TABLE = {
  viewer: { label: "Viewer", meaning: "Reads runs, their evidence and triage; changes nothing." },
  operator: { label: "Operator", meaning: "Asks questions, cancels runs and works on triage." },
  administrator: {
    label: "Administrator",
    meaning:
      "Manages settings, users and API tokens, and reads the audit log, besides all that an operator does.",
  },
} as const satisfies Record<string, { readonly label: string; readonly meaning: string }>;
export type Role = keyof typeof ROLE_TABLE;
export const Role = z.enum(Object.keys(ROLE_TABLE) as [Role, ...Role[]]);

interface PermissionEntry {
  readonly roles: readonly Role[];
  /** Completes "Your role may not …" and, for a token, "This token may not …". */
  readonly does: string;
}
const EVERYBODY = ["viewer", "operator", "administrator"] as const;
const OPERATORS = ["operator", "administrator"] as const;
const ADMINISTRATORS = ["administrator"] as const;

/** Which roles may do what. The one place that says so. */
export const PERMISSION_TABLE = {
  "runs.read": { roles: EVERYBODY, does: "read runs" },
  "runs.ask": { roles: OPERATORS, does: "ask questions" },
  "runs.cancel": { roles: OPERATORS, does: "cancel runs" },
  "triage.read": { roles: EVERYBODY, does: "read triage" },
  "triage.write": { roles: OPERATORS, does: "work on triage" },
  "knowledge.read": { roles: EVERYBODY, does: "read playbooks and documents" },
  "knowledge.write": { roles: ADMINISTRATORS, does: "change playbooks and documents" },
  "views.own": { roles: EVERYBODY, does: "keep saved views" },
  "status.read": { roles: EVERYBODY, does: "read the state of the server" },
  "account.own": { roles: EVERYBODY, does: "manage its own sign-in" },
  "settings.read": { roles: ADMINISTRATORS, does: "read settings" },
  "settings.write": { roles: ADMINISTRATORS, does: "change settings" },
  "users.manage": { roles: ADMINISTRATORS, does: "manage users" },
  "tokens.manage": { roles: ADMINISTRATORS, does: "manage API tokens" },
  "audit.read": { roles: ADMINISTRATORS, does: "read the audit log" },
} as const satisfies Record<string, PermissionEntry>;
export type Permission = keyof typeof PERMISSION_TABLE;

export function roleMay(role: Role, permission: Permission): boolean {
  const { roles }: PermissionEntry = PERMISSION_TABLE[permission];
  return roles.includes(role);
}

/** Why a control is disabled, in one sentence; null where it is not. */
export function refusalFor(role: Role, permission: Permission): string | null {
  if (roleMay(role, permission)) return null;
  const { roles, does }: PermissionEntry = PERMISSION_TABLE[permission];
  const who = roles.includes("operator") ? "an operator" : "an administrator";
  return `Your role (${ROLE_TABLE[role].label.toLowerCase()}) may not ${does}: ask ${who}.`;
}

/** Who is asking: a person who signed in, or a program with an API token. */
export const Principal = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("session"),
    userId: UserId,
    name: z.string(),
    email: z.string(),
    role: Role,
    /** The password was chosen by somebody else: until it is changed, nothing but changing it is permitted. */
    mustChangePassword: z.boolean(),
  }),
  z.object({ kind: z.literal("token"), tokenId: TokenId, name: z.string(), role: Role }),
]);
export type Principal = z.infer<typeof Principal>;
export type SessionPrincipal = Extract<Principal, { kind: "session" }>;

/** Shortest and longest password, in characters. */
export const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 128;
/** Longest that an API token may live, days. */
export const MAX_TOKEN_DAYS = 366;

const CONTROL = /[\u0000-\u001f\u007f]/u;
const Name = z
  .string()
  .trim()
  .min(1, "give a name")
  .max(80, "keep the name under 80 characters")
  .refine((text) => !CONTROL.test(text) && text.isWellFormed(), "remove the control characters");
const Email = z.string().trim().toLowerCase().max(190).pipe(z.email("give an e-mail address"));
const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `use at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `use at most ${MAX_PASSWORD_LENGTH} characters`);
const instant = z.int();

/** Nothing is said about what is wrong with a password that does not fit: it is simply not the right one. */
export const SignInRequest = z.strictObject({
  email: z.string().trim().toLowerCase().min(1).max(190),
  password: z.string().min(1).max(1_000),
});
export type SignInRequest = z.infer<typeof SignInRequest>;
export const WhoAmIReply = z.object({ principal: Principal });
export type WhoAmIReply = z.infer<typeof WhoAmIReply>;
export const ChangePasswordRequest = z.strictObject({
  current: z.string().min(1).max(1_000),
  next: NewPassword,
});
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;
export const DoneReply = z.object({ done: z.literal(true) });
export type DoneReply = z.infer<typeof DoneReply>;

export const User = z.object({
  userId: UserId,
  name: z.string(),
  email: z.string(),
  role: Role,
  mustChangePassword: z.boolean(),
  disabledAt: instant.nullable(),
  lastSignInAt: instant.nullable(),
  createdAt: instant,
});
export type User = z.infer<typeof User>;
export const UserList = z.object({ items: z.array(User) });
export type UserList = z.infer<typeof UserList>;
export const CreateUserRequest = z.strictObject({ name: Name, email: Email, role: Role });
export type CreateUserRequest = z.infer<typeof CreateUserRequest>;
export const ChangeUserRequest = z
  .strictObject({ role: Role.optional(), disabled: z.boolean().optional() })
  .refine((change) => change.role !== undefined || change.disabled !== undefined, "name what is to change");
export type ChangeUserRequest = z.infer<typeof ChangeUserRequest>;
export const UserReply = z.object({ user: User });
export type UserReply = z.infer<typeof UserReply>;
/** The password is in this reply and nowhere else. */
export const OneTimePasswordReply = z.object({ user: User, oneTimePassword: z.string() });
export type OneTimePasswordReply = z.infer<typeof OneTimePasswordReply>;

export const ApiToken = z.object({
  tokenId: TokenId,
  name: z.string(),
  role: Role,
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
  revokedAt: instant.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;
export const TokenList = z.object({ items: z.array(ApiToken) });
export type TokenList = z.infer<typeof TokenList>;
export const CreateTokenRequest = z.strictObject({
  name: Name,
  role: Role,
  days: z.int().min(1).max(MAX_TOKEN_DAYS),
});
export type CreateTokenRequest = z.infer<typeof CreateTokenRequest>;
/** The secret is in this reply and nowhere else. */
export const CreateTokenReply = z.object({ token: ApiToken, secret: z.string() });
export type CreateTokenReply = z.infer<typeof CreateTokenReply>;
export const TokenReply = z.object({ token: ApiToken });
export type TokenReply = z.infer<typeof TokenReply>;

/** Every act that is kept in the audit log. */
export const AUDIT_ACTION_TABLE = {
  "session.sign_in": "Signed in",
  "session.sign_out": "Signed out",
  "password.change": "Changed own password",
  "user.create": "Created a user",
  "user.change": "Changed a user",
  "user.reset_password": "Reset a password",
  "token.create": "Created an API token",
  "token.revoke": "Revoked an API token",
  "knowledge.save": "Saved knowledge",
  "knowledge.change": "Changed what knowledge is used",
  "settings.change": "Changed a setting",
  "run.start": "Asked a question",
  "run.cancel": "Cancelled a run",
  "webhook.create": "Created a webhook",
  "webhook.change": "Changed a webhook",
  "webhook.rotate_secret": "Rotated a webhook's secret",
  "webhook.remove": "Removed a webhook",
  "access.refused": "Was refused",
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof AUDIT_ACTION_TABLE;
export const AuditAction = z.enum(Object.keys(AUDIT_ACTION_TABLE) as [AuditAction, ...AuditAction[]]);

export const AUDIT_OUTCOME_TABLE = {
  changed: { label: "Changed", meaning: "It was done." },
  no_change: { label: "No change", meaning: "Everything was that way already." },
  refused: { label: "Refused", meaning: "It was not done." },
} as const satisfies Record<string, { readonly label: string; readonly meaning: string }>;
export type AuditOutcome = keyof typeof AUDIT_OUTCOME_TABLE;
export const AuditOutcome = z.enum(Object.keys(AUDIT_OUTCOME_TABLE) as [AuditOutcome, ...AuditOutcome[]]);

export const AuditActor = z.object({
  kind: z.enum(["session", "token", "host", "nobody"]),
  /** Null for `host` (a command on the server's machine) and for `nobody` (who did not sign in). */
  id: z.string().nullable(),
  name: z.string(),
});
export type AuditActor = z.infer<typeof AuditActor>;

/** Small values only, never a password or a secret. */
export const AuditState = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditState = z.infer<typeof AuditState>;

export const AuditEntry = z.object({
  auditId: AuditId,
  at: instant,
  actor: AuditActor,
  action: AuditAction,
  outcome: AuditOutcome,
  /** What it was done to: an id, or an address. */
  target: z.string().nullable(),
  /** The client's network address as the server was told it. */
  address: z.string().nullable(),
  before: AuditState.nullable(),
  after: AuditState.nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
export const AuditPage = z.object({ items: z.array(AuditEntry), nextCursor: z.string().nullable() });
export type AuditPage = z.infer<typeof AuditPage>;
export const ListAuditQuery = z.strictObject({
  limit: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
  cursor: z.string().min(1).max(400).optional(),
  action: AuditAction.optional(),
  outcome: AuditOutcome.optional(),
  /** An actor's id. */
  actor: z.string().min(1).max(64).optional(),
});
export type ListAuditQuery = z.infer<typeof ListAuditQuery>;
export type AuditFilter = Omit<ListAuditQuery, "limit" | "cursor">;
