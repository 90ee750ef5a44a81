import { useSyncExternalStore } from "react";
import { apiClient } from "@/lib/client/api-client";
import { OwnerSession, type OwnerState } from "@/lib/client/owner-session";

/** One per browser tab: it outlives the pages, so that walking through the console does not cancel an attached run. */
export const ownerSession = new OwnerSession(apiClient);

const IDLE: OwnerState = { kind: "idle" };

export function useOwnerState(): OwnerState {
  return useSyncExternalStore(ownerSession.subscribe, ownerSession.getState, () => IDLE);
}
