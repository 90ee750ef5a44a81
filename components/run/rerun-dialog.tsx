"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { BUDGET_RESOURCES, type BudgetOverride } from "@/lib/contracts/budget";
import type { RunDetail } from "@/lib/contracts/run";
import { apiClient } from "@/lib/client/api-client";
import { excerpt } from "@/lib/client/excerpt";
import { BudgetFields } from "../ask/budget-fields";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { CloseDialogButton, ModalDialog } from "../ui/modal-dialog";
import { Notice } from "../ui/notice";

interface RerunDialogProps {
  readonly run: RunDetail;
  readonly onClosed: () => void;
}

/** Asks before a question is paid for again, with its limits to change; then goes to the new run. */
export function RerunDialog({ run, onClosed }: RerunDialogProps) {
  const router = useRouter();
  const client = useQueryClient();
  const [budget, setBudget] = useState<BudgetOverride>(() => limitsOf(run));
  // One key for as long as the dialog is open: a request that is sent again starts no second run.
  const [key] = useState(() => crypto.randomUUID());
  const startButton = useRef<HTMLButtonElement>(null);
  const rerun = useMutation({
    mutationFn: () => apiClient.rerun(run.runId, { budget }, key),
    onSuccess: ({ runId }) => {
      void client.invalidateQueries({ queryKey: ["runs", "reruns"] });
      onClosed();
      router.push(`/runs/${runId}`);
    },
  });
  return (
    <ModalDialog first={startButton} onClosed={onClosed} title="Run this question again">
      <form
        className="grid gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!rerun.isPending) rerun.mutate();
        }}
      >
        <p className="rounded-lg border border-line bg-sunken px-3 py-2 break-words">
          {excerpt(run.query, 400)}
        </p>
        <p className="text-xs text-mute">
          A new run, detached, with the model that is configured now and what was known in the session when
          the question was asked first. It is linked to that run.
        </p>
        <div className="-mx-3.5">
          <BudgetFields onChange={setBudget} value={budget} />
        </div>
        {rerun.isError && (
          <Notice title="It was not started" tone="bad" urgent>
            {rerun.error.message}
          </Notice>
        )}
        <p className="flex flex-wrap justify-end gap-2">
          <CloseDialogButton>
            Close <Kbd>esc</Kbd>
          </CloseDialogButton>
          <Button look="primary" ref={startButton} type="submit">
            <RotateCw aria-hidden className="size-3.5" />
            {rerun.isPending ? "Starting…" : "Run again"} <Kbd>↵</Kbd>
          </Button>
        </p>
      </form>
    </ModalDialog>
  );
}

function limitsOf({ budget }: RunDetail): BudgetOverride {
  return Object.fromEntries(BUDGET_RESOURCES.map((resource) => [resource, budget[resource].limit]));
}
