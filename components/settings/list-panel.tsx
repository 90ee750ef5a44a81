import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { ListSkeleton } from "./list-skeleton";

/** What of a query a list needs. */
interface ListQuery<T> {
  readonly data: readonly T[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

export interface ListPanelProps<T> {
  readonly query: ListQuery<T>;
  /** "The users", where they cannot be read. */
  readonly what: string;
  /** Said where there is none. */
  readonly empty: { readonly title: string; readonly text: ReactNode };
  /** One row, a list item with a key of its own. */
  readonly children: (item: T) => ReactNode;
}

/** A list of rows that is on its way, failed, empty or there. What was read stays when it cannot be read again. */
export function ListPanel<T>({ query, what, empty, children }: ListPanelProps<T>) {
  const { data, error, refetch } = query;
  return (
    <>
      {error !== null && (
        <Notice title={`${what} could not be read`} tone="bad" urgent>
          <p>{error.message}</p>
          <Button className="mt-2" onClick={() => void refetch()} size="sm">
            Try again
          </Button>
        </Notice>
      )}
      {data === undefined ? (
        error === null && <ListSkeleton />
      ) : data.length === 0 ? (
        <div className="panel">
          <EmptyState title={empty.title}>{empty.text}</EmptyState>
        </div>
      ) : (
        <ul className="panel divide-y divide-line">{data.map(children)}</ul>
      )}
    </>
  );
}
