import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { DataFolder } from "./data-folder";
import { chooseFreePort, isPortFree } from "./free-port";
import { readRecord, writeRecord } from "./json-record";
import type { RunningDatabase } from "./running-database";
import { lastLines, runProgram } from "./run-program";
import { COMMON_SERVER_ARGUMENTS } from "./server-arguments";
import { SetupProblem } from "./setup-problem";
import { waitForServer } from "./wait-for-server";

const IMAGE = "mariadb:10.11";
const PULL_AND_START_TIMEOUT_MS = 600_000;
const START_TIMEOUT_MS = 120_000;

const portRecordSchema = z.object({ port: z.number().int().min(1).max(65_535) });

/** Whether there is a Docker whose engine answers; the client alone is not enough. */
export async function dockerEngineAnswers(): Promise<boolean> {
  const outcome = await runProgram("docker", ["version", "--format", "{{.Server.Version}}"], {
    timeoutMs: 10_000,
  });
  return outcome.kind === "exited" && outcome.code === 0;
}

/**
 * The private database as a container, where no mariadbd can run directly. Its port is bound to 127.0.0.1 and its data
 * is in the data folder. A container that a killed starter left behind is adopted when it answers with the folder's
 * password, and replaced when it does not.
 */
export async function startDockerMariadb(options: {
  readonly folder: DataFolder;
  readonly rootPassword: string;
  readonly signal?: AbortSignal;
}): Promise<RunningDatabase> {
  const { folder, rootPassword } = options;
  const name = `interlock-${createHash("sha256").update(folder.root).digest("hex").slice(0, 12)}`;
  const recordPath = join(folder.root, "mariadb-docker-port.json");
  const remembered = await readRecord(recordPath, portRecordSchema);
  const isAlive = (): Promise<boolean> => containerRuns(name);
  if (remembered !== undefined && (await isAlive())) {
    const outcome = await waitForServer(
      { port: remembered.port, password: rootPassword },
      { isAlive, timeoutMs: 10_000 },
    );
    if (outcome.kind === "answers") {
      return describe({
        name,
        port: remembered.port,
        rootPassword,
        version: outcome.facts.version,
        how: "adopted",
      });
    }
  }
  await runProgram("docker", ["rm", "--force", name], { timeoutMs: 60_000 });
  const port =
    remembered !== undefined && (await isPortFree(remembered.port))
      ? remembered.port
      : await chooseFreePort();
  await writeRecord(recordPath, { port });
  await runContainer({ name, port, folder, rootPassword, signal: options.signal });
  const outcome = await waitForServer(
    { port, password: rootPassword },
    {
      isAlive,
      timeoutMs: START_TIMEOUT_MS,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    },
  );
  if (outcome.kind !== "answers") {
    const logs = await runProgram("docker", ["logs", "--tail", "12", name], { timeoutMs: 10_000 });
    await runProgram("docker", ["rm", "--force", name], { timeoutMs: 60_000 });
    throw new SetupProblem(
      `MariaDB in Docker did not come up. It says:\n${logs.kind === "exited" ? logs.output : logs.kind}`,
      `Moving ${folder.dockerData} away begins with an empty database.`,
    );
  }
  return describe({ name, port, rootPassword, version: outcome.facts.version, how: "started" });
}

interface Container {
  readonly name: string;
  readonly port: number;
  readonly rootPassword: string;
}

async function runContainer(
  container: Container & { readonly folder: DataFolder; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const { folder, name, port } = container;
  await mkdir(folder.dockerData, { recursive: true });
  // In a file, as arguments can be read by every account of the machine.
  const environmentFile = join(folder.run, "docker.env");
  await writeFile(environmentFile, `MARIADB_ROOT_PASSWORD=${container.rootPassword}\n`, { mode: 0o600 });
  const uid = process.getuid?.();
  const asUser = uid === undefined || uid === 0 ? [] : ["--user", `${uid}:${process.getgid?.() ?? uid}`];
  try {
    const outcome = await runProgram(
      "docker",
      [
        "run",
        "--detach",
        "--name",
        name,
        "--env-file",
        environmentFile,
        "--publish",
        `127.0.0.1:${port}:3306`,
        "--volume",
        `${folder.dockerData}:/var/lib/mysql`,
        ...asUser,
        IMAGE,
        ...COMMON_SERVER_ARGUMENTS,
      ],
      {
        timeoutMs: PULL_AND_START_TIMEOUT_MS,
        ...(container.signal === undefined ? {} : { signal: container.signal }),
      },
    );
    if (outcome.kind === "exited" && outcome.code === 0) return;
    throw new SetupProblem(
      `Docker could not run ${IMAGE}: ${outcome.kind === "exited" ? lastLines(outcome.output, 5) : outcome.kind}`,
      "Check that Docker can pull images, or install MariaDB on this machine.",
    );
  } finally {
    await rm(environmentFile, { force: true });
  }
}

async function containerRuns(name: string): Promise<boolean> {
  const outcome = await runProgram("docker", ["inspect", "--format", "{{.State.Running}}", name], {
    timeoutMs: 10_000,
  });
  return outcome.kind === "exited" && outcome.stdout.trim() === "true";
}

function describe(
  container: Container & { readonly version: string; readonly how: "started" | "adopted" },
): RunningDatabase {
  let stopping = false;
  return {
    port: container.port,
    rootPassword: container.rootPassword,
    // The engine's network stands between: connections do not come from 127.0.0.1.
    clientHost: "%",
    version: /\d+\.\d+\.\d+/.exec(container.version)?.[0] ?? container.version,
    how: container.how,
    stop: async () => {
      stopping = true;
      await runProgram("docker", ["stop", "--time", "30", container.name], { timeoutMs: 60_000 });
      await runProgram("docker", ["rm", "--force", container.name], { timeoutMs: 60_000 });
    },
    ended: new Promise((resolve, reject) => {
      runProgram("docker", ["wait", container.name]).then((outcome) => {
        if (!stopping)
          resolve(outcome.kind === "exited" ? `exit code ${outcome.stdout.trim()}` : outcome.kind);
      }, reject);
    }),
  };
}
