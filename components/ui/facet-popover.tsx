"use client";

import { ChevronDown } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { Kbd } from "./kbd";

interface FacetOption {
  readonly value: string;
  readonly label: string;
  readonly badge: ReactNode;
}
export interface FacetPopoverProps {
  readonly id: string;
  readonly name: string;
  /** The key that opens it. */
  readonly shortcut: string;
  readonly options: readonly FacetOption[];
  readonly selected: readonly string[];
  readonly onChange: (selected: string[]) => void;
}

/** A filter over the values of one axis: several may be chosen, none means any. */
export function FacetPopover({ id, name, shortcut, options, selected, onChange }: FacetPopoverProps) {
  const list = useRef<HTMLDivElement>(null);
  const labels = options.filter((option) => selected.includes(option.value)).map((option) => option.label);
  const toggle = (value: string, checked: boolean) => {
    const next = options
      .map((option) => option.value)
      .filter((known) => {
        return known === value ? checked : selected.includes(known);
      });
    onChange(next);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      // A checkbox answers to Space alone; in a list of choices Enter is as much expected.
      event.preventDefault();
      if (!event.repeat) event.target.click();
      return;
    }
    moveFocus(event);
  };
  const moveFocus = (event: React.KeyboardEvent) => {
    const step =
      event.key === "ArrowDown" || event.key === "j"
        ? 1
        : event.key === "ArrowUp" || event.key === "k"
          ? -1
          : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const boxes = [...(list.current?.querySelectorAll("input") ?? [])];
    const at = boxes.findIndex((box) => box === document.activeElement);
    boxes[(at + step + boxes.length) % boxes.length]?.focus();
  };
  const active = selected.length > 0;
  return (
    <div className="relative">
      <button
        className={`inline-flex h-8 max-w-72 items-center gap-1.5 rounded-[7px] border px-2.5 text-sm transition-colors hover:bg-sunken ${active ? "border-accent bg-accent-soft" : "border-line-strong bg-panel"}`}
        data-facet={id}
        popoverTarget={`facet-${id}`}
        style={{ anchorName: `--facet-${id}` }}
        type="button"
      >
        <span className="text-mute">
          <span className="sr-only">Filter by </span>
          {name}
        </span>
        <b className="truncate font-semibold">{active ? labels.join(", ") : "any"}</b>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />
      </button>
      <div
        aria-label={`${name} values`}
        className="facet-panel panel w-64 border-line-strong p-1.5 text-ink shadow-lg"
        id={`facet-${id}`}
        onKeyDown={onKeyDown}
        onToggle={(event) => {
          if (event.newState === "open") list.current?.querySelector("input")?.focus();
        }}
        popover="auto"
        ref={list}
        role="group"
        style={{ positionAnchor: `--facet-${id}` }}
      >
        {options.map((option) => (
          <label
            className="flex cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-sunken has-focus-visible:bg-sunken"
            key={option.value}
          >
            <input
              checked={selected.includes(option.value)}
              className="size-3.5 accent-accent"
              onChange={(event) => toggle(option.value, event.target.checked)}
              type="checkbox"
            />
            {option.badge}
          </label>
        ))}
        <div className="mt-1 flex items-center justify-between border-t border-line px-2 pt-1.5 text-xs text-mute">
          <span>
            <Kbd>{shortcut}</Kbd> opens, <Kbd>↵</Kbd> chooses, <Kbd>esc</Kbd> closes
          </span>
          <button
            className="font-semibold text-accent disabled:text-faint"
            disabled={!active}
            onClick={() => {
              // This button is disabled now: the focus goes to the first value.
              list.current?.querySelector("input")?.focus();
              onChange([]);
            }}
            type="button"
          >
            Any
          </button>
        </div>
      </div>
    </div>
  );
}
