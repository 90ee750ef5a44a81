/** What a caller sees: POST to metadata beside an empty route of the same server, and whole playbook runs beside their SQL sent bare. */
import { createConnection } from "mysql2/promise";
import { ToolPage } from "../../lib/contracts/requests";
import { openBenchConsole, type BenchConsole } from "./bench-console";
import { rowOverFloor, type BenchRow } from "./row";

const STARTS = 100;
const RUNS = 40;
const QUESTION = "Why are payments failing?";

export async function httpRows(): Promise<readonly BenchRow[]> {
  const console = await openBenchConsole();
  try {
    return [...(await startRows(console)), ...(await runRows(console))];
  } finally {
    await console.stop();
  }
}

async function startRows(bench: BenchConsole): Promise<BenchRow[]> {
  const { baseUrl } = bench;
  const empty: number[] = [];
  const start: number[] = [];
  // The first rounds warm both routes and are thrown away.
  for (let i = -10; i < STARTS; i++) {
    const emptyMs = await timed(async () => {
      await (await fetch(`${baseUrl}/api/health`)).text();
    });
    let response: Response | undefined;
    const startMs = await timed(async () => {
      response = await ask(bench, "What can you do?");
      await firstBytes(response.clone());
    });
    await response?.text();
    if (i < 0) continue;
    empty.push(emptyMs);
    start.push(startMs);
  }
  return [
    rowOverFloor(
      "POST to metadata, p50, beside an empty route",
      median(start),
      "ms",
      median(empty),
      "≤ 10 ms",
    ),
  ];
}

async function runRows(bench: BenchConsole): Promise<BenchRow[]> {
  const { baseUrl, shopUrl, token } = bench;
  const runId = /"runId":"(run_[0-9a-z]+)"/.exec(await (await ask(bench, QUESTION)).text())?.[1];
  if (runId === undefined) throw new Error("a run has an id");
  const tools = ToolPage.parse(
    await (
      await fetch(`${baseUrl}/api/runs/${runId}/tools`, { headers: { authorization: `Bearer ${token}` } })
    ).json(),
  ).items;
  const runMs = await timed(async () => {
    for (let i = 0; i < RUNS; i++) await (await ask(bench, QUESTION)).text();
  });
  const connection = await createConnection({ uri: shopUrl });
  const bareMs = await timed(async () => {
    for (let i = 0; i < RUNS; i++)
      for (const tool of tools) await connection.query(tool.statement, [...tool.params]);
  });
  await connection.end();
  return [
    rowOverFloor(
      `one playbook run of ${tools.length} queries, beside the same SQL sent bare`,
      runMs / RUNS,
      "ms",
      bareMs / RUNS,
      "–",
    ),
    {
      name: "complete playbook runs, one after another",
      value: (1_000 * RUNS) / runMs,
      unit: "runs/s",
      floor: (1_000 * RUNS) / bareMs,
    },
  ];
}

function ask({ baseUrl, token }: BenchConsole, query: string): Promise<Response> {
  return fetch(`${baseUrl}/api/chat`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
}

async function firstBytes(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  await reader?.read();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function median(samples: readonly number[]): number {
  return [...samples].sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;
}
