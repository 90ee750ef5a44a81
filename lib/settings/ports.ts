/** What settings that change while the server runs need from outside: a store, and saved views a store of their own. */
import type { StoredLimits } from "../contracts/settings";
import type { SavedView, SaveViewRequest, ViewId } from "../contracts/saved-views";

export interface LimitsRecord {
  readonly version: number;
  readonly limits: StoredLimits;
  readonly changedBy: string;
  readonly changedAt: number;
}

/** Every method throws when the store fails. */
export interface SettingsStore {
  /** Null: nobody has changed them yet. */
  readLimits(): Promise<LimitsRecord | null>;
  /** False when the stored version is not the one before the record's. */
  writeLimits(record: LimitsRecord): Promise<boolean>;
}

interface ViewOwner {
  readonly id: string;
  readonly name: string;
}
export interface NewView extends SaveViewRequest {
  readonly viewId: ViewId;
  readonly owner: ViewOwner;
  readonly createdAt: number;
}
/** Every method throws when the store fails. */
export interface SavedViewStore {
  /** Of this owner and those that everybody sees, the oldest first. */
  listViews(ownerId: string): Promise<readonly SavedView[]>;
  createView(view: NewView): Promise<SavedView>;
  /** False when there is no such view of this owner. */
  removeView(viewId: ViewId, ownerId: string): Promise<boolean>;
}
