import type { Store } from "./store";

/** A read that an abort stops, as careful promise code writes it. */
export async function readUntilAborted(store: Store, key: number, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const stop = (): void => store.stop(key);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await store.read(key);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
