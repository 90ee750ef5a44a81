"use client";

import { Monitor, Moon, Sun, type LucideIcon } from "lucide-react";
import { useSyncExternalStore } from "react";
import { chooseTheme, readTheme, subscribeTheme, THEMES, type Theme } from "./theme-store";

const LOOKS: Readonly<Record<Theme, { icon: LucideIcon; label: string }>> = {
  system: { icon: Monitor, label: "System" },
  light: { icon: Sun, label: "Light" },
  dark: { icon: Moon, label: "Dark" },
};

export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeTheme, readTheme, () => "system" as const);
  return (
    <div aria-label="Theme" className="flex gap-0.5 rounded-lg bg-off-soft p-0.5" role="radiogroup">
      {THEMES.map((choice) => {
        const { icon: Icon, label } = LOOKS[choice];
        const chosen = choice === theme;
        return (
          <button
            aria-checked={chosen}
            aria-label={label}
            className={`grid h-6 flex-1 place-items-center rounded-md px-2 ${chosen ? "bg-panel text-ink shadow-sm" : "text-mute hover:text-ink"}`}
            data-hint={`${label} theme`}
            key={choice}
            onClick={() => chooseTheme(choice)}
            role="radio"
            type="button"
          >
            <Icon aria-hidden className="size-3.5" />
          </button>
        );
      })}
    </div>
  );
}
