"use client";

import { Search } from "lucide-react";
import { KEY_TABLE } from "../keys/key-table";
import { shownKeys, useModifier } from "../keys/shown-keys";
import { Kbd } from "../ui/kbd";

/** Opens the palette. On narrow screens only its icon is shown. */
export function PaletteButton({ onPress }: { onPress: () => void }) {
  const modifier = useModifier();
  return (
    <button
      aria-haspopup="dialog"
      className="flex items-center gap-2 rounded-md px-2 py-1.5 text-mute hover:bg-off-soft hover:text-ink md:border md:border-line-strong md:bg-panel"
      onClick={onPress}
      type="button"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="max-md:sr-only">
        Search<span className="sr-only"> and commands</span>
      </span>
      <span aria-hidden className="ml-auto hidden gap-0.5 text-faint md:inline-flex">
        {shownKeys(KEY_TABLE.palette.keys, modifier).map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </button>
  );
}
