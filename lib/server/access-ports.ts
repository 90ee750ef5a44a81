/** The real ids and randomness behind the ports of lib/access. */
import { randomBytes } from "node:crypto";
import type { AccessIds, RandomBytes } from "../access/ports";
import { AuditId, TokenId, UserId } from "../contracts/access";
import { newIdBody } from "./system-ports";

export const systemAccessIds: AccessIds = {
  userId: () => UserId.parse(`usr_${newIdBody()}`),
  tokenId: () => TokenId.parse(`tok_${newIdBody()}`),
  auditId: () => AuditId.parse(`aud_${newIdBody()}`),
  rowId: () => `row_${newIdBody()}`,
};

export const systemRandomBytes: RandomBytes = (count) => randomBytes(count);
