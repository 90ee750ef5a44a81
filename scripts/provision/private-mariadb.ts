import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { access, chmod, open, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { createDatabaseDirectory } from "./create-database-directory";
import type { DataFolder } from "./data-folder";
import { explainFailedStart } from "./explain-failed-start";
import { endProcess, whenGone } from "./end-process";
import { chooseFreePort, isPortFree } from "./free-port";
import { readRecord, writeRecord } from "./json-record";
import { endOfLog, openLog } from "./log-file";
import { makeFolder } from "./make-folder";
import { ownProcessGroup } from "./owned-processes";
import { programArguments, programEnvironment, type MariadbProgram } from "./mariadb-program";
import {
  findProcess,
  findProcessesByCommand,
  isStillRunning,
  type ProcessIdentity,
} from "./process-identity";
import type { RunningDatabase } from "./running-database";
import { accountArguments, chooseServerAccount, giveTo, type ServerAccount } from "./server-account";
import { COMMON_SERVER_ARGUMENTS, REDO_LOG_ARGUMENT } from "./server-arguments";
import { waitForServer } from "./wait-for-server";

export interface PrivateMariadbOptions {
  readonly folder: DataFolder;
  readonly program: MariadbProgram;
  readonly rootPassword: string;
  /** `relaxed` leaves the flushing to the operating system: for data that a test makes anew. */
  readonly durability: "full" | "relaxed";
  readonly signal?: AbortSignal;
}

/** Recovery after a crash may take a while. */
const START_TIMEOUT_MS = 120_000;
const STOP_GRACE_MS = 30_000;
/** Unix sockets have names of at most 103 bytes on macOS, 107 on Linux. */
const MAX_SOCKET_PATH_BYTES = 100;

const portRecordSchema = z.object({ port: z.number().int().min(1).max(65_535) });

/**
 * Starts the private MariaDB of a data folder, at 127.0.0.1 and a port that the folder remembers. A server that a
 * killed starter left behind is adopted when it answers with the folder's password, and ended when it does not.
 * Throws SetupProblem with what the server wrote when it does not come up.
 */
export async function startPrivateMariadb(options: PrivateMariadbOptions): Promise<RunningDatabase> {
  const { folder } = options;
  const remembered = await readRecord(portRecordPath(folder), portRecordSchema);
  for (const orphan of await findServersOf(folder)) {
    const adopted = remembered === undefined ? undefined : await adopt(options, orphan, remembered.port);
    if (adopted !== undefined) return adopted;
    await endProcess(orphan, { graceMs: STOP_GRACE_MS });
  }
  const account = await chooseServerAccount(folder.mariadbData);
  if (!(await exists(join(folder.mariadbData, "mysql")))) {
    await rm(folder.mariadbData, { recursive: true, force: true });
    await createDatabaseDirectory({
      program: options.program,
      account,
      databaseDir: folder.mariadbData,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  }
  const port =
    remembered !== undefined && (await isPortFree(remembered.port))
      ? remembered.port
      : await chooseFreePort();
  return start(options, account, port);
}

function portRecordPath(folder: DataFolder): string {
  return join(folder.root, "mariadb-port.json");
}

function dataDirArgument(folder: DataFolder): string {
  return `--datadir=${folder.mariadbData}`;
}

/** Servers that run on this folder's data, whoever started them. */
function findServersOf(folder: DataFolder): Promise<ProcessIdentity[]> {
  const wanted = dataDirArgument(folder);
  return findProcessesByCommand(
    (command) => /(mariadbd|mysqld)\b/.test(command) && `${command} `.includes(`${wanted} `),
  );
}

async function adopt(
  options: PrivateMariadbOptions,
  orphan: ProcessIdentity,
  port: number,
): Promise<RunningDatabase | undefined> {
  const address = { port, password: options.rootPassword };
  // It may still be starting or recovering; it may also be one that never will answer us.
  const outcome = await waitForServer(address, { isAlive: () => isStillRunning(orphan), timeoutMs: 10_000 });
  if (outcome.kind !== "answers") return undefined;
  if ((await realpath(outcome.facts.dataDir)) !== (await realpath(options.folder.mariadbData)))
    return undefined;
  const watching = new AbortController();
  return {
    port,
    rootPassword: options.rootPassword,
    clientHost: "127.0.0.1",
    version: shortVersion(outcome.facts.version),
    how: "adopted",
    stop: async () => {
      watching.abort();
      await endProcess(orphan, { graceMs: STOP_GRACE_MS });
    },
    ended: endOfWatched(orphan, watching.signal),
  };
}

/** Never settles once the watching is over. */
function endOfWatched(identity: ProcessIdentity, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    whenGone(identity, signal).then(() => {
      if (!signal.aborted) resolve("it was ended from outside");
    }, reject);
  });
}

async function start(
  options: PrivateMariadbOptions,
  account: ServerAccount | undefined,
  port: number,
): Promise<RunningDatabase> {
  const { folder, program } = options;
  const places = await preparePlaces(folder, account, options.rootPassword);
  const logPath = join(folder.logs, "mariadb.log");
  const log = await openLog(logPath);
  const logBegin = (await log.stat()).size;
  await writeRecord(portRecordPath(folder), { port });
  const child = spawn(
    program.binary,
    [...programArguments(program), ...accountArguments(account), ...serverArguments(options, port, places)],
    {
      cwd: folder.mariadbData,
      env: programEnvironment(program),
      stdio: ["ignore", log.fd, log.fd],
      // In a group of its own: Ctrl-C goes to the starter alone, which stops things in order.
      detached: true,
    },
  );
  // A clean shutdown, also when the starter itself fails.
  const release = ownProcessGroup(child.pid, "SIGTERM");
  let stopping = false;
  let hasEnded = false;
  const ending = new Promise<string>((resolve) => {
    child.on("error", (error) => {
      hasEnded = true;
      resolve(error.message);
    });
    child.on("exit", (code, signal) => {
      hasEnded = true;
      release();
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
  });
  await log.close();
  const stop = async (): Promise<void> => {
    stopping = true;
    const identity = child.pid === undefined || hasEnded ? undefined : await findProcess(child.pid);
    if (identity !== undefined) await endProcess(identity, { graceMs: STOP_GRACE_MS });
    await ending;
  };
  const address = { port, password: options.rootPassword };
  let outcome;
  try {
    outcome = await waitForServer(address, {
      isAlive: () => Promise.resolve(!hasEnded),
      timeoutMs: START_TIMEOUT_MS,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await rm(places.initFile, { force: true });
  }
  if (outcome.kind !== "answers") {
    await stop();
    throw explainFailedStart({
      folder,
      kind: outcome.kind,
      log: await readFrom(logPath, logBegin),
      timeoutMs: START_TIMEOUT_MS,
    });
  }
  return {
    port,
    rootPassword: options.rootPassword,
    clientHost: "127.0.0.1",
    version: shortVersion(outcome.facts.version),
    how: /crash recovery/i.test(await readFrom(logPath, logBegin)) ? "recovered" : "started",
    stop,
    ended: new Promise((resolve, reject) => {
      ending.then(async (why) => {
        if (!stopping) resolve(`${why}\n${await endOfLog(logPath)}`);
      }, reject);
    }),
  };
}

interface Places {
  readonly socket: string;
  readonly pidFile: string;
  readonly initFile: string;
}

/** The socket, the pid file and the SQL that runs before the first connection, where the server's account can reach them. */
async function preparePlaces(
  folder: DataFolder,
  account: ServerAccount | undefined,
  rootPassword: string,
): Promise<Places> {
  const own = join(folder.run, "mariadb");
  const runDir =
    Buffer.byteLength(join(own, "mariadb.sock")) <= MAX_SOCKET_PATH_BYTES
      ? own
      : join(tmpdir(), `interlock-${createHash("sha256").update(folder.root).digest("hex").slice(0, 12)}`);
  await makeFolder(runDir, 0o700);
  await chmod(runDir, 0o700);
  await giveTo(account, runDir);
  const places = {
    socket: join(runDir, "mariadb.sock"),
    pidFile: join(runDir, "mariadb.pid"),
    initFile: join(runDir, "init.sql"),
  };
  // Whatever a killed server left there is nobody's: it was looked for by its command line before.
  for (const stale of Object.values(places)) await rm(stale, { force: true });
  await writeFile(places.initFile, initSql(rootPassword), { mode: 0o600 });
  await giveTo(account, places.initFile);
  return places;
}

/** One statement a line. Run at every start, before the server listens, so root never is without this password. */
function initSql(rootPassword: string): string {
  return ["localhost", "127.0.0.1"]
    .flatMap((host) => [
      `CREATE USER IF NOT EXISTS 'root'@'${host}' IDENTIFIED BY '${rootPassword}';`,
      `ALTER USER 'root'@'${host}' IDENTIFIED BY '${rootPassword}';`,
      `GRANT ALL PRIVILEGES ON *.* TO 'root'@'${host}' WITH GRANT OPTION;`,
    ])
    .join("\n");
}

function serverArguments(options: PrivateMariadbOptions, port: number, places: Places): string[] {
  return [
    dataDirArgument(options.folder),
    `--socket=${places.socket}`,
    `--pid-file=${places.pidFile}`,
    `--init-file=${places.initFile}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    ...COMMON_SERVER_ARGUMENTS,
    REDO_LOG_ARGUMENT,
    ...(options.durability === "relaxed"
      ? ["--innodb-flush-log-at-trx-commit=0", "--skip-innodb-doublewrite"]
      : []),
  ];
}

async function readFrom(path: string, offset: number): Promise<string> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.max(size - offset, 0)),
      0,
      undefined,
      offset,
    );
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function shortVersion(version: string): string {
  return /\d+\.\d+\.\d+/.exec(version)?.[0] ?? version;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
