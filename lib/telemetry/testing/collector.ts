/** A collector of OpenTelemetry spans over HTTP, that answers as it is told. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
});
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: Value })),
  status: z.object({ code: z.int().optional() }).optional(),
});
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly isError: boolean;
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface Collector {
  readonly endpoint: string;
  readonly spans: CollectedSpan[];
  /** Everything that was sent, as it came. */
  readonly bodies: string[];
  readonly headers: Record<string, unknown>[];
  /** `hang` never answers. */
  behave(how: "take" | "fail" | "hang"): void;
  /** Fulfils when such a span has come. */
  until(reached: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  let how: "take" | "fail" | "hang" = "take";
  const answer = (response: ServerResponse, body: string): void => {
    bodies.push(body);
    if (how === "hang") return;
    if (how === "fail") {
      response.writeHead(503).end();
      return;
    }
    spans.push(...collected(body));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
    for (const look of waiting) look();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    headers.push({ ...request.headers, path: request.url });
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(response, Buffer.concat(chunks).toString("utf8")));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    headers,
    behave: (wanted) => {
      how = wanted;
    },
    until: (reached) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = spans.find(reached);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function collected(body: string): CollectedSpan[] {
  const { resourceSpans } = Export.parse(JSON.parse(body));
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId ?? null,
      name: span.name,
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value }) => [
          key,
          value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue),
        ]),
      ),
      isError: span.status?.code === 2,
      startedAt: Number(BigInt(span.startTimeUnixNano) / 1_000_000n),
      endedAt: Number(BigInt(span.endTimeUnixNano) / 1_000_000n),
    }));
}
