/** The reader's choice of theme, kept in this browser. "system" follows the device. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "interlock-theme";
const listeners = new Set<() => void>();

/** Runs in the head before anything is painted, so that a chosen theme never flashes the other one. */
export const THEME_SCRIPT = `try{var t=localStorage.getItem(${JSON.stringify(STORAGE_KEY)});if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;

export function readTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  storeTheme(theme);
  for (const listener of listeners) listener();
}

/** From system to light, to dark, and back to system. */
export function chooseNextTheme(): void {
  chooseTheme(THEMES[(THEMES.indexOf(readTheme()) + 1) % THEMES.length] ?? "system");
}

export function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // A browser that forbids storage still gets the theme, for this page only.
  }
}
