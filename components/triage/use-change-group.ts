import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriageConflict, type ChangeTriageRequest, type TriageGroup } from "@/lib/contracts/triage";
import { ProblemError } from "@/lib/client/api-error";
import { triageClient } from "@/lib/client/triage-client";
import { triageKeys } from "@/lib/client/triage-queries";

type Change = ChangeTriageRequest["change"];
interface ChangeInput {
  readonly group: TriageGroup;
  readonly change: Change;
}

/** Changes one group as it was last seen. Whatever comes of it, what is shown is read again. */
export function useChangeGroup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ group, change }: ChangeInput) =>
      triageClient.changeGroup(group.groupId, { version: group.version, change }),
    onSettled: () => client.invalidateQueries({ queryKey: triageKeys.all }),
  });
}

/** The group as somebody else has left it, where that is why a change was refused. */
export function conflictOf(error: Error | null): TriageGroup | null {
  if (!(error instanceof ProblemError) || error.problem.code !== "TRIAGE_CONFLICT") return null;
  const parsed = TriageConflict.safeParse(error.problem);
  return parsed.success ? parsed.data.group : null;
}
