/** GET /api/audit: who did what, when, from where. */
import { AuditPage, ListAuditQuery } from "../../contracts/access";
import { jsonResponse } from "../problem-response";
import { readQuery } from "../read-query";
import type { VisitHandler } from "../visit";

export const getAudit: VisitHandler = async ({ administration }, request) => {
  const { limit, cursor, ...filter } = readQuery(request, ListAuditQuery);
  return jsonResponse(AuditPage.parse(await administration.listAudit(filter, limit, cursor)));
};
