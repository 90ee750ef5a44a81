import { BUDGET_RESOURCES, type BudgetSnapshot } from "../contracts/budget";

/** The highest share of any budget used, 0–1 and beyond after an overcharge; wall time counts too. */
export function budgetShareOf(snapshot: BudgetSnapshot): number {
  let highest = 0;
  for (const resource of BUDGET_RESOURCES) {
    const { used, limit } = snapshot[resource];
    if (limit > 0) highest = Math.max(highest, used / limit);
  }
  return highest;
}
