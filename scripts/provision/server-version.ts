export type ServerFlavor = "mariadb" | "mysql";

export interface ServerVersion {
  readonly flavor: ServerFlavor;
  readonly major: number;
  readonly minor: number;
  readonly text: string;
}

/** The oldest servers the store and the read-only execution are made for. */
const OLDEST = { mariadb: [10, 5], mysql: [8, 0] } as const;

/** Reads what `SELECT VERSION()` or `mariadbd --version` says; undefined when it is no version. */
export function parseServerVersion(text: string): ServerVersion | undefined {
  // MariaDB may put a fake "5.5.5-" in front of its version for old clients.
  const [, major, minor] = /(?:^|\s)(?:5\.5\.5-)?(\d+)\.(\d+)\.\d+/.exec(text) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  return {
    flavor: /mariadb/i.test(text) ? "mariadb" : "mysql",
    major: Number(major),
    minor: Number(minor),
    text: text.trim(),
  };
}

export function isTooOld(version: ServerVersion): boolean {
  const [major, minor] = OLDEST[version.flavor];
  return version.major < major || (version.major === major && version.minor < minor);
}

export const OLDEST_SERVERS_TEXT = "MariaDB 10.5 or MySQL 8.0";
