import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** What `Mod` of the key table is called on the reader's keyboard: "⌘" or "Ctrl"; "Ctrl" in the page as the server sent it. */
export function useModifier(): "⌘" | "Ctrl" {
  return useSyncExternalStore(never, modifierHere, () => "Ctrl");
}

function modifierHere(): "⌘" | "Ctrl" {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
}

/** The keys of an entry as they are shown, one after another: "Mod+k" is "Ctrl", "K". */
export function shownKeys(keys: string, modifier: string): readonly string[] {
  return keys
    .split(" ")
    .flatMap((key) => (key.startsWith("Mod+") ? [modifier, key.slice("Mod+".length).toUpperCase()] : [key]));
}
