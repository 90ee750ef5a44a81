import type { ReactNode } from "react";

export interface CardProps {
  readonly title: string;
  /** Stands at the far end of the title line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly id?: string;
}

/** A titled section on a panel. */
export function Card({ title, aside, children, id }: CardProps) {
  return (
    <section aria-label={title} className="panel px-4 py-3" id={id}>
      <div className="mb-2.5 flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-sm font-bold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
