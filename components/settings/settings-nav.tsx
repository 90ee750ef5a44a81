"use client";

import { Lock } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { refusalFor } from "@/lib/contracts/access";
import { usePrincipal } from "../access/principal-context";
import { SETTINGS_PLACES } from "./settings-places";

/** The way between the settings pages. On narrow screens it scrolls sideways, with the page that is open in sight. */
export function SettingsNav() {
  const path = usePathname();
  const { role } = usePrincipal();
  return (
    <nav aria-label="Settings" className="-mx-1 flex overflow-x-auto border-b border-line">
      {SETTINGS_PLACES.map(({ href, label, permission }) => {
        const isHere = path === href;
        const refused = refusalFor(role, permission);
        return (
          <Link
            aria-current={isHere ? "page" : undefined}
            className={`relative inline-flex shrink-0 items-center gap-1.5 px-3 py-2.5 whitespace-nowrap -outline-offset-2 after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full ${isHere ? "font-semibold text-ink after:bg-accent" : refused === null ? "text-mute hover:text-ink" : "text-faint hover:text-ink"}`}
            data-hint={refused === null ? undefined : `${label}\n${refused}`}
            href={href}
            key={href}
            ref={isHere ? bringIntoSight : undefined}
          >
            {label}
            {refused !== null && (
              <>
                <Lock aria-hidden className="size-3" />
                <span className="sr-only">(not for your role)</span>
              </>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

/** Sideways alone: the page stays where it is. */
function bringIntoSight(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (link == null || row == null) return;
  row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}
