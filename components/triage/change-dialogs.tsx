"use client";

import { useRef, useState, type ReactNode } from "react";
import {
  MAX_NOTE_LENGTH,
  RESOLUTION_REASON_TABLE,
  ResolutionReason,
  TriageLabel,
  type ChangeTriageRequest,
} from "@/lib/contracts/triage";
import { AxisIcon } from "../ui/axis-icon";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { CloseDialogButton, ModalDialog } from "../ui/modal-dialog";
import { TextField } from "../ui/text-field";
import { TONE_CLASSES } from "../ui/tone-classes";

type Change = ChangeTriageRequest["change"];
export type DialogName = "resolve" | "reopen" | "assign" | "label" | "note";

interface ChangeDialogProps {
  /** What it is done to, e.g. "3 groups". */
  readonly subject: string;
  readonly onChange: (change: Change) => void;
  readonly onClosed: () => void;
}
interface ChoosingDialogProps extends ChangeDialogProps {
  /** Names that exist already. */
  readonly known: readonly string[];
  readonly current: readonly string[];
}

/** The dialog of one action; it says what is to be done and leaves the doing to its owner. */
export function ChangeDialog({ name, ...props }: ChoosingDialogProps & { readonly name: DialogName }) {
  switch (name) {
    case "resolve":
      return <ResolveDialog {...props} />;
    case "reopen":
      return <ReopenDialog {...props} />;
    case "assign":
      return <AssignDialog {...props} />;
    case "label":
      return <LabelDialog {...props} />;
    case "note":
      return <NoteDialog {...props} />;
  }
}

function ResolveDialog({ subject, onChange, onClosed }: ChangeDialogProps) {
  const [reason, setReason] = useState<ResolutionReason | null>(null);
  const [note, setNote] = useState("");
  const first = useRef<HTMLInputElement>(null);
  return (
    <ModalDialog first={first} onClosed={onClosed} title={`Resolve ${subject}`}>
      <Form
        canSubmit={reason !== null}
        onSubmit={() => {
          if (reason !== null) onChange({ action: "resolve", reason, note: textOf(note) });
        }}
        submit="Resolve"
      >
        <fieldset
          className="grid gap-1"
          onKeyDown={(event) => {
            const chosen = ResolutionReason.options[Number(event.key) - 1];
            if (chosen === undefined) return;
            event.preventDefault();
            setReason(chosen);
          }}
        >
          <legend className="mb-1 text-xs text-mute">Why is it settled?</legend>
          {ResolutionReason.options.map((value, index) => {
            const { label, meaning, tone, icon } = RESOLUTION_REASON_TABLE[value];
            return (
              <label
                className="grid cursor-pointer grid-cols-[auto_auto_1fr_auto] items-baseline gap-x-2.5 rounded-md px-2 py-1.5 hover:bg-sunken has-checked:bg-accent-soft"
                key={value}
              >
                <input
                  checked={reason === value}
                  className="accent-accent"
                  name="reason"
                  onChange={() => setReason(value)}
                  ref={index === 0 ? first : undefined}
                  type="radio"
                  value={value}
                />
                <AxisIcon className={`size-3.5 self-center ${TONE_CLASSES[tone].text}`} name={icon} />
                <span>
                  <span className="font-semibold">{label}</span>{" "}
                  <span className="block text-xs text-mute sm:inline">{meaning}</span>
                </span>
                <span aria-hidden className="text-faint">
                  <Kbd>{String(index + 1)}</Kbd>
                </span>
              </label>
            );
          })}
        </fieldset>
        <NoteField label="Note (optional)" onChange={setNote} value={note} />
      </Form>
    </ModalDialog>
  );
}

function ReopenDialog({ subject, onChange, onClosed }: ChangeDialogProps) {
  const [note, setNote] = useState("");
  return (
    <ModalDialog onClosed={onClosed} title={`Open ${subject} again`}>
      <Form canSubmit onSubmit={() => onChange({ action: "reopen", note: textOf(note) })} submit="Open again">
        <NoteField autoFocus label="Why? (optional)" onChange={setNote} value={note} />
      </Form>
    </ModalDialog>
  );
}

function AssignDialog({ subject, known, current, onChange, onClosed }: ChoosingDialogProps) {
  const [name, setName] = useState("");
  return (
    <ModalDialog onClosed={onClosed} title={`Assign ${subject}`}>
      <Form
        canSubmit={name.trim() !== ""}
        onSubmit={() => onChange({ action: "assign", assignee: name.trim() })}
        submit="Assign"
      >
        <TextField
          autoComplete="off"
          autoFocus
          label="Who takes it?"
          list="triage-people"
          maxLength={191}
          onChange={(event) => setName(event.target.value)}
          value={name}
        />
        <datalist id="triage-people">
          {known.map((person) => (
            <option key={person} value={person} />
          ))}
        </datalist>
        {current.length > 0 && (
          <p className="text-xs text-mute">
            Now with <b className="font-semibold text-ink">{current.join(", ")}</b>.{" "}
            <button
              className="font-semibold text-accent hover:underline"
              onClick={() => {
                onChange({ action: "assign", assignee: null });
                onClosed();
              }}
              type="button"
            >
              Leave it to nobody
            </button>
          </p>
        )}
      </Form>
    </ModalDialog>
  );
}

function LabelDialog({ subject, known, current, onChange, onClosed }: ChoosingDialogProps) {
  const [typed, setTyped] = useState("");
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const add = typed
    .split(",")
    .map((label) => label.trim())
    .filter((label) => label !== "");
  const wrong = add.find((label) => !TriageLabel.safeParse(label).success);
  return (
    <ModalDialog onClosed={onClosed} title={`Labels of ${subject}`}>
      <Form
        canSubmit={(add.length > 0 || removed.length > 0) && wrong === undefined}
        onSubmit={() => onChange({ action: "label", add, remove: [...removed] })}
        submit="Save"
      >
        <TextField
          autoComplete="off"
          autoFocus
          hint="Several are separated by commas."
          label="Add"
          list="triage-labels"
          onChange={(event) => setTyped(event.target.value)}
          problem={
            wrong === undefined
              ? null
              : `“${wrong}” is no label: use up to 40 letters, digits, spaces and . _ : / -`
          }
          value={typed}
        />
        <datalist id="triage-labels">
          {known.map((label) => (
            <option key={label} value={label} />
          ))}
        </datalist>
        {current.length > 0 && (
          <fieldset className="flex flex-wrap gap-x-4 gap-y-1.5">
            <legend className="mb-1 text-xs text-mute">Keep</legend>
            {current.map((label) => (
              <label className="flex cursor-pointer items-center gap-1.5" key={label}>
                <input
                  checked={!removed.includes(label)}
                  className="size-3.5 accent-accent"
                  onChange={(event) =>
                    setRemoved(
                      event.target.checked ? removed.filter((each) => each !== label) : [...removed, label],
                    )
                  }
                  type="checkbox"
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
      </Form>
    </ModalDialog>
  );
}

function NoteDialog({ subject, onChange, onClosed }: ChangeDialogProps) {
  const [note, setNote] = useState("");
  return (
    <ModalDialog onClosed={onClosed} title={`Note on ${subject}`}>
      <Form
        canSubmit={note.trim() !== ""}
        onSubmit={() => onChange({ action: "note", text: note.trim() })}
        submit="Write"
      >
        <NoteField autoFocus label="Note" onChange={setNote} value={note} />
      </Form>
    </ModalDialog>
  );
}

interface FormProps {
  readonly canSubmit: boolean;
  readonly submit: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

function Form({ canSubmit, submit, onSubmit, children }: FormProps) {
  return (
    <form
      className="grid gap-3.5"
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!canSubmit) return;
        onSubmit();
        event.currentTarget.closest("dialog")?.close();
      }}
    >
      {children}
      <p className="flex flex-wrap justify-end gap-2">
        <CloseDialogButton>
          Close <Kbd>esc</Kbd>
        </CloseDialogButton>
        <Button
          aria-disabled={!canSubmit}
          className={canSubmit ? "" : "opacity-60"}
          look="primary"
          type="submit"
        >
          {submit} <Kbd>↵</Kbd>
        </Button>
      </p>
    </form>
  );
}

interface NoteFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
}

function NoteField({ label, value, onChange, autoFocus = false }: NoteFieldProps) {
  return (
    <label className="grid gap-1 text-xs text-mute">
      {label}
      <textarea
        autoFocus={autoFocus}
        className="min-h-16 rounded-[7px] border border-line-strong bg-panel px-2.5 py-1.5 text-sm text-ink"
        maxLength={MAX_NOTE_LENGTH}
        onChange={(event) => onChange(event.target.value)}
        rows={2}
        value={value}
      />
      <span className="text-faint max-sm:hidden">Ctrl ↵ sends it from here.</span>
    </label>
  );
}

function textOf(note: string): string | null {
  const text = note.trim();
  return text === "" ? null : text;
}
