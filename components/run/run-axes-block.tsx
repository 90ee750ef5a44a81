import type { RunDetail } from "@/lib/contracts/run";
import { plural } from "@/lib/client/format-quantity";
import { stoppingCalls } from "@/lib/client/run-view";
import { AxesStrip } from "../ui/axes-strip";
import { AxesChips } from "./axes-chips";

/** The three axes with their meanings, and the others one glance below. */
export function RunAxesBlock({ run }: { run: RunDetail }) {
  const stopping = stoppingCalls(run);
  return (
    <div className="grid gap-2.5">
      <AxesStrip
        fallbackType={run.fallbackType}
        releaseOutcome={run.releaseOutcome}
        runState={run.runState}
        runStateNote={stopping > 0 ? `Stopping ${plural(stopping, "call")}…` : null}
      />
      <AxesChips axes={run} />
    </div>
  );
}
