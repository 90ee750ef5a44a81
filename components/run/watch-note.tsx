import type { WatchStatus } from "@/lib/client/watch-session";
import { formatDuration } from "@/lib/client/format-time";

/** How fresh what is shown is: live, or why not. Nothing when the run has ended. */
export function WatchNote({ watch }: { watch: WatchStatus | null }) {
  if (watch === null) return null;
  switch (watch.kind) {
    case "connecting":
      return <span className="text-xs text-mute">connecting…</span>;
    case "live":
      return (
        <span className="inline-flex items-center gap-1.5 text-xs text-mute">
          <span aria-hidden className="size-1.5 rounded-full bg-ok" /> live
        </span>
      );
    case "reconnecting":
      return (
        <span className="text-xs font-semibold text-warn" role="status">
          connection lost, trying again in {formatDuration(watch.delayMs)} (the run goes on; nothing will be
          missed)
        </span>
      );
    case "offline":
      return (
        <span className="text-xs font-semibold text-warn" role="status">
          offline (the run goes on; what it does is shown when this browser is back)
        </span>
      );
    case "refused":
      return (
        <span className="text-xs font-semibold text-bad" role="alert">
          live updates stopped: {watch.error.message} Reload to see the latest.
        </span>
      );
    case "ended":
      return null;
  }
}
