"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { BulkCancelResult } from "@/lib/contracts/run-acts";
import type { RunDetail } from "@/lib/contracts/run";
import { progressOf, summaryOfProgress, type CancelProgress } from "@/lib/client/bulk-cancel-progress";
import { excerpt } from "@/lib/client/excerpt";
import type { SelectedRun } from "@/lib/client/run-selection";
import { ReceiptSteps } from "../run/receipt-steps";
import { Kbd } from "../ui/kbd";
import { CloseDialogButton } from "../ui/modal-dialog";
import { TONE_CLASSES } from "../ui/tone-classes";
import { useFocusOnMount } from "../ui/use-focus-on-mount";

interface CancelResultsProps {
  readonly runs: readonly SelectedRun[];
  readonly results: readonly BulkCancelResult[];
  readonly followed: ReadonlyMap<string, RunDetail> | undefined;
}

/** Each run for itself: how far it has come, and the receipt of the cancel that stands. */
export function CancelResults({ runs, results, followed }: CancelResultsProps) {
  const summary = useFocusOnMount<HTMLParagraphElement>(true);
  const queryOf = new Map<string, string>(runs.map((run) => [run.runId, run.query]));
  const rows = results.map((result) => ({
    runId: result.runId,
    query: queryOf.get(result.runId) ?? result.runId,
    progress: progressOf(result, followed?.get(result.runId)),
  }));
  return (
    <div className="grid gap-3">
      <p className="font-semibold" ref={summary} role="status" tabIndex={-1}>
        {summaryOfProgress(rows.map(({ progress }) => progress))}
      </p>
      <ul className="grid gap-2">
        {rows.map((row) => (
          <ResultRow key={row.runId} {...row} />
        ))}
      </ul>
      <p className="flex justify-end">
        <CloseDialogButton>
          Close <Kbd>esc</Kbd>
        </CloseDialogButton>
      </p>
    </div>
  );
}

interface ResultRowProps {
  readonly runId: string;
  readonly query: string;
  readonly progress: CancelProgress;
}

function ResultRow({ runId, query, progress }: ResultRowProps) {
  const { receipt, runState, says, tone } = progress;
  return (
    <li className="rounded-lg border border-line px-3 py-2">
      <Link className="line-clamp-2 font-medium break-words hover:underline" href={`/runs/${runId}`}>
        {excerpt(query, 160)}
      </Link>
      <p className={`mt-0.5 text-xs font-semibold ${TONE_CLASSES[tone].text}`}>{says}</p>
      {receipt !== null && (
        <details className="group mt-1">
          <summary className="inline-flex items-center gap-1 text-xs text-mute hover:text-ink">
            <ChevronRight aria-hidden className="size-3 transition-transform group-open:rotate-90" />
            Receipt
          </summary>
          <div className="mt-1.5">
            <ReceiptSteps receipt={receipt} runState={runState ?? "CANCELLED"} />
          </div>
        </details>
      )}
    </li>
  );
}
