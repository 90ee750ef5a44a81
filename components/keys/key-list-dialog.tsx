"use client";

import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { KEY_TABLE, type KeyEntry } from "./key-table";
import { shownKeys, useModifier } from "./shown-keys";

const ENTRIES: readonly KeyEntry[] = Object.values(KEY_TABLE);
const PLACES = ["Everywhere", "Ask", "Runs", "Run", "Compare", "Triage", "Knowledge"] as const;

export interface KeyListDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function KeyListDialog({ open, onClose }: KeyListDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const modifier = useModifier();

  // Outside system: the browser's top layer, which traps focus and closes on Escape by itself.
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    <dialog
      aria-labelledby="key-list-title"
      className="panel m-auto w-[min(46rem,calc(100vw-2rem))] border-line-strong p-0 text-ink shadow-xl backdrop:bg-black/40"
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      onClose={onClose}
      ref={dialog}
    >
      <div className="flex items-center justify-between border-b border-line px-5 py-3">
        <h2 className="text-base font-bold" id="key-list-title">
          Keys
        </h2>
        <Button aria-label="Close the key list" look="quiet" onClick={onClose} size="sm">
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      <div className="columns-1 gap-8 px-5 py-4 sm:columns-2">
        {PLACES.map((place) => (
          <section className="mb-4 break-inside-avoid" key={place}>
            <h3 className="mb-1.5 text-xs font-semibold text-mute">{place}</h3>
            <dl className="grid gap-1.5">
              {ENTRIES.filter((entry) => entry.where === place).map((entry) => (
                <div className="flex items-baseline justify-between gap-4" key={entry.does}>
                  <dt>{entry.does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {shownKeys(entry.keys, modifier).map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}
