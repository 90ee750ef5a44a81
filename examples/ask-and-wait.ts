/**
 * Asks one question over the API and waits for its end, with the generated client.
 *
 * INTERLOCK_URL=http://127.0.0.1:3000 INTERLOCK_TOKEN=… node --import tsx examples/ask-and-wait.ts "Why do payments fail?"
 */
import { pathToFileURL } from "node:url";
import {
  createInterlockClient,
  type ApiSchemas,
  type InterlockClient,
} from "../lib/client/program/interlock-client";

/**
 * The run, once its outcome is stored.
 * @throws Error with what the server refused, or when the run takes longer than `limitMs`
 */
export async function askAndWait(
  client: InterlockClient,
  query: string,
  { pollMs, limitMs }: { readonly pollMs: number; readonly limitMs: number },
): Promise<ApiSchemas["RunDetail"]> {
  const started = await client.POST("/api/runs", { body: { query } });
  if (started.error !== undefined) throw new Error(`${started.error.code}: ${started.error.detail}`);
  const { runId } = started.data;
  const end = Date.now() + limitMs;
  for (;;) {
    const { data: run, error } = await client.GET("/api/runs/{id}", { params: { path: { id: runId } } });
    if (error !== undefined) throw new Error(`${error.code}: ${error.detail}`);
    if (run.storedAt.outcome !== null) return run;
    if (Date.now() > end) throw new Error(`${runId} has not ended yet`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

const started = process.argv[1];
if (started !== undefined && import.meta.url === pathToFileURL(started).href) {
  const { INTERLOCK_URL: baseUrl, INTERLOCK_TOKEN: token } = process.env;
  const query = process.argv[2];
  if (baseUrl === undefined || token === undefined || query === undefined) {
    console.error("Set INTERLOCK_URL and INTERLOCK_TOKEN, and give the question as an argument.");
    process.exitCode = 1;
  } else {
    const client = createInterlockClient({ baseUrl, token });
    const run = await askAndWait(client, query, { pollMs: 1_000, limitMs: 600_000 });
    console.log(
      `${run.runState} ${run.releaseOutcome ?? ""}: ${run.conclusion ?? run.failure?.message ?? "no conclusion"}`,
    );
  }
}
