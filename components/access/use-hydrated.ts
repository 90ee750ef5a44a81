import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in the page as the server sent it: a form that is sent before its script runs would put its fields into the address. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
