"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

interface SettingsPlace {
  readonly href: `/settings/${"sources" | "model" | "limits" | "views" | "users" | "tokens" | "audit"}`;
  readonly label: string;
}
const PLACES: readonly SettingsPlace[] = [
  { href: "/settings/sources", label: "Data sources" },
  { href: "/settings/model", label: "Model" },
  { href: "/settings/limits", label: "Limits" },
  { href: "/settings/views", label: "Saved views" },
  { href: "/settings/users", label: "Users" },
  { href: "/settings/tokens", label: "API tokens" },
  { href: "/settings/audit", label: "Audit log" },
];

export function SettingsNav() {
  const path = usePathname();
  return (
    <nav aria-label="Settings" className="-mx-1 flex overflow-x-auto border-b border-line">
      {PLACES.map(({ href, label }) => {
        const isHere = path === href;
        return (
          <Link
            aria-current={isHere ? "page" : undefined}
            className={`relative shrink-0 px-3 py-2.5 whitespace-nowrap after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full ${isHere ? "font-semibold text-ink after:bg-accent" : "text-mute hover:text-ink"}`}
            href={href}
            key={href}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
