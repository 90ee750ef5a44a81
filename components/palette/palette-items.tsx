"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useEffect, useState, type ReactNode } from "react";
import { excerpt } from "@/lib/client/excerpt";
import { foundRunsOptions } from "@/lib/client/run-queries";
import type { RunSummary } from "@/lib/contracts/run";
import { AxisBadge } from "../ui/axis-badge";
import { Kbd } from "../ui/kbd";
import type { PaletteEntry } from "./palette-entries";

/** How long typing rests before runs are looked for, ms. */
const TYPING_MS = 200;
const THE_THREE = ["runState", "releaseOutcome", "fallbackType"] as const;

interface ItemProps {
  readonly id: string;
  readonly title: string;
  readonly keys?: string | null;
  readonly refused?: string | null;
  readonly onChoose: () => void;
  readonly children?: ReactNode;
}

/** One line of the palette; what may not be done stands there with its reason, and is passed over. */
export function Item({ id, title, keys = null, refused = null, onChoose, children }: ItemProps) {
  return (
    <Command.Item
      className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 aria-disabled:cursor-not-allowed aria-selected:bg-accent-soft"
      disabled={refused !== null}
      onSelect={onChoose}
      value={id}
    >
      <span className={`min-w-0 shrink-0 max-w-full truncate ${refused === null ? "" : "text-faint"}`}>
        {title}
      </span>
      {children}
      {refused !== null && (
        <span className="min-w-0 flex-1 truncate text-right text-xs text-faint">{refused}</span>
      )}
      {refused === null && keys !== null && (
        <span aria-hidden className="ml-auto flex shrink-0 gap-0.5 text-faint max-sm:hidden">
          {keys.split(" ").map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Command.Item>
  );
}

interface EntryItemProps {
  readonly entry: PaletteEntry;
  readonly onChoose: () => void;
}

export function EntryItem({ entry: { id, title, keys, refused }, onChoose }: EntryItemProps) {
  return <Item id={id} keys={keys} onChoose={onChoose} refused={refused} title={title} />;
}

interface FoundProps {
  readonly text: string;
  readonly className: string;
  readonly onOpen: (runId: string) => void;
}

/** The newest runs whose question has the typed words. */
export function Found({ text, className, onOpen }: FoundProps) {
  const rested = useRested(text);
  const found = useQuery(foundRunsOptions(rested));
  if (found.isError)
    return (
      <p className="px-4 py-2 text-xs font-semibold text-bad">
        The runs could not be searched: {found.error.message}
      </p>
    );
  if (found.data === undefined || found.data.items.length === 0) return null;
  return (
    <Command.Group className={className} heading="Runs">
      {found.data.items.map((run) => (
        <RunItem key={run.runId} onOpen={() => onOpen(run.runId)} run={run} />
      ))}
    </Command.Group>
  );
}

function RunItem({ run, onOpen }: { run: RunSummary; onOpen: () => void }) {
  return (
    <Command.Item
      className="grid cursor-pointer gap-1 rounded-md px-2.5 py-1.5 aria-selected:bg-accent-soft"
      onSelect={onOpen}
      value={run.runId}
    >
      <span className="truncate">{excerpt(run.query, 160)}</span>
      <span className="flex flex-wrap items-center gap-1.5 leading-none">
        {THE_THREE.map((axis) => (
          <AxisBadge axis={axis} key={axis} value={run[axis]} />
        ))}
      </span>
    </Command.Item>
  );
}

/** The text once typing has rested. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  // Outside system: the clock, so that each letter does not ask the server.
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
