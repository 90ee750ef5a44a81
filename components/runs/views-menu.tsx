"use client";

import { Bookmark } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import type { RunFilter } from "@/lib/contracts/run-filter";
import { KEY_TABLE } from "../keys/key-table";
import { useKeys } from "../keys/use-keys";
import { Kbd } from "../ui/kbd";
import { ViewsSkeleton } from "./views-skeleton";

const ViewsPanel = lazy(async () => ({ default: (await import("./views-panel")).ViewsPanel }));

interface ViewsMenuProps {
  readonly filter: RunFilter;
  /** The chosen columns as the address has them; null: the standard ones. */
  readonly columns: string | null;
}

/** Filters that have a name: opens one, keeps the one that is shown. */
export function ViewsMenu({ filter, columns }: ViewsMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useKeys({ savedViews: () => button.current?.click() });
  return (
    <div>
      <button
        className="inline-flex h-8 items-center gap-1.5 rounded-[7px] border border-line-strong bg-panel px-2.5 text-sm hover:bg-sunken"
        popoverTarget="run-views"
        ref={button}
        style={{ anchorName: "--run-views" }}
        type="button"
      >
        <Bookmark aria-hidden className="size-3.5 text-mute" />
        Views
      </button>
      <div
        aria-label="Saved views"
        className="facet-panel panel max-h-[70dvh] w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto border-line-strong p-2 text-ink shadow-lg outline-none"
        id="run-views"
        onToggle={(event) => {
          const opens = event.newState === "open";
          setIsOpen(opens);
          if (opens) panel.current?.focus();
        }}
        popover="auto"
        ref={panel}
        role="group"
        style={{ positionAnchor: "--run-views" }}
        tabIndex={-1}
      >
        {isOpen && (
          <Suspense fallback={<ViewsSkeleton />}>
            <ViewsPanel
              columns={columns}
              filter={filter}
              onKeepFocus={() => panel.current?.focus()}
              onOpened={() => panel.current?.hidePopover()}
            />
          </Suspense>
        )}
        <p className="mt-2 border-t border-line px-1 pt-1.5 text-xs text-mute">
          <Kbd>{KEY_TABLE.savedViews.keys}</Kbd> opens, <Kbd>esc</Kbd> closes
        </p>
      </div>
    </div>
  );
}
