import { formatClock, formatExact } from "@/lib/client/format-time";

/** A moment of a log in the reader's own zone, "2026-11-30 14:31:42 UTC+1". */
export function datedClock(at: number): string {
  return `${formatExact(at).slice(0, 10)} ${formatClock(at)}`;
}
