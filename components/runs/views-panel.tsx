"use client";

import { useRouter } from "next/navigation";
import { readSearch, searchOfFilter } from "@/lib/client/run-filter-address";
import type { RunFilter } from "@/lib/contracts/run-filter";
import { SaveViewForm } from "./save-view-form";
import { useDefaultView } from "./use-default-view";
import { useSavedViews } from "./use-saved-views";
import { ViewItem } from "./view-item";
import { ViewsSkeleton } from "./views-skeleton";

interface ViewsPanelProps {
  readonly filter: RunFilter;
  readonly columns: string | null;
  /** A view is being opened. */
  readonly onOpened: () => void;
  /** The control that has the focus goes. */
  readonly onKeepFocus: () => void;
}

/** The saved views and the way to another one; loaded when it is opened first. */
export function ViewsPanel({ filter, columns, onOpened, onKeepFocus }: ViewsPanelProps) {
  const router = useRouter();
  const { views, save, remove, rename, error } = useSavedViews();
  const chosen = useDefaultView();
  const here = searchOfFilter(filter);
  return (
    <>
      {views.isPending ? (
        <ViewsSkeleton />
      ) : views.isError ? (
        <p className="px-1 py-1 text-xs font-semibold text-bad" role="alert">
          The views could not be read: {views.error.message}
        </p>
      ) : views.data.length === 0 ? (
        <p className="px-1 py-1 text-xs text-mute">No view is saved yet.</p>
      ) : (
        <ul className="grid gap-0.5">
          {views.data.map((view) => (
            <ViewItem
              isBusy={remove.isPending || rename.isPending}
              isDefault={chosen?.viewId === view.viewId}
              isHere={searchOfFilter(readSearch(view.search).filter) === here}
              key={view.viewId}
              onOpen={() => {
                onOpened();
                router.push(view.search === "" ? "/runs" : `/runs?${view.search}`);
              }}
              onRemove={() => {
                onKeepFocus();
                remove.mutate(view);
              }}
              onRename={(name) => {
                onKeepFocus();
                rename.mutate({ view, name });
              }}
              view={view}
            />
          ))}
        </ul>
      )}
      {error !== null && (
        <p className="px-1 py-1 text-xs font-semibold text-bad" role="alert">
          The views were not changed: {error.message}
        </p>
      )}
      <SaveViewForm
        columns={columns}
        filter={filter}
        isBusy={save.isPending}
        onSave={(body, done) => save.mutate(body, { onSuccess: done })}
      />
    </>
  );
}
