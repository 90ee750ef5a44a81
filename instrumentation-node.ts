import { getInstance } from "./lib/server/instance";

/** Opens Interlock with the server and ends it in order on SIGTERM and SIGINT (RUN-19). */
export async function startServer(): Promise<void> {
  const { interlock, environment } = getInstance();
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
  await interlock;
}
