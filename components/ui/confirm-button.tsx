"use client";

import { useState } from "react";
import { Button, type ButtonProps } from "./button";

export interface ConfirmButtonProps extends Omit<ButtonProps, "onClick" | "onBlur"> {
  /** What it says once it was pressed: pressing it again does it. */
  readonly confirm: string;
  readonly onConfirm: () => void;
}

/** Asks once more before it acts, in its own place; leaving it takes the question back. */
export function ConfirmButton({ confirm, onConfirm, children, look, ...rest }: ConfirmButtonProps) {
  const [asked, setAsked] = useState(false);
  return (
    <Button
      look={asked ? "danger" : (look ?? "plain")}
      onBlur={() => setAsked(false)}
      onClick={() => {
        setAsked(!asked);
        if (asked) onConfirm();
      }}
      {...rest}
    >
      {asked ? confirm : children}
      <span aria-live="polite" className="sr-only">
        {asked ? "Press again to confirm" : ""}
      </span>
    </Button>
  );
}
