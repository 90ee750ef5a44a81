"use client";

import { X } from "lucide-react";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { Button, type ButtonProps } from "./button";

interface ModalDialogProps {
  readonly title: string;
  /** Called after it has closed: by its buttons, a press beside it, or Escape. */
  readonly onClosed: () => void;
  readonly children: ReactNode;
  /** What has the focus first; without it the first control. */
  readonly first?: RefObject<HTMLElement | null>;
}

/** A dialog that is open for as long as it is mounted. The focus goes back to where it was. */
export function ModalDialog({ title, onClosed, children, first }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Outside system: the browser's top layer, which traps focus and closes on Escape by itself.
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    first?.current?.focus();
    return () => element?.close();
  }, [first]);

  return (
    <dialog
      aria-label={title}
      className="panel m-auto w-[min(44rem,calc(100vw-1.5rem))] border-line-strong p-0 text-ink shadow-xl backdrop:bg-black/40"
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
      onClose={(event) => {
        // The event comes later than the closing: by then it may have been opened again.
        if (event.target === event.currentTarget && !event.currentTarget.open) onClosed();
      }}
      ref={dialog}
    >
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5 sm:px-5">
        <h2 className="min-w-0 text-base font-bold">{title}</h2>
        <CloseDialogButton aria-label="Close" look="quiet" size="sm">
          <X aria-hidden className="size-4" />
        </CloseDialogButton>
      </div>
      <div className="max-h-[calc(100dvh-7rem)] overflow-y-auto px-4 py-3.5 sm:px-5">{children}</div>
    </dialog>
  );
}

/** Closes the dialog that it stands in. */
export function CloseDialogButton(props: Omit<ButtonProps, "onClick">) {
  return <Button {...props} onClick={({ currentTarget }) => currentTarget.closest("dialog")?.close()} />;
}
