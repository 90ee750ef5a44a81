import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { defaultView, type DefaultView } from "@/lib/client/default-view";

/** The view that the list opens with in this browser. */
export function useDefaultView(): DefaultView | null {
  return useSyncExternalStore(defaultView.subscribe, defaultView.read, () => null);
}

/** Opens the list with the default view where its address names no condition. Taking the conditions out afterwards shows all runs. */
export function useOpenWithDefaultView(): void {
  const router = useRouter();
  const open = useEffectEvent(() => {
    const search = defaultView.read()?.search ?? "";
    if (location.search === "" && search !== "") router.replace(`/runs?${search}`);
  });
  // Outside system: the address bar, as the page was opened.
  useEffect(() => open(), []);
}
