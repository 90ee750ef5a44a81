/** Query option factories of knowledge. */
import { queryOptions } from "@tanstack/react-query";
import type { KnowledgeAddress } from "../contracts/knowledge";
import { knowledgeClient } from "./knowledge-client";

export const knowledgeKeys = { all: ["knowledge"] as const };

export const knowledgeListOptions = queryOptions({
  queryKey: ["knowledge", "list"] as const,
  queryFn: () => knowledgeClient.list(),
  staleTime: 0,
});

/** With its text and history. Not read again behind the back of who edits it. */
export function knowledgeEntryOptions(address: KnowledgeAddress) {
  return queryOptions({
    queryKey: ["knowledge", "entry", address.kind, address.name] as const,
    queryFn: () => knowledgeClient.find(address),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function knowledgeRunsOptions(address: KnowledgeAddress) {
  return queryOptions({
    queryKey: ["knowledge", "runs", address.kind, address.name] as const,
    queryFn: () => knowledgeClient.listRuns(address),
    staleTime: 0,
  });
}

export function retrievalOptions(question: string) {
  return queryOptions({
    queryKey: ["knowledge", "retrieval", question] as const,
    queryFn: () => knowledgeClient.retrieve(question),
    staleTime: 0,
  });
}
