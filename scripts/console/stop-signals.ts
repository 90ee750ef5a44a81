const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** npm passes a signal on that the terminal has already sent to us: the same press, not a second one. */
const SAME_PRESS_MS = 500;

/** A shell between npm and this process ends on SIGTERM without passing it on: its end is a request to stop, too. */
const PARENT_CHECK_MS = 500;

/** Aborts when this process is asked to end; a second, later request ends it at once. */
export function stopOnSignals(options: {
  readonly onFirst: (signal: string) => void;
  readonly onSecond: () => void;
}): AbortSignal {
  const controller = new AbortController();
  let firstMs: number | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const nowMs = performance.now();
      if (firstMs === undefined) {
        firstMs = nowMs;
        options.onFirst(signal);
        controller.abort(new StopRequested());
      } else if (nowMs - firstMs > SAME_PRESS_MS) {
        options.onSecond();
      }
    });
  }
  const parent = process.ppid;
  const startedByNpm = process.env.npm_lifecycle_event !== undefined;
  const timer = setInterval(() => {
    if (!startedByNpm || firstMs !== undefined || process.ppid === parent) return;
    firstMs = performance.now();
    options.onFirst("SIGHUP");
    controller.abort(new StopRequested());
  }, PARENT_CHECK_MS);
  timer.unref();
  return controller.signal;
}

/** Why a step was broken off: a person asked for it, so it is not a failure. */
export class StopRequested extends Error {
  override readonly name = "StopRequested";

  constructor() {
    super("asked to stop");
  }
}
