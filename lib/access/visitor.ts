/** Who is asking, and from where; and the check that everything of this room makes before it acts. */
import {
  PERMISSION_TABLE,
  roleMay,
  type AuditActor,
  type Permission,
  type Principal,
} from "../contracts/access";
import type { Act, AccessClock, AccessIds } from "./ports";

export interface Visitor {
  readonly principal: Principal;
  readonly address: string | null;
}

/** A principal asked for what its role does not permit. The message says so to whoever asked. */
export class PermissionDeniedError extends Error {
  override readonly name = "PermissionDeniedError";
  constructor(
    readonly permission: Permission,
    readonly role: Principal["role"],
  ) {
    super(`the role ${role} may not ${PERMISSION_TABLE[permission].does}`);
  }
}

/** The password has to be changed first. */
export class PasswordChangeRequiredError extends Error {
  override readonly name = "PasswordChangeRequiredError";
  constructor() {
    super("choose a password of your own first");
  }
}

/** What a principal may do whose password was chosen by somebody else. */
const WITH_A_ONE_TIME_PASSWORD: readonly Permission[] = ["account.own"];

/** @throws PermissionDeniedError, PasswordChangeRequiredError */
export function assertMay(principal: Principal, permission: Permission): void {
  if (
    principal.kind === "session" &&
    principal.mustChangePassword &&
    !WITH_A_ONE_TIME_PASSWORD.includes(permission)
  ) {
    throw new PasswordChangeRequiredError();
  }
  if (!roleMay(principal.role, permission)) throw new PermissionDeniedError(permission, principal.role);
}

export function actorOf(principal: Principal): AuditActor {
  return principal.kind === "session"
    ? { kind: "session", id: principal.userId, name: principal.email }
    : { kind: "token", id: principal.tokenId, name: principal.name };
}

/** A command on the machine of the server. */
export const HOST_ACTOR: AuditActor = { kind: "host", id: null, name: "the server's machine" };

export function actOf(
  deps: { readonly clock: AccessClock; readonly ids: AccessIds },
  { actor, address }: { readonly actor: AuditActor; readonly address: string | null },
): Act {
  return { actor, address, at: deps.clock.now(), auditId: deps.ids.auditId() };
}
