import { useEffect, useEffectEvent, useRef, type RefObject } from "react";

/**
 * For what takes the place of a control that had the focus: takes it over when it appears, where `wanted` and where the
 * focus has not gone elsewhere meanwhile.
 */
export function useFocusOnMount<T extends HTMLElement>(wanted: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  const take = useEffectEvent(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || !activeElement.isConnected;
    if (wanted && isLost) element.current?.focus({ preventScroll: true });
  });

  // Outside system: the document's focus.
  useEffect(() => take(), []);
  return element;
}
