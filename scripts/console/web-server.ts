import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { ReadyReply } from "../../lib/contracts/requests";
import { endProcess } from "../provision/end-process";
import type { DataFolder } from "../provision/data-folder";
import { isPortFree } from "../provision/free-port";
import { readRecord, removeRecord, writeRecord } from "../provision/json-record";
import { endOfLog, openLog } from "../provision/log-file";
import { ownProcessGroup } from "../provision/owned-processes";
import { findPortHolder, type PortHolder } from "../provision/port-holder";
import {
  commandLineOf,
  findProcess,
  isStillRunning,
  processIdentitySchema,
} from "../provision/process-identity";
import { SetupProblem } from "../provision/setup-problem";

export interface WebServerOptions {
  readonly projectRoot: string;
  readonly folder: DataFolder;
  readonly host: string;
  readonly port: number;
  readonly mode: "production" | "dev";
  /** Added to this process's environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface WebServer {
  readonly url: string;
  /** Lets runs end, then the server; by force when it takes too long. */
  stop(): Promise<void>;
  /** Settles when it has ended without being asked to, with what is known about why. */
  readonly ended: Promise<string>;
}

const READY_TIMEOUT_MS = 90_000;
/** Runs are cancelled and finished in this time; afterwards the server is ended by force. */
const STOP_GRACE_MS = 20_000;

const webRecordSchema = z.object({ server: processIdentitySchema, port: z.number() });

function recordPath(folder: DataFolder): string {
  return join(folder.run, "web.json");
}

/** Ends the web server that a killed starter of this data folder left behind; never a process that is not it. */
export async function endOrphanedWebServer(folder: DataFolder): Promise<"none" | "ended"> {
  const record = await readRecord(recordPath(folder), webRecordSchema);
  if (record === undefined) return "none";
  const isOurs =
    (await isStillRunning(record.server)) && /\bnext\b/.test(await commandLineOf(record.server.pid));
  if (isOurs) await endProcess(record.server, { graceMs: STOP_GRACE_MS, ownGroup: true });
  await removeRecord(recordPath(folder));
  return isOurs ? "ended" : "none";
}

/** Throws SetupProblem, naming who listens there, when the port is taken. */
export async function assertPortFree(port: number, host: string): Promise<void> {
  if (await isPortFree(port, host)) return;
  const holder = await findPortHolder(port);
  throw new SetupProblem(
    `Port ${port} at ${host} is taken${holder === undefined ? "" : describeHolder(holder)}.`,
    `Stop that, or take another port: PORT=${port === 65_535 ? port - 1 : port + 1} npm start`,
  );
}

function describeHolder({ pid, command, workingDir }: PortHolder): string {
  const place = workingDir === undefined ? "" : ` in ${workingDir}`;
  return `, by ${command.slice(0, 100) || "a process"} (pid ${pid}${place})`;
}

/** Longer than the 60 s after which proxies let go of an idle connection: who reuses one that is being closed loses a request. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Starts the web server and waits until it is ready to answer questions. Its output goes to `logs/console.log`, or to
 * the terminal in dev mode. Throws SetupProblem with what it said when it does not become ready.
 */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { folder, host, port, projectRoot } = options;
  const logPath = join(folder.logs, "console.log");
  const log = options.mode === "dev" ? undefined : await openLog(logPath);
  const next = join(projectRoot, "node_modules", "next", "dist", "bin", "next");
  const command = options.mode === "dev" ? "dev" : "start";
  const args = [next, command, "-H", host, "-p", String(port)];
  if (options.mode === "production") args.push("--keepAliveTimeout", String(KEEP_ALIVE_MS));
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: "1",
      ...(options.mode === "dev"
        ? { NODE_ENV: "development" }
        : // The console ends its runs on SIGTERM itself; Next's own handler would not wait for them.
          { NODE_ENV: "production", NEXT_MANUAL_SIG_HANDLE: "true" }),
      ...options.environment,
    },
    stdio: ["ignore", log?.fd ?? "inherit", log?.fd ?? "inherit"],
    // In a group of its own: Ctrl-C goes to the starter alone, which stops things in order.
    detached: true,
  });
  const release = ownProcessGroup(child.pid, "SIGKILL");
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
  await log?.close();
  const identity = child.pid === undefined ? undefined : await findProcess(child.pid);
  if (identity !== undefined) await writeRecord(recordPath(folder), { server: identity, port });
  const stop = async (): Promise<void> => {
    stopping = true;
    if (identity !== undefined && !hasEnded)
      await endProcess(identity, { graceMs: STOP_GRACE_MS, ownGroup: true });
    await ending;
    await removeRecord(recordPath(folder));
  };
  const whatItSaid = async (): Promise<string> => (log === undefined ? "" : `\n${await endOfLog(logPath)}`);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  try {
    await waitUntilReady({ url, hasEnded: () => hasEnded, whatItSaid, logPath, signal: options.signal });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    stop,
    ended: new Promise((resolve, reject) => {
      ending.then(async (why) => {
        if (!stopping) resolve(`${why}${await whatItSaid()}`);
      }, reject);
    }),
  };
}

async function waitUntilReady(options: {
  readonly url: string;
  readonly hasEnded: () => boolean;
  readonly whatItSaid: () => Promise<string>;
  readonly logPath: string;
  readonly signal: AbortSignal | undefined;
}): Promise<void> {
  const deadlineMs = performance.now() + READY_TIMEOUT_MS;
  let lastAnswer = "no answer";
  while (performance.now() < deadlineMs) {
    options.signal?.throwIfAborted();
    if (options.hasEnded()) {
      throw new SetupProblem(
        `The console ended while it started.${await options.whatItSaid()}`,
        `Its whole log is ${options.logPath}`,
      );
    }
    const answer = await askReadiness(options.url);
    if (answer === "ready") return;
    lastAnswer = answer;
    await delay(50);
  }
  throw new SetupProblem(
    `The console was not ready after ${READY_TIMEOUT_MS / 1000} s: ${lastAnswer}${await options.whatItSaid()}`,
    `Its whole log is ${options.logPath}`,
  );
}

async function askReadiness(url: string): Promise<string> {
  try {
    const response = await fetch(`${url}/api/ready`, {
      signal: AbortSignal.timeout(10_000),
      redirect: "manual",
    });
    const body: unknown = await response.json();
    // A language model that is away fails the runs that need it; the console is there to show them.
    const reply = ReadyReply.safeParse(body);
    if (reply.success && reply.data.checks.store.ok && reply.data.checks.engine.ok) return "ready";
    return `/api/ready answers ${response.status} ${JSON.stringify(body).slice(0, 300)}`;
  } catch (error) {
    if (error instanceof Error) return error.cause instanceof Error ? error.cause.message : error.message;
    throw error;
  }
}
