import { useEffect, useEffectEvent } from "react";
import { KEY_TABLE, type KeyAction } from "./key-table";

/** How long the first of two keys waits for the second. */
const SEQUENCE_MS = 1_200;
const TYPING = 'textarea, select, input:not([type="checkbox"]), [contenteditable="true"]';

/** Binds actions of the key table while the component is mounted. Keys typed into a field or an open dialog are left alone. */
export function useKeys(handlers: Partial<Record<KeyAction, () => void>>): void {
  const act = useEffectEvent((pressed: string): boolean => {
    for (const [action, handle] of Object.entries(handlers)) {
      if (isAction(action) && KEY_TABLE[action].keys === pressed) {
        handle();
        return true;
      }
    }
    return false;
  });

  // Outside system: the document's keyboard.
  useEffect(() => {
    let prefix: { key: string; at: number } | undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      if (event.ctrlKey || event.metaKey) {
        // No text is typed with these: a field leaves them to the page.
        if (!event.shiftKey && !event.repeat && act(`Mod+${event.key.toLowerCase()}`)) event.preventDefault();
        return;
      }
      if (isTaken(event.target, event.key)) return;
      const sequence =
        prefix !== undefined && event.timeStamp - prefix.at < SEQUENCE_MS
          ? `${prefix.key} ${event.key}`
          : null;
      prefix = { key: event.key, at: event.timeStamp };
      if (sequence !== null && act(sequence)) {
        prefix = undefined;
        event.preventDefault();
      } else if (act(event.key)) {
        event.preventDefault();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function isAction(name: string): name is KeyAction {
  return Object.hasOwn(KEY_TABLE, name);
}

/** True when the key belongs to what is focused: text fields take all, controls take Enter, an open list or dialog takes all but "?". */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  // It closes the list that is open, also while its button has the focus.
  if (key === "Escape" && document.querySelector(":popover-open") !== null) return true;
  if (target.closest(TYPING) !== null) return true;
  if (key === "Enter" && target.closest("button, a, summary, [role=tab]") !== null) return true;
  return (
    target.closest("[popover]") !== null || (document.querySelector("dialog[open]") !== null && key !== "?")
  );
}
