import Link from "next/link";
import type { ReactNode } from "react";

export interface RankedLink {
  readonly key: string;
  readonly name: ReactNode;
  /** Of the bar, 0–1. */
  readonly share: number;
  readonly figure: string;
  /** Beside the figure. */
  readonly detail?: string;
  /** A background class; the name and the figures say the same. */
  readonly fill: string;
  /** Null: there is nothing to open. */
  readonly href: string | null;
  readonly hint?: string;
}

/** Figures under one another with a bar each; a row leads to its runs. */
export function RankedLinks({ rows, label }: { rows: readonly RankedLink[]; label: string }) {
  return (
    <ul aria-label={label} className="-mx-2 grid grid-cols-1 gap-px">
      {rows.map(({ key, href, hint, ...row }) => (
        <li key={key}>
          {href === null ? (
            <span
              className="block px-2 py-1.5"
              data-hint={hint}
              tabIndex={hint === undefined ? undefined : 0}
            >
              <RowContent {...row} />
            </span>
          ) : (
            <Link
              className="block rounded-md px-2 py-1.5 hover:bg-sunken"
              data-hint={hint}
              href={href}
              prefetch={false}
            >
              <RowContent {...row} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function RowContent({ name, share, figure, detail, fill }: Omit<RankedLink, "key" | "href" | "hint">) {
  return (
    <>
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 truncate">{name}</span>
        <b className="ml-auto shrink-0 font-mono text-2xs font-semibold">{figure}</b>
        {detail !== undefined && (
          <span className="w-14 shrink-0 text-right font-mono text-2xs text-mute">{detail}</span>
        )}
      </span>
      <span className="mt-1 block h-1.5 overflow-hidden rounded-full bg-off-soft">
        <span
          className={`block h-full rounded-full ${fill}`}
          style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
        />
      </span>
    </>
  );
}
