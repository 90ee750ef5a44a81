import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { programArguments, programEnvironment, type MariadbProgram } from "./mariadb-program";
import { lastLines, runProgram } from "./run-program";
import { accountArguments, giveTo, type ServerAccount } from "./server-account";
import { REDO_LOG_ARGUMENT } from "./server-arguments";
import { SetupProblem } from "./setup-problem";

/** In the order in which mariadb-install-db runs them; newer servers have another prefix for the same files. */
const SYSTEM_SQL = [
  "_system_tables.sql",
  "_performance_tables.sql",
  "_system_tables_data.sql",
  "fill_help_tables.sql",
  "maria_add_gis_sp_bootstrap.sql",
  "_sys_schema.sql",
];

/**
 * Makes the system tables in a new data directory, as mariadb-install-db does, whose shell script knows neither
 * unpacked packages nor folders with a space in their name. The directory appears complete or not at all. There is no
 * anonymous account; root gets its password before the server listens for the first time.
 */
export async function createDatabaseDirectory(options: {
  readonly program: MariadbProgram;
  readonly account: ServerAccount | undefined;
  readonly databaseDir: string;
  readonly signal?: AbortSignal;
}): Promise<void> {
  const { program, account, databaseDir } = options;
  const draft = `${databaseDir}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await giveTo(account, draft);
  const outcome = await runProgram(
    program.binary,
    [
      ...programArguments(program),
      ...accountArguments(account),
      "--bootstrap",
      "--silent-startup",
      `--datadir=${draft}`,
      "--log-warnings=0",
      "--enforce-storage-engine=",
      "--max-allowed-packet=8M",
      "--net-buffer-length=16K",
      REDO_LOG_ARGUMENT,
    ],
    {
      cwd: draft,
      env: programEnvironment(program),
      input: await systemSql(program.shareDir),
      timeoutMs: 120_000,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    },
  );
  if (outcome.kind !== "exited" || outcome.code !== 0) {
    const reason = outcome.kind === "exited" ? lastLines(outcome.output) : outcome.kind;
    await rm(draft, { recursive: true, force: true });
    throw new SetupProblem(
      `MariaDB could not make its system tables in ${databaseDir}:\n${reason}`,
      `Its program is ${program.binary}; name another with INTERLOCK_MARIADBD if this one is broken.`,
    );
  }
  await rename(draft, databaseDir);
}

async function systemSql(shareDir: string): Promise<string> {
  const present = new Set(await readdir(shareDir));
  const contents = await Promise.all(
    SYSTEM_SQL.map((suffix) => {
      const name = [suffix, `mariadb${suffix}`, `mysql${suffix}`].find((candidate) => present.has(candidate));
      if (name === undefined) {
        throw new SetupProblem(
          `The MariaDB in ${shareDir} is incomplete: there is no *${suffix}.`,
          "Install its server package anew, or name another server with INTERLOCK_MARIADBD.",
        );
      }
      return readFile(join(shareDir, name), "utf8");
    }),
  );
  return [
    "create database if not exists mysql;",
    "use mysql;",
    "SET @auth_root_socket=NULL;",
    ...contents,
    "DELETE FROM mysql.global_priv WHERE User = '' OR (User = 'root' AND Host NOT IN ('localhost', '127.0.0.1'));",
    "",
  ].join("\n");
}
