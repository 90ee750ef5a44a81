import type { RunDetail } from "@/lib/contracts/run";
import { Card } from "../ui/card";

/** Why a run has no exit record; nothing while one may still come. */
export function NoExitRecord({ run }: { run: RunDetail }) {
  if (run.runState === "RUNNING" || run.releaseOutcome === null) return null;
  return (
    <Card title="Exit record">
      <p className="text-xs text-mute">{reasonOf(run)}</p>
    </Card>
  );
}

function reasonOf(run: RunDetail): string {
  if (run.failure?.code === "OWNER_LOST") {
    return "None. The process that ran it ended before the run did, and with it the root invocation whose seven moments this would show. The state was set by the next process.";
  }
  if (run.cancellation?.handles.some(({ stop }) => stop === "pending") === true)
    return "It comes when every call in flight has stopped.";
  return "None is stored. The process ended after the outcome was stored and before the invocation had left, so its moments were not kept.";
}
