"use client";

import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { readTyped } from "@/lib/client/typed-search";
import { KEY_TABLE } from "../keys/key-table";
import { Kbd } from "../ui/kbd";

/** How long typing rests before it is searched for, ms. */
const TYPING_MS = 300;
export const SEARCH_FIELD_ID = "run-search";

interface SearchFieldProps {
  /** What the address says. */
  readonly text: string | undefined;
  readonly onSearch: (text: string | null) => void;
  readonly onSession: (sessionId: string) => void;
  readonly onRun: (runId: string) => void;
}

/** Words of a question, or a pasted id: a run's is opened, a session's becomes its filter. */
export function SearchField({ text = "", onSearch, onSession, onRun }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState({ text, sent: text });
  if (text !== known.text) {
    // Another address puts another text into the field; what it says of itself leaves the field alone.
    if (text !== known.sent) setTyped(text);
    setKnown({ text, sent: known.sent });
  }
  const read = readTyped(typed);
  const search = (wanted: string) => {
    if (wanted === text) return;
    setKnown({ text, sent: wanted });
    onSearch(wanted === "" ? null : wanted);
  };
  const follow = useEffectEvent(() => {
    switch (read.kind) {
      case "nothing":
        return search("");
      case "text":
        return search(read.text);
      case "session":
        setTyped(text);
        return onSession(read.sessionId);
      case "run":
        return onRun(read.runId);
      case "unsearchable":
        return undefined;
    }
  });
  // Outside system: the clock, so that each letter does not ask the server.
  useEffect(() => {
    const timer = setTimeout(() => follow(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const problem = read.kind === "unsearchable" ? read.says : null;
  return (
    <span className="relative min-w-0 max-md:flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" />
      <input
        aria-describedby={problem === null ? undefined : `${SEARCH_FIELD_ID}-problem`}
        aria-invalid={problem !== null}
        aria-label="Search questions"
        className={`h-8 w-full rounded-[7px] border bg-panel pr-8 pl-8 text-sm md:w-60 2xl:w-80 ${problem !== null ? "border-bad" : text === "" ? "border-line-strong" : "border-accent bg-accent-soft"}`}
        id={SEARCH_FIELD_ID}
        maxLength={400}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
        }}
        placeholder="Search, or paste an id"
        role="searchbox"
        type="text"
        value={typed}
      />
      <span aria-hidden className="pointer-events-none absolute top-1.5 right-2 text-faint max-md:hidden">
        <Kbd>{KEY_TABLE.searchRuns.keys}</Kbd>
      </span>
      {problem !== null && (
        <span
          className="panel absolute top-9 left-0 z-20 w-72 border-bad px-2.5 py-1.5 text-xs font-semibold text-bad shadow-lg"
          id={`${SEARCH_FIELD_ID}-problem`}
          role="status"
        >
          {problem}
        </span>
      )}
    </span>
  );
}
