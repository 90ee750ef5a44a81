import type { DiagnosisHarnessCore } from "../../harness/diagnosis-harness-core";
import type { Timers } from "../../harness/ports";
import type { RunContext } from "../../harness/run-context";

/** A run that is handed over tells no subscriber (RUN-19), so a wait looks this often, ms. */
const LOOK_EVERY_MS = 500;

/** Waits inside a run. Throws RunAbortedException as soon as the run is cancelled or ends; leaves no timer and no subscriber. */
export function waitInRun(
  { core, timers }: { readonly core: DiagnosisHarnessCore; readonly timers: Timers },
  ctx: RunContext,
  waitMs: number,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    core.checkActive(ctx);
    let left = waitMs;
    let timer: { cancel(): void } | null = null;
    let unsubscribe: (() => void) | null = null;
    let waiting = true;
    const end = (act: () => void): void => {
      if (!waiting) return;
      waiting = false;
      timer?.cancel();
      unsubscribe?.();
      act();
    };
    const look = (whenActive: () => void): void => {
      try {
        core.checkActive(ctx);
      } catch (error) {
        end(() => reject(error));
        return;
      }
      whenActive();
    };
    const step = (): void => {
      if (left <= 0) {
        end(resolve);
        return;
      }
      const slice = Math.min(left, LOOK_EVERY_MS);
      left -= slice;
      timer = timers.after(slice, () => look(step));
    };
    unsubscribe = ctx.cancellation.onCancel(() => look(() => undefined));
    if (waiting) step();
  });
}
