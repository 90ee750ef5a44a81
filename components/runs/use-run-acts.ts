import { useRouter } from "next/navigation";
import { useState } from "react";
import type { RunSummary } from "@/lib/contracts/run";
import {
  extendTo,
  NOTHING_SELECTED,
  selectedRuns,
  toggleListed,
  toggleRun,
  type RunSelection,
  type SelectedRun,
} from "@/lib/client/run-selection";
import { useRefusal } from "../access/principal-context";
import { useKeys } from "../keys/use-keys";

interface RunActs {
  readonly picked: RunSelection;
  /** The picked runs as the list shows them now. */
  readonly runs: readonly SelectedRun[];
  /** How many of them the list does not show. */
  readonly unlisted: number;
  readonly pick: (run: RunSummary) => void;
  readonly pickTo: (run: RunSummary) => void;
  readonly pickListed: () => void;
  readonly clear: () => void;
  /** What the open dialog is about, fixed as it opened; null while none is open. */
  readonly toCancel: readonly SelectedRun[] | null;
  /** Why whoever is signed in may not cancel; null where they may. */
  readonly cancelRefused: string | null;
  readonly cancelPicked: () => void;
  readonly cancelOne: (run: SelectedRun) => void;
  readonly cancelByKey: (focused: SelectedRun | undefined) => void;
  readonly closeCancel: () => void;
  readonly compare: () => void;
}

/** Picking runs of the table, and what is done to those that are picked. */
export function useRunActs(listed: readonly RunSummary[]): RunActs {
  const router = useRouter();
  const [picked, setPicked] = useState<RunSelection>(NOTHING_SELECTED);
  const [toCancel, setToCancel] = useState<readonly SelectedRun[] | null>(null);
  const runs = selectedRuns(picked, listed);
  const isListed = new Set<string>(listed.map((run) => run.runId));
  const cancelRefused = useRefusal("runs.cancel");
  const clear = () => setPicked(NOTHING_SELECTED);
  const cancelPicked = () => {
    if (cancelRefused === null && runs.some((run) => run.runState === "RUNNING")) setToCancel(runs);
  };
  const cancelOne = (run: SelectedRun) => {
    if (cancelRefused === null && run.runState === "RUNNING") setToCancel([run]);
  };
  const compare = () => {
    const [a, b] = runs;
    if (runs.length === 2 && a !== undefined && b !== undefined)
      router.push(`/runs/compare?a=${a.runId}&b=${b.runId}`);
  };
  useKeys({ clearSelection: clear, comparePicked: compare });
  return {
    picked,
    runs,
    unlisted: runs.filter((run) => !isListed.has(run.runId)).length,
    pick: (run) => setPicked((before) => toggleRun(before, run)),
    pickTo: (run) => setPicked((before) => extendTo(before, listed, run.runId)),
    pickListed: () => setPicked((before) => toggleListed(before, listed)),
    clear,
    toCancel,
    cancelRefused,
    cancelPicked,
    cancelOne,
    cancelByKey: (focused) => {
      if (runs.length > 0) cancelPicked();
      else if (focused !== undefined) cancelOne(focused);
    },
    closeCancel: () => setToCancel(null),
    compare,
  };
}
