/** A private database server that answers. */
export interface RunningDatabase {
  /** At 127.0.0.1. */
  readonly port: number;
  readonly rootPassword: string;
  /** Where its clients come from, for accounts: `127.0.0.1`, or `%` behind Docker's network. */
  readonly clientHost: "127.0.0.1" | "%";
  readonly version: string;
  readonly how: "started" | "recovered" | "adopted";
  /** Shuts it down cleanly and waits for its end. */
  stop(): Promise<void>;
  /** Settles when it has ended without being asked to, with what is known about why. */
  readonly ended: Promise<string>;
}
