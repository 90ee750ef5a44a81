/** Whether the browser takes itself to be on a network, injected so that tests own it. */
export interface Network {
  isOnline(): boolean;
  /** Calls on every change until the returned function is called. */
  subscribe(listener: (online: boolean) => void): () => void;
}

/** The browser's own word. It is prompt about a loss, but not reliable: a server on this machine answers all the same. */
export const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  subscribe: (listener) => {
    const onOnline = () => listener(true);
    const onOffline = () => listener(false);
    window.addEventListener("online", onOnline);
    window.addEventListener("offline", onOffline);
    return () => {
      window.removeEventListener("online", onOnline);
      window.removeEventListener("offline", onOffline);
    };
  },
};
