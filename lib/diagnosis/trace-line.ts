import type { TraceDetail, TraceName, TracePhase, TraceStatus } from "../contracts/trace";
import type { Clock } from "../harness/ports";
import type { StageRecorder } from "../harness/run-stage";

export interface DiagnosisTraceLine {
  readonly name: TraceName;
  readonly phase: TracePhase;
  readonly status: TraceStatus;
  /** When it began, ms since the epoch; absent for an instant. */
  readonly startedAt?: number;
  readonly callId?: string;
  readonly detail: TraceDetail;
}

/** Tells one line, timed by the injected clock. */
export function traceLine(recorder: StageRecorder, clock: Clock, line: DiagnosisTraceLine): void {
  const now = clock.now();
  recorder.record({
    name: line.name,
    phase: line.phase,
    status: line.status,
    at: line.startedAt ?? now,
    durationMs: line.startedAt === undefined ? null : Math.max(0, now - line.startedAt),
    callId: line.callId ?? null,
    detail: line.detail,
  });
}
