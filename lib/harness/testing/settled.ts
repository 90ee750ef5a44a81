/** What has become of a promise by the time the microtasks that are due have run. */
export type Settled<T> =
  | { readonly kind: "open" }
  | { readonly kind: "value"; readonly value: T }
  | { readonly kind: "error"; readonly error: unknown };

/** Follows a promise from now on; the returned function says where it stands. */
export function follow<T>(promise: Promise<T>): () => Settled<T> {
  let settled: Settled<T> = { kind: "open" };
  promise.then(
    (value) => {
      settled = { kind: "value", value };
    },
    (error: unknown) => {
      settled = { kind: "error", error };
    },
  );
  return () => settled;
}

/** Lets every microtask that is due run, however long the chain. No time passes. */
export async function microtasks(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
