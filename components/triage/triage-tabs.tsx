"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

const PLACES = [
  { href: "/triage", label: "Inbox" },
  { href: "/triage/cases", label: "Regression cases" },
] as const;

/** The two pages of triage. */
export function TriageTabs() {
  const path = usePathname();
  return (
    <nav aria-label="Triage" className="flex gap-1">
      {PLACES.map(({ href, label }) => (
        <Link
          aria-current={path === href ? "page" : undefined}
          className={`rounded-md px-2.5 py-1 ${path === href ? "bg-off-soft font-semibold text-ink" : "text-mute hover:bg-off-soft hover:text-ink"}`}
          href={href}
          key={href}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
