/** The API over real HTTP without Next: the same routes, wrapper and handlers behind node:http. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { API_ROUTES, type ApiRoute } from "../../http/api-routes";
import type { Interlock } from "../interlock";

export interface TestServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

interface Match {
  readonly route: ApiRoute;
  readonly params: Record<string, string>;
}

function isRoute(key: string): key is ApiRoute {
  return Object.hasOwn(API_ROUTES, key);
}

function match(method: string, path: string): Match | null {
  for (const key of Object.keys(API_ROUTES)) {
    if (!isRoute(key)) continue;
    const [routeMethod, pattern = ""] = key.split(" ");
    const wanted = pattern.split("/");
    const given = path.split("/");
    if (routeMethod !== method || wanted.length !== given.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, i) => {
      const name = /^\[(.+)\]$/.exec(part)?.[1];
      if (name === undefined) return part === given[i];
      params[name] = decodeURIComponent(given[i] ?? "");
      return true;
    });
    if (fits) return { route: key, params };
  }
  return null;
}

/** @param token sent with every request that shows neither a token nor a cookie of its own; null: nobody asks then */
export async function startTestServer(interlock: Interlock, token: string | null): Promise<TestServer> {
  const server = createServer((incoming, outgoing) => {
    void serve(interlock, token, incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  interlock: Interlock,
  token: string | null,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const method = incoming.method ?? "GET";
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "127.0.0.1"}`);
  const found = match(method, url.pathname);
  if (found === null) {
    outgoing.writeHead(404).end();
    return;
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === "string") headers.set(name, value);
  }
  if (token !== null && !headers.has("authorization") && !headers.has("cookie"))
    headers.set("authorization", `Bearer ${token}`);
  const hasBody = method !== "GET" && method !== "HEAD";
  const request = new Request(url, {
    method,
    headers,
    signal: gone.signal,
    ...(hasBody
      ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" as const }
      : {}),
  });
  const response = await interlock.handle(found.route, request, found.params);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  outgoing.on("close", () => {
    // The reader may have ended already; a cancel of a broken body rejects with what broke it.
    reader.cancel().catch(() => undefined);
  });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!outgoing.write(value))
        await new Promise((resolve) => outgoing.once("drain", resolve).once("close", resolve));
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}
