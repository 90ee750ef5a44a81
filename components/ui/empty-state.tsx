import type { ReactNode } from "react";

/** A place where nothing is, saying why and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-14 text-center">
      <p className="text-base font-semibold">{title}</p>
      <div className="max-w-prose text-mute">{children}</div>
    </div>
  );
}
