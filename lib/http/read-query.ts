import type { z } from "zod";
import { fieldsOf, ProblemError } from "./problem-response";

/**
 * Parses the query string by a strict schema: an unknown or repeated parameter is an error, not silence.
 * @throws ProblemError INVALID_REQUEST
 */
export function readQuery<T extends z.ZodType>(request: Request, schema: T): z.infer<T> {
  const params = new URL(request.url).searchParams;
  const record: Record<string, string> = {};
  for (const [name, value] of params) {
    if (Object.hasOwn(record, name)) {
      throw new ProblemError(
        "INVALID_REQUEST",
        `give "${name}" once; several values are separated by commas`,
      );
    }
    record[name] = value;
  }
  const parsed = schema.safeParse(record);
  if (parsed.success) return parsed.data;
  throw new ProblemError("INVALID_REQUEST", "the query string is not valid", fieldsOf(parsed.error));
}
