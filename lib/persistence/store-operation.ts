/** Where driver errors end: one mapping for every store of this room. */
import { z } from "zod";
import { StoreUnavailableError } from "../runs/ports";
import { UnreadableDocumentError } from "./documents";

/**
 * Runs one operation of a store. Whatever the driver throws becomes StoreUnavailableError, with the driver's error as its `cause`.
 * @param operation completes the sentence "the store could not …"
 */
export async function storeOperation<T>(operation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // A row that does not parse is a bug or a foreign writer, not an outage.
    if (error instanceof z.ZodError || error instanceof UnreadableDocumentError) throw error;
    throw new StoreUnavailableError(operation, error);
  }
}
