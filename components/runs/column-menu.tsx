"use client";

import { Columns3 } from "lucide-react";
import { useRef } from "react";
import { KEY_TABLE } from "../keys/key-table";
import { useKeys } from "../keys/use-keys";
import { Kbd } from "../ui/kbd";
import {
  OPTIONAL_COLUMN_NAMES,
  OPTIONAL_COLUMNS,
  STANDARD_COLUMNS,
  type OptionalColumn,
} from "./run-columns";

interface ColumnMenuProps {
  readonly chosen: readonly OptionalColumn[];
  readonly onChoose: (columns: readonly OptionalColumn[]) => void;
}

/** Which columns stand beside the question and the three axes; on narrow screens rows are cards that show what they always do. */
export function ColumnMenu({ chosen, onChoose }: ColumnMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useKeys({ columns: () => button.current?.click() });
  return (
    <div className="max-md:hidden">
      <button
        className="inline-flex h-8 items-center gap-1.5 rounded-[7px] border border-line-strong bg-panel px-2.5 text-sm hover:bg-sunken"
        popoverTarget="run-columns"
        ref={button}
        style={{ anchorName: "--run-columns" }}
        type="button"
      >
        <Columns3 aria-hidden className="size-3.5 text-mute" />
        Columns
      </button>
      <div
        aria-label="Columns that are shown"
        className="facet-panel panel w-64 border-line-strong p-1.5 text-ink shadow-lg"
        id="run-columns"
        onToggle={(event) => {
          if (event.newState === "open") list.current?.querySelector("input")?.focus();
        }}
        popover="auto"
        ref={list}
        role="group"
        style={{ positionAnchor: "--run-columns" }}
      >
        {OPTIONAL_COLUMN_NAMES.map((name) => (
          <label
            className="flex cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-sunken has-focus-visible:bg-sunken"
            key={name}
          >
            <input
              checked={chosen.includes(name)}
              className="size-3.5 accent-accent"
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
              }
              type="checkbox"
            />
            {OPTIONAL_COLUMNS[name].name}
          </label>
        ))}
        <div className="mt-1 flex items-center justify-between border-t border-line px-2 pt-1.5 text-xs text-mute">
          <span>
            <Kbd>{KEY_TABLE.columns.keys}</Kbd> opens, <Kbd>esc</Kbd> closes
          </span>
          <button
            className="font-semibold text-accent"
            onClick={() => onChoose(STANDARD_COLUMNS)}
            type="button"
          >
            Standard
          </button>
        </div>
      </div>
    </div>
  );
}
