/** A real Prometheus on a private port, with known points and a data folder of its own. For tests alone. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
/** The programs of the Debian package. */
const SERVER = "prometheus";
const TOOL = "promtool";

export interface PrometheusProcess {
  readonly url: string;
  /** Queries that it is evaluating now, by its own account. */
  queriesInProgress(): Promise<number>;
  close(): Promise<void>;
}

/** Minutes 0 to 9 of 2026, seconds since the epoch. */
const FIRST_POINT = 1_767_225_600;
const POINTS = 10;

/** Finds the program, or installs it where this process may: root, on Debian. */
export async function hasPrometheus(): Promise<boolean> {
  if (await answersVersion()) return true;
  if (process.getuid?.() !== 0) return false;
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const arguments_ = ["install", "--yes", "--no-install-recommends", SERVER];
    await run("apt-get", arguments_, { timeout: 120_000, env });
  } catch {
    // No Debian, no network, or another installation is at work: the recorded answers remain.
    return false;
  }
  return answersVersion();
}

async function answersVersion(): Promise<boolean> {
  try {
    await run(SERVER, ["--version"], { timeout: 20_000 });
    await run(TOOL, ["--version"], { timeout: 20_000 });
    return true;
  } catch {
    // There is no such program.
    return false;
  }
}

export async function startPrometheus(): Promise<PrometheusProcess> {
  const folder = await mkdtemp(join(tmpdir(), "interlock-prometheus-"));
  await writeFile(join(folder, "points.txt"), openMetrics());
  await writeFile(join(folder, "prometheus.yml"), "global: {}\n");
  const data = join(folder, "data");
  await run(TOOL, ["tsdb", "create-blocks-from", "openmetrics", join(folder, "points.txt"), data], {
    timeout: 60_000,
  });
  const port = await freePort();
  const child = spawn(
    SERVER,
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${data}`,
      "--storage.tsdb.retention.time=100y",
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { stdio: "ignore" },
  );
  const url = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; !(await isReady(url)); attempt += 1) {
    if (attempt > 300 || child.exitCode !== null) {
      await close();
      throw new Error("Prometheus did not become ready");
    }
  }
  return { url, queriesInProgress: () => queriesInProgress(url), close };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    if (response.ok) return true;
  } catch {
    // Not listening yet.
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  return false;
}

async function queriesInProgress(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^prometheus_engine_queries (\d+)$/m.exec(text)?.[1]);
}

function openMetrics(): string {
  const series: readonly [gateway: string, step: number][] = [
    ["gw-b", 41],
    ["gw-a", 2],
  ];
  const lines = series.flatMap(([gateway, step]) =>
    Array.from(
      { length: POINTS },
      (_, minute) =>
        `payments_failed_total{gateway="${gateway}",time="utc"} ${minute * step} ${FIRST_POINT + minute * 60}`,
    ),
  );
  return ["# TYPE payments_failed counter", ...lines, "# EOF", ""].join("\n");
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}
