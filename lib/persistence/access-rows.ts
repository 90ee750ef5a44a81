/** Rows of the access tables → contracts, parsed on every read. */
import { ApiToken, AuditActor, AuditEntry, AuditState, User } from "../contracts/access";
import type { Act, AuditRecord } from "../access/ports";
import { decodeOptional, encodeDocument } from "./documents";
import type { AccessUser, ApiToken as ApiTokenRow, AuditEntry as AuditRow } from "./generated/client";

const instant = (date: Date | null): number | null => date?.getTime() ?? null;

export function userOf(row: AccessUser): User {
  return User.parse({
    userId: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    mustChangePassword: row.mustChangePassword,
    disabledAt: instant(row.disabledAt),
    lastSignInAt: instant(row.lastSignInAt),
    createdAt: row.createdAt.getTime(),
  });
}

/** Without the hash of its secret. */
export function tokenOf(row: ApiTokenRow): ApiToken {
  return ApiToken.parse({
    tokenId: row.tokenId,
    name: row.name,
    role: row.role,
    createdBy: row.createdBy,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    lastUsedAt: instant(row.lastUsedAt),
    revokedAt: instant(row.revokedAt),
  });
}

export function auditRow({ actor, address, at, auditId }: Act, record: AuditRecord): AuditRow {
  return {
    auditId,
    at: new Date(at),
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action: record.action,
    outcome: record.outcome,
    target: record.target?.slice(0, 191) ?? null,
    address: address?.slice(0, 64) ?? null,
    beforeJson: record.before === undefined ? null : encodeDocument(record.before),
    afterJson: record.after === undefined ? null : encodeDocument(record.after),
  };
}

export function auditEntryOf(row: AuditRow): AuditEntry {
  return AuditEntry.parse({
    auditId: row.auditId,
    at: row.at.getTime(),
    actor: AuditActor.parse({ kind: row.actorKind, id: row.actorId, name: row.actorName }),
    action: row.action,
    outcome: row.outcome,
    target: row.target,
    address: row.address,
    before: decodeOptional(AuditState, row.beforeJson),
    after: decodeOptional(AuditState, row.afterJson),
  });
}
