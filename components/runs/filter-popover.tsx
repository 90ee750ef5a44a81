"use client";

import { ChevronDown } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { Kbd } from "../ui/kbd";

interface FilterPopoverProps {
  readonly id: string;
  readonly name: string;
  /** What is chosen, in a word or two; null while nothing is. */
  readonly value: string | null;
  /** The key that opens it. */
  readonly shortcut: string;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A filter that is more than a list of values: looks and opens as the facets beside it do. */
export function FilterPopover({ id, name, value, shortcut, onOpenChange, children }: FilterPopoverProps) {
  const panel = useRef<HTMLDivElement>(null);
  const panelId = `filter-${id}`;
  return (
    <div className="relative">
      <button
        className={`inline-flex h-8 max-w-72 items-center gap-1.5 rounded-[7px] border px-2.5 text-sm transition-colors hover:bg-sunken ${value === null ? "border-line-strong bg-panel" : "border-accent bg-accent-soft"}`}
        data-facet={id}
        popoverTarget={panelId}
        style={{ anchorName: `--${panelId}` }}
        type="button"
      >
        <span className="text-mute">
          <span className="sr-only">Filter by </span>
          {name}
        </span>
        <b className="truncate font-semibold">{value ?? "any"}</b>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />
      </button>
      <div
        aria-label={`${name} filter`}
        className="facet-panel panel w-72 border-line-strong p-2 text-ink shadow-lg"
        id={panelId}
        onToggle={(event) => {
          const isOpen = event.newState === "open";
          onOpenChange?.(isOpen);
          if (isOpen) panel.current?.querySelector<HTMLElement>("input, button, select")?.focus();
        }}
        popover="auto"
        ref={panel}
        role="group"
        style={{ positionAnchor: `--${panelId}` }}
      >
        {children}
        <p className="mt-2 border-t border-line px-1 pt-1.5 text-xs text-mute">
          <Kbd>{shortcut}</Kbd> opens, <Kbd>esc</Kbd> closes
        </p>
      </div>
    </div>
  );
}

/** Opens a filter of the page by its key, and closes it again. */
export function openFilter(id: string): void {
  document.querySelector<HTMLButtonElement>(`[data-facet="${id}"]`)?.click();
}
