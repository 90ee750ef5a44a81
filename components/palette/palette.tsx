"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useState, useSyncExternalStore } from "react";
import { runViewOptions } from "@/lib/client/run-queries";
import { savedViewsOptions } from "@/lib/client/settings-queries";
import { readTyped } from "@/lib/client/typed-search";
import { refusalFor } from "@/lib/contracts/access";
import type { RunDetail } from "@/lib/contracts/run";
import { usePrincipal } from "../access/principal-context";
import { useCancelRun } from "../run/use-cancel-run";
import { chooseTheme, readTheme, subscribeTheme } from "../shell/theme-store";
import { Kbd } from "../ui/kbd";
import {
  matchEntries,
  PALETTE_GROUPS,
  paletteEntries,
  runInAddress,
  type PaletteAct,
  type PaletteEntry,
} from "./palette-entries";
import { EntryItem, Found, Item } from "./palette-items";
import { PALETTE_FIELD } from "./palette-look";

/** Most entries of one group while something is typed. */
const MOST_OF_GROUP = 6;
const GROUP =
  "px-1.5 pb-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-mute";

/** What the palette leaves to whoever opened it. */
export interface PaletteActs {
  readonly onKeyList: () => void;
  readonly onRerun: (run: RunDetail) => void;
  /** Something was done that the page itself does not show; told in a sentence. */
  readonly onSaid: (text: string) => void;
}
interface PaletteProps extends PaletteActs {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
}

/** One field for going anywhere, finding runs and doing what the page can do. */
export function Palette({ typed, onType, onClose, onKeyList, onRerun, onSaid }: PaletteProps) {
  const router = useRouter();
  const { role } = usePrincipal();
  const theme = useSyncExternalStore(subscribeTheme, readTheme, () => "system" as const);
  const { data: views = [] } = useQuery(savedViewsOptions);
  const run = useShownRun();
  const cancel = useCancelRun();
  const [problem, setProblem] = useState<string | null>(null);
  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  const act = (chosen: PaletteAct): void => {
    setProblem(null);
    switch (chosen.kind) {
      case "go":
        return go(chosen.href);
      case "theme":
        chooseTheme(chosen.theme);
        return onClose();
      case "keyList":
        return onKeyList();
      case "rerun":
        return onRerun(chosen.run);
      case "copyLink":
        void navigator.clipboard.writeText(`${location.origin}/runs/${chosen.runId}`).then(
          () => onSaid("The link of this run is copied."),
          () => setProblem("Not copied: this browser does not allow it."),
        );
        return;
      case "cancel":
        if (cancel.isPending) return;
        cancel.mutate(
          { runId: chosen.runId, note: "" },
          { onSuccess: onClose, onError: (error) => setProblem(`Not cancelled: ${error.message}`) },
        );
    }
  };
  const entries = matchEntries(paletteEntries({ role, theme, views, run }), typed);
  const isTyped = typed.trim() !== "";
  const read = readTyped(typed);
  return (
    <Command
      className="flex max-h-[min(34rem,80dvh)] flex-col outline-none"
      label="Search and commands"
      loop
      shouldFilter={false}
      vimBindings={false}
    >
      <Command.Input
        autoFocus
        className={`${PALETTE_FIELD} shrink-0`}
        maxLength={400}
        onValueChange={onType}
        placeholder="Search runs, paste an id, or type a command"
        value={typed}
      />
      {(problem !== null || cancel.isPending) && (
        <p
          className={`border-b border-line px-4 py-2 text-xs font-semibold ${problem === null ? "text-mute" : "text-bad"}`}
          role="alert"
        >
          {problem ?? "Cancelling…"}
        </p>
      )}
      <Command.List className="min-h-0 flex-1 overflow-y-auto pt-1.5" label="Results">
        {read.kind === "run" && (
          <Command.Group className={GROUP} heading="Run">
            <Item id="open" onChoose={() => go(`/runs/${read.runId}`)} title="Open the run">
              <span className="truncate font-mono text-2xs text-mute">{read.runId}</span>
            </Item>
          </Command.Group>
        )}
        {read.kind === "session" && (
          <Command.Group className={GROUP} heading="Session">
            <Item
              id="session"
              onChoose={() => go(`/runs?session=${read.sessionId}`)}
              title="Runs of the session"
            >
              <span className="truncate font-mono text-2xs text-mute">{read.sessionId}</span>
            </Item>
          </Command.Group>
        )}
        {PALETTE_GROUPS.map((group) => (
          <Entries
            entries={entries
              .filter((entry) => entry.group === group)
              .slice(0, isTyped ? MOST_OF_GROUP : undefined)}
            key={group}
            name={group}
            onAct={act}
          />
        ))}
        {isTyped && read.kind !== "run" && read.kind !== "session" && (
          <Command.Group className={GROUP} heading="What was typed">
            {read.kind === "text" && (
              <Item
                id="search"
                onChoose={() => go(`/runs?text=${encodeURIComponent(read.text)}`)}
                title="Search the runs for"
              >
                <q className="truncate font-semibold">{read.text}</q>
              </Item>
            )}
            <Item
              id="ask"
              onChoose={() => go(`/?question=${encodeURIComponent(typed.trim())}`)}
              refused={refusalFor(role, "runs.ask")}
              title="Write as a question"
            >
              <q className="truncate font-semibold">{typed.trim()}</q>
            </Item>
          </Command.Group>
        )}
        {read.kind === "text" && (
          <Found className={GROUP} onOpen={(runId) => go(`/runs/${runId}`)} text={read.text} />
        )}
      </Command.List>
      <p aria-hidden className="flex shrink-0 gap-4 border-t border-line px-4 py-1.5 text-xs text-mute">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
        </span>
        <span>
          <Kbd>↵</Kbd> choose
        </span>
        <span>
          <Kbd>esc</Kbd> close
        </span>
      </p>
    </Command>
  );
}

interface EntriesProps {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
  readonly onAct: (act: PaletteAct) => void;
}

function Entries({ name, entries, onAct }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <Command.Group className={GROUP} heading={name}>
      {entries.map((entry) => (
        <EntryItem entry={entry} key={entry.id} onChoose={() => onAct(entry.act)} />
      ))}
    </Command.Group>
  );
}

/** The run that the page shows, as the page has loaded it. */
function useShownRun(): RunDetail | null {
  const runId = runInAddress(usePathname(), useSearchParams());
  const view = useQuery({ ...runViewOptions(runId ?? ""), enabled: false });
  return runId === null ? null : (view.data?.run ?? null);
}
