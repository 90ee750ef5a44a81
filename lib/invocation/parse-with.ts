import { failed, succeeded, type OperationOutcome } from "./operation-outcome";
import type { Schema } from "./ports";
import { consumeLateRejection, isThenable } from "./promises";
import { SchemaNotSynchronous } from "./refusals";

/** What the schema makes of the value. Never throws; a thenable is a failure, and its late rejection is consumed. */
export function parseWith<T>(schema: Schema<T>, value: unknown): OperationOutcome<T> {
  try {
    const parsed = schema.parse(value);
    if (!isThenable(parsed)) return succeeded(parsed);
    consumeLateRejection(parsed);
    return failed(new SchemaNotSynchronous("a schema returned a thenable: parsing is synchronous"));
  } catch (error) {
    return failed(error);
  }
}
