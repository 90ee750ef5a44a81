"use client";

import { lazy, Suspense, useState } from "react";
import type { RunDetail } from "@/lib/contracts/run";
import { useKeys } from "../keys/use-keys";
import { PaletteButton } from "./palette-button";
import { PaletteDialog } from "./palette-dialog";

type Shown =
  | { readonly kind: "nothing" }
  | { readonly kind: "palette" }
  /** Chosen in the palette, which it takes the place of. */
  | { readonly kind: "rerun"; readonly run: RunDetail };

const RerunDialog = lazy(async () => ({ default: (await import("../run/rerun-dialog")).RerunDialog }));

interface PaletteHostProps {
  readonly onKeyList: () => void;
}

/** The button of the palette, its key, and what it opens. */
export function PaletteHost({ onKeyList }: PaletteHostProps) {
  const [shown, setShown] = useState<Shown>({ kind: "nothing" });
  const [said, setSaid] = useState("");
  const open = () => {
    setSaid("");
    setShown({ kind: "palette" });
  };
  const close = () => setShown({ kind: "nothing" });
  useKeys({
    palette: () => {
      if (shown.kind === "palette") close();
      // Another dialog is about something that is to be settled first.
      else if (document.querySelector("dialog[open]") === null) open();
    },
  });
  return (
    <>
      <PaletteButton onPress={open} />
      {shown.kind === "palette" && (
        <PaletteDialog
          onClosed={() => setShown((now) => (now.kind === "palette" ? { kind: "nothing" } : now))}
          onKeyList={() => {
            close();
            onKeyList();
          }}
          onRerun={(run) => setShown({ kind: "rerun", run })}
          onSaid={(text) => {
            setSaid(text);
            close();
          }}
        />
      )}
      {shown.kind === "rerun" && (
        <Suspense>
          <RerunDialog onClosed={close} run={shown.run} />
        </Suspense>
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  );
}
