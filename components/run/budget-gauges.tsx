"use client";

import { BUDGET_RESOURCE_TABLE, BUDGET_RESOURCES } from "@/lib/contracts/budget";
import type { RunDetail } from "@/lib/contracts/run";
import { formatResource } from "@/lib/client/format-quantity";
import { Gauge } from "../ui/gauge";
import { useNow } from "../ui/use-now";

/** The five budgets. Wall time ticks while the run is RUNNING and stands where it ended afterwards. */
export function BudgetGauges({ run }: { run: RunDetail }) {
  const now = useNow(run.runState === "RUNNING", true);
  return (
    <div className="grid gap-2">
      {BUDGET_RESOURCES.map((resource) => {
        const gauge = run.budget[resource];
        const used = resource === "wallTimeMs" ? wallTimeMs(run, now) : gauge.used;
        return (
          <Gauge
            key={resource}
            label={BUDGET_RESOURCE_TABLE[resource].label}
            limit={formatResource(resource, gauge.limit)}
            share={gauge.limit === 0 ? 0 : used / gauge.limit}
            used={formatResource(resource, used)}
          />
        );
      })}
    </div>
  );
}

function wallTimeMs(run: RunDetail, now: number): number {
  if (run.runState === "RUNNING") return Math.max(0, now - run.createdAt);
  if (run.termination !== null) return run.termination.completedAt - run.createdAt;
  return run.budget.wallTimeMs.used;
}
