import { BUDGET_RESOURCES, type BudgetSnapshot } from "../contracts/budget";

/**
 * The highest share of any budget used, 0–1 and beyond after an overcharge; wall time counts too, to 1: what a run takes to settle after its
 * deadline is no use of its budget.
 */
export function budgetShareOf(snapshot: BudgetSnapshot): number {
  let highest = 0;
  for (const resource of BUDGET_RESOURCES) {
    const { used, limit } = snapshot[resource];
    if (limit === 0) continue;
    const share = used / limit;
    highest = Math.max(highest, resource === "wallTimeMs" ? Math.min(1, share) : share);
  }
  return highest;
}
