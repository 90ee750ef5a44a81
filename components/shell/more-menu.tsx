"use client";

import { Braces, Ellipsis, Keyboard, Settings } from "lucide-react";
import Link from "next/link";
import { useRef, type ReactNode } from "react";
import { ThemeToggle } from "./theme-toggle";

const LINE = "flex items-center gap-2.5 rounded-md px-2 py-2 text-left";

/** On narrow screens: what the side bar of a wide one shows beside the pages. */
export function MoreMenu({ onKeyList }: { onKeyList: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  const close = () => panel.current?.hidePopover();
  return (
    <div className="md:hidden">
      <button
        aria-label="More"
        className="flex rounded-md px-2 py-1.5 text-mute hover:bg-off-soft hover:text-ink"
        popoverTarget="more-menu"
        style={{ anchorName: "--more-menu" }}
        type="button"
      >
        <Ellipsis aria-hidden className="size-4" />
      </button>
      <div
        aria-label="More"
        className="facet-panel panel w-60 border-line-strong p-1.5 text-ink shadow-lg"
        id="more-menu"
        popover="auto"
        ref={panel}
        role="group"
        style={{ positionAnchor: "--more-menu" }}
      >
        <MenuLink href="/settings" icon={<Settings aria-hidden className="size-4" />} onFollow={close}>
          Settings
        </MenuLink>
        <MenuLink href="/reference" icon={<Braces aria-hidden className="size-4" />} onFollow={close}>
          API reference
        </MenuLink>
        <button
          className={`${LINE} w-full hover:bg-sunken`}
          onClick={() => {
            close();
            onKeyList();
          }}
          type="button"
        >
          <Keyboard aria-hidden className="size-4" />
          Keys
        </button>
        <div className="mt-1 border-t border-line px-2 pt-2 pb-1">
          <p className="mb-1 text-xs text-mute">Theme</p>
          <ThemeToggle />
        </div>
      </div>
    </div>
  );
}

interface MenuLinkProps {
  readonly href: "/settings" | "/reference";
  readonly icon: ReactNode;
  readonly onFollow: () => void;
  readonly children: string;
}

function MenuLink({ href, icon, onFollow, children }: MenuLinkProps) {
  return (
    <Link className={`${LINE} hover:bg-sunken`} href={href} onClick={onFollow}>
      {icon}
      {children}
    </Link>
  );
}
