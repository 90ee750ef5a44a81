import type { ReactNode } from "react";
import { SettingsNav } from "./settings-nav";

/** What the settings pages have in common. */
export function SettingsFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-[72rem] grid-cols-1 gap-4 px-3 py-4 sm:px-5">
      <h1 className="text-lg font-bold">Settings</h1>
      <SettingsNav />
      {children}
    </div>
  );
}
