/** Sends a signal to a process, or to a group when the id is negative. Says whether there was one to receive it. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

/** Sends a signal to a process group; a group that is gone already is no error. */
export function signalGroup(groupId: number, signal: NodeJS.Signals): void {
  signalIfAlive(-groupId, signal);
}
