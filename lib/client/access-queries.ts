/** Query option factories of the settings pages. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AuditFilter } from "../contracts/access";
import { accessClient } from "./access-client";

const AUDIT_PAGE_SIZE = 50;

export const usersOptions = queryOptions({
  queryKey: ["access", "users"] as const,
  queryFn: async () => (await accessClient.listUsers()).items,
});

export const tokensOptions = queryOptions({
  queryKey: ["access", "tokens"] as const,
  queryFn: async () => (await accessClient.listTokens()).items,
});

/** Newest first; what is added meanwhile is seen when it is asked for again. */
export function auditOptions(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ["access", "audit", filter] as const,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => accessClient.listAudit(filter, pageParam, AUDIT_PAGE_SIZE),
    getNextPageParam: (page) => page.nextCursor,
  });
}
