/**
 * Ids of traces and spans, made of the ids of runs and calls: a run is one trace, whichever processes ran it, and its calls find their parent without
 * anybody remembering it.
 */
import { createHash } from "node:crypto";

function hex(text: string, characters: number): string {
  const digest = createHash("sha256").update(text).digest("hex").slice(0, characters);
  // All zeros means "none".
  return /^0+$/.test(digest) ? digest.replace(/0$/, "1") : digest;
}

/** 32 hexadecimal digits. */
export function traceIdOf(runId: string): string {
  return hex(`trace ${runId}`, 32);
}

/** 16 hexadecimal digits. @param id of a run or of a call */
export function spanIdOf(id: string): string {
  return hex(`span ${id}`, 16);
}
