"use client";

import {
  BookOpen,
  Braces,
  ChartColumn,
  Inbox,
  Keyboard,
  ListTree,
  MessageCircleQuestion,
  Settings,
  type LucideIcon,
} from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { UserMenu } from "../access/user-menu";
import { useOwnerState } from "../ask/use-owner";
import { KeyListDialog } from "../keys/key-list-dialog";
import { useKeys } from "../keys/use-keys";
import { PaletteHost } from "../palette/palette-host";
import { HintLayer } from "../ui/hint-layer";
import { Kbd } from "../ui/kbd";
import { LogoMark } from "./logo-mark";
import { MoreMenu } from "./more-menu";
import { chooseNextTheme } from "./theme-store";
import { ThemeToggle } from "./theme-toggle";

interface Place {
  readonly href: "/" | "/runs" | "/triage" | "/insights" | "/knowledge";
  readonly label: string;
  readonly keys: string;
  readonly icon: LucideIcon;
}
const PLACES: readonly Place[] = [
  { href: "/", label: "Ask", keys: "g a", icon: MessageCircleQuestion },
  { href: "/runs", label: "Runs", keys: "g r", icon: ListTree },
  { href: "/triage", label: "Triage", keys: "g t", icon: Inbox },
  { href: "/insights", label: "Insights", keys: "g i", icon: ChartColumn },
  { href: "/knowledge", label: "Knowledge", keys: "g k", icon: BookOpen },
];

/** Navigation and what is common to all pages; a side bar, on narrow screens a top bar. */
export function AppShell({ children }: { children: ReactNode }) {
  const router = useRouter();
  const path = usePathname();
  const owner = useOwnerState();
  const [keysOpen, setKeysOpen] = useState(false);
  useKeys({
    goAsk: () => router.push("/"),
    goRuns: () => router.push("/runs"),
    goTriage: () => router.push("/triage"),
    goInsights: () => router.push("/insights"),
    goKnowledge: () => router.push("/knowledge"),
    goSettings: () => router.push("/settings"),
    theme: chooseNextTheme,
    keyList: () => setKeysOpen((open) => !open),
  });
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        className="absolute -top-10 left-2 z-50 rounded-md bg-accent px-3 py-1.5 font-semibold text-on-accent focus:top-2"
        href="#main"
      >
        Skip to content
      </a>
      <header className="flex shrink-0 items-center gap-1.5 border-b border-line bg-panel px-3 py-2 sm:gap-3 md:w-48 md:flex-col md:items-stretch md:gap-0 md:border-r md:border-b-0 md:px-2.5 md:py-3.5 2xl:w-56">
        <Link className="flex items-center gap-2 text-base font-bold md:px-2 md:pb-4" href="/">
          <LogoMark />
          <span className="max-sm:sr-only">Interlock</span>
        </Link>
        <div className="max-md:order-1 max-md:ml-auto md:mb-2.5 md:grid">
          <PaletteHost onKeyList={() => setKeysOpen(true)} />
        </div>
        <nav
          aria-label="Pages"
          className="flex min-w-0 overflow-x-auto sm:gap-1 md:flex-col md:overflow-visible"
        >
          {PLACES.map(({ href, label, keys, icon: Icon }) => {
            const isHere = href === "/" ? path === "/" : path.startsWith(href);
            return (
              <Link
                aria-current={isHere ? "page" : undefined}
                className={`flex items-center gap-2 rounded-md px-2 py-1.5 ${isHere ? "bg-off-soft font-semibold text-ink" : "text-mute hover:bg-off-soft hover:text-ink"}`}
                href={href}
                key={href}
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                <span className="max-md:sr-only">{label}</span>
                {href === "/" && owner.kind === "attached" && (
                  <span
                    className="size-2 rounded-full bg-info"
                    data-hint={
                      "A run of yours is running\nIt is tied to this tab: closing the tab cancels it."
                    }
                  >
                    <span className="sr-only">, a run of yours is running</span>
                  </span>
                )}
                <span aria-hidden className="ml-auto hidden text-faint md:inline">
                  <Kbd>{keys}</Kbd>
                </span>
              </Link>
            );
          })}
          <SettingsLink isHere={path.startsWith("/settings")} />
        </nav>
        <div className="flex shrink-0 items-center gap-0.5 max-md:order-2 sm:gap-2 md:mt-auto md:flex-col md:items-stretch">
          <MoreMenu onKeyList={() => setKeysOpen(true)} />
          <Link
            aria-current={path === "/reference" ? "page" : undefined}
            className={`flex items-center gap-2 rounded-md px-2 py-1.5 max-md:hidden ${path === "/reference" ? "bg-off-soft font-semibold text-ink" : "text-mute hover:bg-off-soft hover:text-ink"}`}
            href="/reference"
          >
            <Braces aria-hidden className="size-4" />
            API reference
          </Link>
          <button
            aria-label="Keys"
            className="flex items-center gap-2 rounded-md px-2 py-1.5 text-mute hover:bg-off-soft hover:text-ink max-md:hidden"
            onClick={() => setKeysOpen(true)}
            type="button"
          >
            <Keyboard aria-hidden className="size-4" />
            <span className="hidden md:inline">Keys</span>
            <span aria-hidden className="ml-auto hidden text-faint md:inline">
              <Kbd>?</Kbd>
            </span>
          </button>
          <div className="max-md:hidden">
            <ThemeToggle />
          </div>
          <UserMenu />
        </div>
      </header>
      <main className="min-h-0 min-w-0 flex-1 overflow-y-auto" id="main" tabIndex={-1}>
        {children}
      </main>
      <HintLayer />
      <KeyListDialog onClose={() => setKeysOpen(false)} open={keysOpen} />
    </div>
  );
}

function SettingsLink({ isHere }: { isHere: boolean }) {
  // On narrow screens it is in the menu.
  return (
    <Link
      aria-current={isHere ? "page" : undefined}
      className={`flex items-center gap-2 rounded-md px-2 py-1.5 max-md:hidden ${isHere ? "bg-off-soft font-semibold text-ink" : "text-mute hover:bg-off-soft hover:text-ink"}`}
      href="/settings"
    >
      <Settings aria-hidden className="size-4 shrink-0" />
      <span>Settings</span>
      <span aria-hidden className="ml-auto hidden text-faint md:inline">
        <Kbd>g s</Kbd>
      </span>
    </Link>
  );
}
