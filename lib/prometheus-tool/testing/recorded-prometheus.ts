/**
 * What a real Prometheus answered to the tests, told again where there is none; and the way it is recorded:
 * `PROMETHEUS_RECORD=1 npx vitest run lib/prometheus-tool`. For tests alone.
 */
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { z } from "zod";
import type { PrometheusProcess } from "./prometheus-process";

const FILE = join(import.meta.dirname, "recorded-answers.json");
/** A query whose client left has no answer: it is left waiting again. */
const Recorded = z.array(z.object({ request: z.string(), status: z.int().nullable(), body: z.string() }));
type Recorded = z.infer<typeof Recorded>;

/** Tells the recorded answers. */
export async function startRecorded(): Promise<PrometheusProcess> {
  const answers = Recorded.parse(JSON.parse(await readFile(FILE, "utf8")));
  let waiting = 0;
  return serve(
    (_, response, key) => {
      const found = answers.find((answer) => answer.request === key);
      if (found === undefined) {
        response.writeHead(500).end(`nothing was recorded for ${key}`);
        return;
      }
      if (found.status !== null) {
        response.writeHead(found.status, { "content-type": "application/json" }).end(found.body);
        return;
      }
      waiting += 1;
      response.once("close", () => {
        waiting -= 1;
      });
    },
    () => Promise.resolve(waiting),
  );
}

/** Stands before a real one and keeps what it answers, in the order of the requests' texts. */
export async function startRecording(real: PrometheusProcess): Promise<PrometheusProcess> {
  const answers: Recorded = [];
  const keep = (request: string, status: number | null, body: string): void => {
    if (!answers.some((answer) => answer.request === request)) answers.push({ request, status, body });
  };
  const proxy = await serve((request, response, key, form) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const init = { method: "POST", body: form, signal: gone.signal };
    void fetch(`${real.url}${request.url ?? ""}`, init).then(
      async (answer) => {
        const body = await answer.text();
        keep(key, answer.status, body);
        response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
      },
      () => keep(key, null, ""),
    );
  }, real.queriesInProgress);
  return {
    ...proxy,
    async close() {
      await proxy.close();
      const sorted = answers.sort((left, right) => (left.request < right.request ? -1 : 1));
      await writeFile(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
      await real.close();
    },
  };
}

type Answerer = (
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  form: URLSearchParams,
) => void;

async function serve(answer: Answerer, queriesInProgress: () => Promise<number>): Promise<PrometheusProcess> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
      answer(request, response, keyOf(request.url ?? "", form), form);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    queriesInProgress,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Its time limit says nothing about the question. */
function keyOf(path: string, form: URLSearchParams): string {
  const fields = [...form].filter(([name]) => name !== "timeout").map(([name, value]) => `${name}=${value}`);
  return `${path} ${fields.sort().join(" & ")}`;
}
