import { useState } from "react";
import type { z } from "zod";

type Problems = Readonly<Record<string, string>>;

/**
 * Checks what was written into a form before it is sent. `problems` has the first thing that is wrong with each field, by name; `check` returns
 * null where something is wrong.
 */
export function useCheckedFields<T>(schema: z.ZodType<T>): {
  readonly problems: Problems;
  readonly check: (written: unknown) => T | null;
} {
  const [problems, setProblems] = useState<Problems>({});
  const check = (written: unknown): T | null => {
    const parsed = schema.safeParse(written);
    const issues = parsed.success ? [] : parsed.error.issues;
    setProblems(
      Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message])),
    );
    return parsed.success ? parsed.data : null;
  };
  return { problems, check };
}
