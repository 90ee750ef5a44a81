import { useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  ChangeKnowledgeRequest,
  CheckKnowledgeRequest,
  SaveKnowledgeRequest,
} from "@/lib/contracts/knowledge";
import { knowledgeClient } from "@/lib/client/knowledge-client";
import { knowledgeKeys } from "@/lib/client/knowledge-queries";

/** Checking, saving and changing entries; what is shown of knowledge is read again after each change. */
export function useSaveKnowledge() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: knowledgeKeys.all });
  return {
    check: useMutation({ mutationFn: (body: CheckKnowledgeRequest) => knowledgeClient.check(body) }),
    save: useMutation({
      mutationFn: (body: SaveKnowledgeRequest) => knowledgeClient.save(body),
      onSuccess: refresh,
    }),
    change: useMutation({
      mutationFn: (body: ChangeKnowledgeRequest) => knowledgeClient.change(body),
      onSuccess: refresh,
    }),
  };
}
