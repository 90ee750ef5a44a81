"use client";

import Link from "next/link";
import { useKeys } from "../keys/use-keys";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { MoreRuns, type ListEnd } from "./more-runs";

interface NoRunsProps {
  readonly isFiltered: boolean;
  readonly end: ListEnd;
  readonly onClear: () => void;
}

/** In the place of the table: why it is empty, and what can be done. A search that stopped early has not found that there is nothing. */
export function NoRuns({ isFiltered, end, onClear }: NoRunsProps) {
  useKeys({ loadMore: end.onMore });
  if (!isFiltered) {
    return (
      <EmptyState title="No runs yet">
        A run is what answers a question.{" "}
        <Link className="font-semibold text-accent underline underline-offset-2" href="/">
          Ask the first one
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={end.hasMore ? "No run found so far" : "No run matches these filters"}>
      <MoreRuns end={end} listed={0} onPress={end.onMore} />
      <Button className="mt-2" onClick={onClear} size="sm">
        Clear the filters
      </Button>
    </EmptyState>
  );
}
