import { StoreHeldError } from "./lib/persistence/store-hold";
import { EnvironmentError } from "./lib/server/environment";
import { getInstance } from "./lib/server/instance";

/** Opens Interlock with the server and ends it in order on SIGTERM and SIGINT (RUN-19). A store that another process holds ends the process (RUN-18). */
export async function startServer(): Promise<void> {
  const { interlock, environment } = openOrExit();
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void interlock
      .then((opened) => opened.stop(environment.graceMs))
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  try {
    await interlock;
  } catch (error) {
    exitIfSaid(error);
    throw error;
  }
}

function openOrExit(): ReturnType<typeof getInstance> {
  try {
    return getInstance();
  } catch (error) {
    exitIfSaid(error);
    throw error;
  }
}

/** What a person can put right was said already, in a sentence: a stack below it would hide it, and a server without it answers nothing. */
function exitIfSaid(error: unknown): void {
  if (error instanceof StoreHeldError || error instanceof EnvironmentError) process.exit(1);
}
