"use client";

import { formatMinute } from "@/lib/client/time-range";
import { KEY_TABLE } from "../keys/key-table";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";

/** Where the list stands: the end of it, or how to go on. */
export interface ListEnd {
  readonly hasMore: boolean;
  /** The search stopped there, ms since the epoch, before the page was full; null: it did not stop. */
  readonly searchedTo: number | null;
  readonly isLoading: boolean;
  /** Why the last attempt to go on failed; null when it did not. */
  readonly problem: string | null;
  readonly onMore: () => void;
}

interface MoreRunsProps {
  readonly end: ListEnd;
  /** Runs that are listed. */
  readonly listed: number;
  readonly onPress: () => void;
}

/** Under the rows: goes on with the list, and says how far a search has come where it did not look at everything. */
export function MoreRuns({ end, listed, onPress }: MoreRunsProps) {
  const { hasMore, searchedTo, isLoading, problem } = end;
  if (!hasMore) return null;
  const isSearch = searchedTo !== null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1.5 px-3 py-3 text-xs text-mute">
      <p aria-live="polite">
        {isSearch && (
          <>
            {listed === 0 ? "None found" : `${listed.toLocaleString("en")} found`} among the runs that began
            since <b className="font-semibold text-ink">{formatMinute(searchedTo)}</b>.
          </>
        )}
        {problem !== null && !isLoading && <span className="font-semibold text-bad"> {problem}</span>}
      </p>
      <Button aria-disabled={isLoading} onClick={onPress} size="sm">
        {isSearch ? (isLoading ? "Looking…" : "Look further back") : isLoading ? "Loading…" : "Load more"}
        <Kbd>{KEY_TABLE.loadMore.keys}</Kbd>
      </Button>
    </div>
  );
}
