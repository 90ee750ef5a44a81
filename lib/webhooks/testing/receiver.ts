/** A receiver of webhooks on a port of its own, that behaves as it is told. */
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Behaviour =
  | { readonly kind: "answer"; readonly status: number; readonly headers?: Record<string, string> }
  /** Closes the connection without an answer. */
  | { readonly kind: "reset" }
  /** Never answers. */
  | { readonly kind: "hang" }
  /** A status, and then a body without end. */
  | { readonly kind: "flood" };

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** For the next requests, in order; the last one stays. */
  behave(...behaviours: readonly Behaviour[]): void;
  /** Fulfils when so many requests have come. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

const TAKEN: Behaviour = { kind: "answer", status: 204 };

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let plan: Behaviour[] = [TAKEN];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      });
      const behaviour = (plan.length > 1 ? plan.shift() : plan[0]) ?? TAKEN;
      act(behaviour, response);
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    behave: (...behaviours) => {
      plan = [...behaviours];
    },
    until: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count, resolve });
          }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function act(behaviour: Behaviour, response: ServerResponse): void {
  switch (behaviour.kind) {
    case "answer":
      response.writeHead(behaviour.status, behaviour.headers).end("thanks");
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "hang":
      return;
    case "flood": {
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
      };
      response.on("drain", pour);
      pour();
    }
  }
}

/** As a receiver checks it, by the specification and not by our code. */
export function isSigned(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(expected);
}
