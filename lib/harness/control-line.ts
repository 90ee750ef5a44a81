import type { TraceDetail, TraceLine, TraceName } from "../contracts/trace";
import type { TraceRecorder } from "./ports";

/** One trace line of the control's own: an instant of phase "control". `at` is ms since the epoch. */
export function recordControlLine(
  trace: TraceRecorder,
  line: {
    readonly name: TraceName;
    readonly status: TraceLine["status"];
    readonly at: number;
    readonly callId: string | null;
    readonly durationMs?: number | null;
    readonly detail: TraceDetail;
  },
): void {
  const { name, status, at, callId, durationMs = null, detail } = line;
  trace.record({ name, phase: "control", status, at, durationMs, callId, detail });
}
