/**
 * One HTTP request on a connection of its own. Made with node:http, because that tells when the connection of an aborted request has really
 * ended; fetch does not.
 */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";

export interface ApiRequest {
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly bearerToken: string | null;
  readonly maxBytes: number;
}
export type ApiReply =
  | { readonly kind: "reply"; readonly status: number; readonly body: string }
  | { readonly kind: "too_large" }
  /** The system's short code, e.g. ECONNREFUSED. */
  | { readonly kind: "unreachable"; readonly code: string }
  | { readonly kind: "aborted" };

export interface SentRequest {
  /** Always fulfils. */
  readonly reply: Promise<ApiReply>;
  /** Fulfils when nothing of the request is left: its connection is closed. */
  readonly closed: Promise<void>;
  /** Closes the connection. */
  abort(): void;
}

export function sendRequest({ url, form, bearerToken, maxBytes }: ApiRequest): SentRequest {
  const body = form.toString();
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const request = send(url, {
    method: "POST",
    // A connection of its own: closing it ends this request and nothing else.
    agent: false,
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body),
      ...(bearerToken === null ? {} : { authorization: `Bearer ${bearerToken}` }),
    },
  });
  let aborted = false;
  const closed = new Promise<void>((resolve) => request.once("close", () => resolve()));
  const reply = awaitReply(request, maxBytes).then(
    (answer): ApiReply => (aborted ? { kind: "aborted" } : answer),
    (error: unknown): ApiReply =>
      aborted ? { kind: "aborted" } : { kind: "unreachable", code: codeOf(error) },
  );
  request.end(body);
  return {
    reply,
    closed,
    abort() {
      aborted = true;
      request.destroy();
    },
  };
}

function awaitReply(request: ClientRequest, maxBytes: number): Promise<ApiReply> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    // A response that ends before it is complete tells so by this alone.
    request.once("close", () => reject(new Error("the connection was closed")));
    request.once("response", (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes <= maxBytes) {
          chunks.push(chunk);
          return;
        }
        resolve({ kind: "too_large" });
        request.destroy();
      });
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          kind: "reply",
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
  });
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : "the connection was lost";
}
