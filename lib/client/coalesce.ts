/**
 * Makes a request function out of `act` that never runs twice at once: requests made while it runs are answered by one
 * more run after it. `act` handles its own failures.
 */
export function coalesce(act: () => Promise<void>): () => void {
  let state: "idle" | "running" | "again" = "idle";
  const run = async (): Promise<void> => {
    state = "running";
    await act();
    const again = wasAskedAgain();
    state = "idle";
    if (again) await run();
  };
  // Read through a function: the state changes while `act` is awaited.
  const wasAskedAgain = () => state === "again";
  return () => {
    if (state === "idle") void run();
    else state = "again";
  };
}
