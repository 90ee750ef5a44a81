import Link from "next/link";
import type { SavedView } from "@/lib/contracts/saved-views";
import { ConfirmButton } from "../ui/confirm-button";

export interface ViewRowProps {
  readonly view: SavedView;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

export function ViewRow({
  view: { name, search, shared, ownerName, isMine },
  isBusy,
  onRemove,
}: ViewRowProps) {
  return (
    <li
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2.5"
    >
      <Link
        className="min-w-0 font-semibold break-words hover:underline"
        href={`/runs${search === "" ? "" : `?${search}`}`}
      >
        {name}
      </Link>
      <div className="row-span-2">
        {isMine && (
          <ConfirmButton confirm="Remove?" disabled={isBusy} onConfirm={onRemove}>
            Remove
          </ConfirmButton>
        )}
      </div>
      <p className="min-w-0 text-xs break-all text-mute">
        {shared ? `Everybody's, by ${ownerName}` : "Yours alone"} · {search === "" ? "all runs" : search}
      </p>
    </li>
  );
}
