"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { PaletteActs } from "./palette";
import { PALETTE_FIELD } from "./palette-look";

// With all that it needs it is loaded when it is opened first, and weighs nothing on any page.
const Palette = lazy(async () => ({ default: (await import("./palette")).Palette }));

interface PaletteDialogProps extends PaletteActs {
  /** After it has closed, by Escape or a press beside it. */
  readonly onClosed: () => void;
}

/** Open for as long as it is mounted. What is typed while the list is loaded is kept. */
export function PaletteDialog({ onClosed, ...acts }: PaletteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState("");

  // Outside system: the browser's top layer, which traps focus, gives it back, and closes on Escape by itself.
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // While it was closed nothing in it could take the focus.
    element?.querySelector("input")?.focus();
    return () => element?.close();
  }, []);

  return (
    <dialog
      aria-label="Search and commands"
      className="panel mx-auto mt-[max(0.75rem,10dvh)] mb-auto w-[min(40rem,calc(100vw-1.5rem))] overflow-hidden border-line-strong p-0 text-ink shadow-xl backdrop:bg-black/40"
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
      onClose={(event) => {
        // The event comes later than the closing: by then it may have been opened again.
        if (event.target === event.currentTarget && !event.currentTarget.open) onClosed();
      }}
      ref={dialog}
    >
      <Suspense
        fallback={
          <input
            aria-label="Search and commands"
            autoFocus
            className={PALETTE_FIELD}
            onChange={({ target }) => setTyped(target.value)}
            value={typed}
          />
        }
      >
        <Palette {...acts} onClose={() => dialog.current?.close()} onType={setTyped} typed={typed} />
      </Suspense>
    </dialog>
  );
}
