/** The saved view that this browser opens the list of runs with. Kept in the browser: a choice of the reader, not of the view's owner. */
import { z } from "zod";

const DefaultView = z.object({ viewId: z.string(), search: z.string() });
export type DefaultView = z.infer<typeof DefaultView>;

const STORAGE_KEY = "interlock-default-view";

/** The part of `localStorage` that is used; reading and writing throw where the browser forbids storage. */
export interface ViewStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** One per page. What another tab chooses is known when the page is opened again. */
export class DefaultViewStore {
  readonly #storage: () => ViewStorage;
  readonly #listeners = new Set<() => void>();
  /** Undefined: not read yet. */
  #chosen: DefaultView | null | undefined;

  constructor(storage: () => ViewStorage) {
    this.#storage = storage;
  }

  readonly read = (): DefaultView | null => {
    this.#chosen ??= this.#stored();
    return this.#chosen;
  };

  /** A browser that forbids storage keeps the choice for this page only. */
  choose(view: DefaultView | null): void {
    this.#chosen = view;
    try {
      if (view === null) this.#storage().removeItem(STORAGE_KEY);
      else this.#storage().setItem(STORAGE_KEY, JSON.stringify(view));
    } catch {
      // Chosen all the same, until the page is left.
    }
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #stored(): DefaultView | null {
    try {
      const parsed = DefaultView.safeParse(JSON.parse(this.#storage().getItem(STORAGE_KEY) ?? "null"));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }
}

/** Of this page's browser. */
export const defaultView = new DefaultViewStore(() => localStorage);
