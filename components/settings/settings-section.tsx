import type { ReactNode } from "react";

export interface SettingsSectionProps {
  readonly label: string;
  /** What the page is about, in a sentence or two. */
  readonly lead?: ReactNode;
  /** Stands beside the lead. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** What every settings page begins with. */
export function SettingsSection({ label, lead, action, children }: SettingsSectionProps) {
  return (
    <section aria-label={label} className="grid grid-cols-1 gap-4">
      {lead !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-prose text-mute">{lead}</p>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
