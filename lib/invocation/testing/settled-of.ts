/** What a promise came to, with `throw undefined` still told apart from a value. */
export type Settled<T> =
  { readonly kind: "fulfilled"; readonly value: T } | { readonly kind: "rejected"; readonly error: unknown };

export async function settledOf<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { kind: "fulfilled", value: await promise };
  } catch (error) {
    return { kind: "rejected", error };
  }
}

/** The error of a promise that has to reject. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  const settled = await settledOf(promise);
  if (settled.kind === "fulfilled") throw new Error("it was expected to reject");
  return settled.error;
}
