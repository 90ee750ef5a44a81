"use client";

import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { ActError } from "./act-error";

export interface EntryFormProps {
  /** The name of the form, and what its button says. */
  readonly label: string;
  readonly busyLabel: string;
  readonly failedTitle: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (form: FormData) => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A form that is opened to write one entry of a list, and put away again. */
export function EntryForm(props: EntryFormProps) {
  const { label, busyLabel, failedTitle, isBusy, error, onSubmit, onCancel, children } = props;
  return (
    <form
      aria-label={label}
      className="panel grid gap-3.5 px-4 py-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSubmit(new FormData(event.currentTarget));
      }}
    >
      <ActError error={error} title={failedTitle} />
      {children}
      <div className="flex gap-2">
        <Button disabled={isBusy} look="primary" type="submit">
          {isBusy ? busyLabel : label}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Not now
        </Button>
      </div>
    </form>
  );
}
