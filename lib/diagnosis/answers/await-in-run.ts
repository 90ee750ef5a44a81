import type { DiagnosisHarnessCore } from "../../harness/diagnosis-harness-core";
import type { RunContext } from "../../harness/run-context";

/**
 * Waits for work that is neither a model nor a tool call and cannot be stopped. The awaiter settles with RunAbortedException as soon as the run
 * ends (RUN-9); what arrives later is counted, never used (RUN-15).
 */
export function awaitInRun<T>(
  core: DiagnosisHarnessCore,
  ctx: RunContext,
  callId: string,
  start: () => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    core.checkActive(ctx);
    let waiting = true;
    // Called back synchronously when the run was cancelled already, hence the separate variable.
    let unsubscribe: (() => void) | null = null;
    const settle = (act: () => void): void => {
      if (!waiting) return;
      waiting = false;
      unsubscribe?.();
      act();
    };
    const abort = (): void => {
      settle(() => {
        try {
          core.checkActive(ctx);
        } catch (error) {
          reject(error);
        }
      });
    };
    unsubscribe = ctx.cancellation.onCancel(abort);
    // `start` may throw synchronously; as a promise it takes the one way out that unsubscribes.
    Promise.resolve()
      .then(start)
      .then(
        (value) => {
          if (!waiting) {
            core.refuseLate(ctx, "tool_result", callId);
            return;
          }
          settle(() => {
            try {
              core.checkActive(ctx);
              resolve(value);
            } catch (error) {
              reject(error);
            }
          });
        },
        (error: unknown) => {
          settle(() => {
            try {
              core.checkActive(ctx);
              reject(error);
            } catch (aborted) {
              reject(aborted);
            }
          });
        },
      );
  });
}
