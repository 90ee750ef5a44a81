"use client";

import { useRef } from "react";

export interface TabItem<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly count?: number;
}
export interface TabListProps<T extends string> {
  readonly label: string;
  readonly items: readonly TabItem<T>[];
  readonly selected: T;
  readonly onSelect: (value: T) => void;
  /** Id of the one panel that shows the selected tab. */
  readonly panelId: string;
}

/** Tabs with arrow keys, Home and End, as the ARIA pattern asks. */
export function TabList<T extends string>({ label, items, selected, onSelect, panelId }: TabListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const at = items.findIndex((item) => item.value === selected);
    const next = targetOf(event.key, at, items.length);
    const item = next === null ? undefined : items[next];
    if (next === null || item === undefined) return;
    event.preventDefault();
    onSelect(item.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div
      aria-label={label}
      className="flex overflow-x-auto border-b border-line px-2"
      onKeyDown={onKeyDown}
      ref={list}
      role="tablist"
    >
      {items.map((item) => {
        const isSelected = item.value === selected;
        return (
          <button
            aria-controls={panelId}
            aria-selected={isSelected}
            className={`relative shrink-0 px-2.5 py-2.5 whitespace-nowrap -outline-offset-2 after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full ${isSelected ? "font-semibold text-ink after:bg-accent" : "text-mute hover:text-ink"}`}
            id={`${panelId}-${item.value}`}
            key={item.value}
            onClick={() => onSelect(item.value)}
            role="tab"
            tabIndex={isSelected ? 0 : -1}
            type="button"
          >
            {item.label}
            {item.count !== undefined && (
              <span className="ml-1.5 text-xs font-normal text-mute">{item.count}</span>
            )}
          </button>
        );
      })}
    </div>
  );
}

function targetOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
