import type { ProvisionedDatabase } from "../provision/provisioned-database";
import { loadDemo } from "./prepare-store";

/** How often a console that stays up looks whether the demo's incidents are still recent, ms. */
const LOOK_EVERY_MS = 60 * 60 * 1_000;

/**
 * Keeps "two hours ago" two hours ago: the demo shop is refreshed when it has grown stale. Returns how to stop looking; a refresh that is
 * under way is waited for.
 */
export function keepDemoFresh(
  database: ProvisionedDatabase,
  say: (text: string) => void,
): () => Promise<void> {
  let current: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    current = loadDemo(database).then(
      (demo) => {
        if (demo.kind === "loaded") say("The demo shop was refreshed: its incidents are recent again.");
      },
      (error: unknown) =>
        say(
          `The demo shop could not be refreshed: ${error instanceof Error ? error.message : String(error)}`,
        ),
    );
  }, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await current;
  };
}
