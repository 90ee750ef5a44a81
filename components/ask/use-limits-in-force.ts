import { useQuery } from "@tanstack/react-query";
import type { BudgetLimits } from "@/lib/contracts/budget";
import { settingsOptions } from "@/lib/client/settings-queries";
import { useRefusal } from "../access/principal-context";

/** The limits of a run that names none of its own, as they are set now; null until they are read, and for who may not read settings. */
export function useLimitsInForce(): BudgetLimits | null {
  const refused = useRefusal("settings.read");
  const settings = useQuery({ ...settingsOptions, enabled: refused === null });
  return settings.data?.limits.budget ?? null;
}
