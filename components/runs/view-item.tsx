"use client";

import { Pencil, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { defaultView } from "@/lib/client/default-view";
import { SaveViewRequest, type SavedView } from "@/lib/contracts/saved-views";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import { useFocusOnMount } from "../ui/use-focus-on-mount";

interface ViewItemProps {
  readonly view: SavedView;
  /** The list shows it now. */
  readonly isHere: boolean;
  readonly isDefault: boolean;
  readonly isBusy: boolean;
  readonly onOpen: () => void;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
}

/** One saved view. Everybody may open it and begin with it; its owner renames and removes it. */
export function ViewItem({ view, isHere, isDefault, isBusy, onOpen, onRename, onRemove }: ViewItemProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const { name, search, shared, ownerName, isMine, viewId } = view;
  if (isRenaming) {
    return (
      <li>
        <RenameForm
          name={name}
          onCancel={() => setIsRenaming(false)}
          onRename={(next) => {
            setIsRenaming(false);
            if (next !== name) onRename(next);
          }}
        />
      </li>
    );
  }
  return (
    <li className="flex items-center gap-1 rounded-md hover:bg-sunken has-focus-visible:bg-sunken">
      <button
        aria-current={isHere ? "true" : undefined}
        className="min-w-0 flex-1 px-1 py-1 text-left"
        onClick={onOpen}
        title={search === "" ? "all runs" : search}
        type="button"
      >
        <span className={`block truncate ${isHere ? "font-bold" : "font-semibold"}`}>{name}</span>
        <span className="block truncate text-2xs text-mute">
          {shared ? `everybody's, by ${ownerName}` : "yours alone"}
          {isDefault && " · the list opens with it"}
        </span>
      </button>
      <Button
        aria-label={`Open the list with ${name}`}
        aria-pressed={isDefault}
        data-hint={
          isDefault ? "The list opens with it in this browser" : "Open the list with it, in this browser"
        }
        look="quiet"
        onClick={() => defaultView.choose(isDefault ? null : { viewId, search })}
        size="sm"
      >
        <Star aria-hidden className={`size-3.5 ${isDefault ? "fill-current text-accent" : ""}`} />
      </Button>
      {isMine && (
        <>
          <Button
            aria-label={`Rename ${name}`}
            disabled={isBusy}
            look="quiet"
            onClick={() => setIsRenaming(true)}
            size="sm"
          >
            <Pencil aria-hidden className="size-3.5" />
          </Button>
          <ConfirmButton
            aria-label={`Remove ${name}`}
            confirm="Remove?"
            disabled={isBusy}
            look="quiet"
            onConfirm={onRemove}
            size="sm"
          >
            <Trash2 aria-hidden className="size-3.5" />
          </ConfirmButton>
        </>
      )}
    </li>
  );
}

interface RenameFormProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onCancel: () => void;
}

function RenameForm({ name, onRename, onCancel }: RenameFormProps) {
  const [typed, setTyped] = useState(name);
  const field = useFocusOnMount<HTMLInputElement>(true);
  const parsed = SaveViewRequest.shape.name.safeParse(typed);
  return (
    <form
      className="flex items-center gap-1.5 py-1"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Ends the renaming; the menu stays open.
        event.preventDefault();
        onCancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed.success) onRename(parsed.data);
      }}
    >
      <input
        aria-invalid={!parsed.success}
        aria-label={`New name of ${name}`}
        className="h-7 min-w-0 flex-1 rounded-[7px] border border-line-strong bg-panel px-2 text-sm"
        maxLength={80}
        onChange={({ target }) => setTyped(target.value)}
        ref={field}
        value={typed}
      />
      <Button disabled={!parsed.success} size="sm" type="submit">
        Rename
      </Button>
      <Button look="quiet" onClick={onCancel} size="sm">
        Keep
      </Button>
    </form>
  );
}
