"use client";

import { Ban, GitCompare, X } from "lucide-react";
import type { SelectedRun } from "@/lib/client/run-selection";
import { plural } from "@/lib/client/format-quantity";
import { KEY_TABLE } from "../keys/key-table";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";

interface BulkBarProps {
  readonly runs: readonly SelectedRun[];
  /** How many of them the list does not show any more, or not yet. */
  readonly unlisted: number;
  readonly cancelRefused: string | null;
  readonly onCancel: () => void;
  readonly onCompare: () => void;
  readonly onClear: () => void;
}

/** What can be done with the picked runs. It stands under the table, so that no row moves when it appears. */
export function BulkBar({ runs, unlisted, cancelRefused, onCancel, onCompare, onClear }: BulkBarProps) {
  const running = runs.filter((run) => run.runState === "RUNNING").length;
  return (
    <div
      aria-label="Picked runs"
      className="panel flex flex-wrap items-center gap-x-3 gap-y-2 border-accent px-3 py-2"
      role="region"
    >
      <p aria-live="polite" className="mr-auto">
        <b className="font-semibold">{plural(runs.length, "run")} picked</b>
        <span className="text-mute">
          {" "}
          · {running} running{unlisted > 0 && ` · ${unlisted} not in the list`}
        </span>
      </p>
      <Button
        aria-disabled={running === 0 || cancelRefused !== null}
        data-hint={cancelRefused ?? undefined}
        look="danger"
        onClick={onCancel}
      >
        <Ban aria-hidden className="size-3.5" />
        {running === 0 ? "Nothing to cancel" : `Cancel ${plural(running, "run")}…`}
        <Kbd>{KEY_TABLE.cancelRow.keys}</Kbd>
      </Button>
      <Button
        data-hint={runs.length === 2 ? undefined : "Pick two runs to compare them."}
        aria-disabled={runs.length !== 2}
        onClick={onCompare}
      >
        <GitCompare aria-hidden className="size-3.5" />
        Compare <Kbd>{KEY_TABLE.comparePicked.keys}</Kbd>
      </Button>
      <Button look="quiet" onClick={onClear}>
        <X aria-hidden className="size-3.5" />
        Take all out <Kbd>esc</Kbd>
      </Button>
    </div>
  );
}
