import type { CallControl } from "./call-control";
import type { InvocationHost } from "./invocation-host";
import type { CallEnding } from "./observer";
import type { ProgressChannel } from "./progress-channel";
import { callIsolated } from "./promises";
import { runCleanup } from "./run-cleanup";

/**
 * Tells every observer that the context is terminal. What strict ones threw, here or on a delta before, fails the
 * delivery and changes nothing else (EXIT-3a). Never throws.
 */
export function observeEnding(
  host: Pick<InvocationHost, "observers" | "faults">,
  progress: ProgressChannel,
  control: CallControl,
  ending: () => CallEnding,
): void {
  const { observers, faults } = host;
  if (observers.length === 0) return;
  const strictFailures: unknown[] = [...progress.strictFailures];
  for (const observer of observers) {
    if (observer.ended === undefined) continue;
    if (observer.strict === true) runCleanup(() => observer.ended?.(ending()), strictFailures);
    else
      callIsolated(
        () => observer.ended?.(ending()),
        undefined,
        (error) => faults.report("observer", error),
      );
  }
  for (const error of strictFailures) control.installBoundaryFailure("observer", error, "delivery");
}
