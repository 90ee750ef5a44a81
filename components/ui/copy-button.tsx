"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "./button";

export interface CopyButtonProps extends Omit<ButtonProps, "onClick" | "children" | "aria-label"> {
  /** Called when pressed, so that what is copied is what holds at that moment. */
  readonly text: () => string;
  readonly label: string;
  /** Only the icon is shown; the label is still its name. */
  readonly compact?: boolean;
}

type CopyState = "idle" | "copied" | "failed";
const SAYS: Readonly<Record<CopyState, string>> = {
  idle: "",
  copied: "Copied",
  failed: "Copying is not allowed",
};

export function CopyButton({ text, label, compact = false, ...rest }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>("idle");
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  };
  const Icon = state === "copied" ? Check : Copy;
  return (
    <Button aria-label={compact ? label : undefined} onBlur={() => setState("idle")} onClick={copy} {...rest}>
      <Icon aria-hidden className="size-3.5" />
      {!compact && (state === "idle" ? label : SAYS[state])}
      <span aria-live="polite" className="sr-only">
        {SAYS[state]}
      </span>
    </Button>
  );
}
