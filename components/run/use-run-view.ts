import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { apiClient } from "@/lib/client/api-client";
import { browserNetwork } from "@/lib/client/browser-network";
import { coalesce } from "@/lib/client/coalesce";
import { runKeys, runViewOptions } from "@/lib/client/run-queries";
import { callsForDetail, foldEvent, foldSnapshot, type RunView } from "@/lib/client/run-view";
import { WatchSession, type WatchStatus } from "@/lib/client/watch-session";
import { refreshRunDetail } from "./refresh-run-detail";

export interface RunViewState {
  readonly view: RunView | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Null when there is nothing to watch. */
  readonly watch: WatchStatus | null;
}

const browserTimers = {
  after: (delayMs: number, fire: () => void) => {
    const timer = setTimeout(fire, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

/** One run, loaded once and then kept up to date by its watch stream for as long as something may come. */
export function useRunView(runId: string): RunViewState {
  const client = useQueryClient();
  const query = useQuery(runViewOptions(runId));
  const [watch, setWatch] = useState<WatchStatus | null>(null);
  const live = query.data?.live === true;

  // Outside systems: the run's watch stream and the browser's connection.
  useEffect(() => {
    if (!live) return;
    const key = runKeys.view(runId);
    const patch = (change: (view: RunView) => RunView) => {
      client.setQueryData<RunView>(key, (view) => (view === undefined ? undefined : change(view)));
    };
    const refreshDetail = coalesce(() => refreshRunDetail(client, runId));
    const session = new WatchSession({
      runId,
      // From the beginning: what was loaded meanwhile is folded again without harm, and nothing is missed.
      after: 0,
      open: (id, after, signal) => apiClient.openWatch(id, after, signal),
      onSnapshot: (frame) => patch((view) => foldSnapshot(view, frame)),
      onEvent: (frame, seq) => {
        patch((view) => foldEvent(view, frame, seq));
        if (callsForDetail(frame)) refreshDetail();
      },
      onStatus: setWatch,
      timers: browserTimers,
      network: browserNetwork,
      random: Math.random,
    });
    session.start();
    return () => session.dispose();
  }, [client, live, runId]);

  return {
    view: query.data,
    error: query.error,
    retry: () => void query.refetch(),
    watch: live ? watch : null,
  };
}
