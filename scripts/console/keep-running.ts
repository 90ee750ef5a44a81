import { SetupProblem } from "../provision/setup-problem";

/** Something that runs and may end by itself. */
export interface Running {
  stop(): Promise<void>;
  /** Why it ended: a line, and after it what it said last. */
  readonly ended: Promise<string>;
}

export interface KeepRunningOptions<T extends Running> {
  readonly name: string;
  readonly start: () => Promise<T>;
  readonly say: (text: string) => void;
  /** Called when it ends too often, or cannot be started again. */
  readonly giveUp: (error: Error) => void;
  readonly nowMs: () => number;
}

const MAX_RESTARTS = 3;
const RESTART_WINDOW_MS = 60_000;

/**
 * Starts something again when it ends by itself: at most three times in a minute, after which it gives up. `stop` ends
 * it for good, whichever instance runs by then and also while one is being started.
 */
export function keepRunning<T extends Running>(
  first: T,
  options: KeepRunningOptions<T>,
): { stop(): Promise<void> } {
  let current: T | undefined = first;
  let restarting: Promise<void> = Promise.resolve();
  let stopped = false;
  const restarts: number[] = [];

  const watch = (instance: T): void => {
    instance.ended.then(
      (why) => {
        if (!stopped) restarting = restart(why);
      },
      (error: unknown) => options.giveUp(error instanceof Error ? error : new Error(String(error))),
    );
  };
  const restart = async (why: string): Promise<void> => {
    current = undefined;
    const recent = restarts.filter((atMs) => options.nowMs() - atMs < RESTART_WINDOW_MS);
    if (recent.length >= MAX_RESTARTS) {
      options.giveUp(
        new SetupProblem(
          `${options.name} keeps ending (${why})`,
          "Look at its log, put right what ends it, and start again.",
        ),
      );
      return;
    }
    restarts.push(options.nowMs());
    const [inShort] = why.split("\n");
    options.say(`${options.name} ended unexpectedly (${inShort}). Starting it again.`);
    try {
      const next = await options.start();
      current = next;
      options.say(`${options.name} is running again.`);
      watch(next);
    } catch (error) {
      options.giveUp(error instanceof Error ? error : new Error(String(error)));
    }
  };
  watch(first);
  return {
    stop: async () => {
      stopped = true;
      await restarting;
      await current?.stop();
    },
  };
}
