import type { KnowledgeAddress } from "@/lib/contracts/knowledge";

/** The page of one entry. */
export function entryHref({ kind, name }: KnowledgeAddress): `/knowledge/entry?${string}` {
  return `/knowledge/entry?${new URLSearchParams({ kind, name }).toString()}`;
}
