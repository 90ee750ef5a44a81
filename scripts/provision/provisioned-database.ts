/** The database a console runs on, however it was come by. */
export interface ProvisionedDatabase {
  /** For a line on the screen; holds no secret. */
  readonly label: string;
  /** Whether the server was set up by us, for us alone. */
  readonly isOurs: boolean;
  /** mysql:// URL of the store, of an account that may alter it. */
  readonly storeUrl: string;
  /** mysql:// URLs of the demo sources; absent where there is no demo. */
  readonly sources: { readonly shopUrl?: string; readonly serverUrl?: string };
  /** mysql:// URL without a database, of an account that may create some; absent where we have none. */
  readonly adminUrl?: string;
  /** Stops what was started for it. */
  stop(): Promise<void>;
  /** Settles when a server of ours has ended without being asked to, with what is known about why. */
  readonly ended: Promise<string>;
}

/** Names inside a private server, which is ours alone. */
export const STORE_DATABASE = "interlock";
export const DEMO_DATABASE = "shop";
