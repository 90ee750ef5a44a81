/** The size of the redo log; the system tables are made with the same, or the first start would make it anew. */
export const REDO_LOG_ARGUMENT = "--innodb-log-file-size=48M";

/** What every private server is run with, Docker's too. */
export const COMMON_SERVER_ARGUMENTS: readonly string[] = [
  "--skip-name-resolve",
  "--skip-log-bin",
  "--local-infile=0",
  "--default-time-zone=+00:00",
  "--character-set-server=utf8mb4",
  "--collation-server=utf8mb4_unicode_ci",
  "--max-connections=500",
  "--innodb-buffer-pool-size=256M",
  // The server-health playbooks read statement digests and metadata locks.
  "--performance-schema=ON",
  "--performance-schema-instrument=wait/lock/metadata/sql/mdl=ON",
  "--performance-schema-consumer-events-statements-history=ON",
];
