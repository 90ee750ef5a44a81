import { describe, expect, it, vi } from "vitest";
import { DefaultViewStore, type ViewStorage } from "./default-view";

function aStorage(stored: string | null = null): ViewStorage {
  let value = stored;
  return {
    getItem: () => value,
    setItem: (_key, next) => {
      value = next;
    },
    removeItem: () => {
      value = null;
    },
  };
}
const VIEW = { viewId: "viw_1", search: "state=FAILED" };

describe("DefaultViewStore", () => {
  it("keeps a choice in the browser, tells of it, and takes it back", () => {
    const storage = aStorage();
    const store = new DefaultViewStore(() => storage);
    const listener = vi.fn();
    const leave = store.subscribe(listener);
    expect(store.read()).toBeNull();
    store.choose(VIEW);
    expect(store.read()).toEqual(VIEW);
    expect(new DefaultViewStore(() => storage).read()).toEqual(VIEW);
    store.choose(null);
    expect(new DefaultViewStore(() => storage).read()).toBeNull();
    expect(listener).toHaveBeenCalledTimes(2);
    leave();
    store.choose(VIEW);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it.each(["not json", "7", '{"viewId":"viw_1"}', "null"])("takes %j for no choice", (stored) => {
    expect(new DefaultViewStore(() => aStorage(stored)).read()).toBeNull();
  });

  it("chooses for this page alone where the browser forbids storage", () => {
    const store = new DefaultViewStore(() => {
      throw new DOMException("denied", "SecurityError");
    });
    expect(store.read()).toBeNull();
    store.choose(VIEW);
    expect(store.read()).toEqual(VIEW);
  });
});
