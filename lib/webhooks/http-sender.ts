/**
 * Sends over HTTP. The address that was checked is the one that is connected to: the check is inside the look-up of the connection, so no second
 * look-up can answer otherwise. Redirects are answers, not ways on; nothing of the answer's text is kept.
 */
import { lookup as resolve, type LookupAddress, type LookupAllOptions } from "node:dns";
import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { mayCallAddress, mayCallHost, type AddressPolicy } from "./address-policy";
import type { SendRequest, SendResult, WebhookSender, WebhookTime } from "./ports";

/** From the look-up to the end of the answer, ms. */
const SEND_TIMEOUT_MS = 15_000;
/** What is read of an answer at most, bytes. */
const MOST_READ = 16 * 1024;

/** All addresses of a name. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface HttpSenderOptions {
  readonly policy: AddressPolicy;
  readonly time: Pick<WebhookTime, "after">;
  readonly timeoutMs?: number;
  /** The look-up of the system, but for tests. */
  readonly lookup?: LookupAll;
}

class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

export function createHttpSender(options: HttpSenderOptions): WebhookSender {
  const { policy, time, timeoutMs = SEND_TIMEOUT_MS } = options;
  const lookup = guardedLookup(policy, options.lookup ?? resolve);
  return {
    send: (request) =>
      new Promise((settle) => {
        const url = new URL(request.url);
        const host = url.hostname.replace(/^\[|\]$/g, "");
        // A literal address is never looked up.
        if (!mayCallHost(policy, url.hostname) || (isIP(host) !== 0 && !mayCallAddress(policy, host))) {
          settle({ kind: "failed", failure: "ADDRESS_REFUSED" });
          return;
        }
        sendTo(url, request, { lookup, agent: false }, time, timeoutMs, settle);
      }),
  };
}

function sendTo(
  url: URL,
  { headers, body, signal }: SendRequest,
  connection: Pick<RequestOptions, "lookup" | "agent">,
  time: Pick<WebhookTime, "after">,
  timeoutMs: number,
  settle: (result: SendResult) => void,
): void {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  let timedOut = false;
  let answer: IncomingMessage | null = null;
  const request = send(url, {
    ...connection,
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
  });
  const timer = time.after(timeoutMs, () => {
    timedOut = true;
    request.destroy();
  });
  const leave = (): void => void request.destroy();
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  let failure: Error | null = null;
  request.on("error", (error) => {
    failure ??= error;
  });
  request.on("response", (response) => {
    answer = response;
    let read = 0;
    response.on("data", (chunk: Buffer) => {
      read += chunk.length;
      if (read > MOST_READ) request.destroy();
    });
    // Its status has been heard; how the rest ends changes nothing.
    response.on("error", () => undefined);
  });
  request.on("close", () => {
    timer.cancel();
    signal.removeEventListener("abort", leave);
    settle(resultOf(answer, failure, timedOut));
  });
  request.end(body);
}

function resultOf(answer: IncomingMessage | null, error: Error | null, timedOut: boolean): SendResult {
  if (answer?.statusCode !== undefined)
    return { kind: "answered", status: answer.statusCode, retryAfterMs: retryAfterOf(answer) };
  if (timedOut) return { kind: "failed", failure: "TIMED_OUT" };
  if (error instanceof AddressRefused) return { kind: "failed", failure: "ADDRESS_REFUSED" };
  const code = error !== null && "code" in error ? error.code : null;
  const isUnknownName = code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "ENODATA";
  return { kind: "failed", failure: isUnknownName ? "NAME_NOT_FOUND" : "CONNECTION_FAILED" };
}

/** Whole seconds; the form with a date is not honoured. */
function retryAfterOf(answer: IncomingMessage): number | null {
  const text = answer.headers["retry-after"];
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : null;
}

/** One address that may not be called refuses the name: which of them would be tried is not ours to choose. */
function guardedLookup(policy: AddressPolicy, lookup: LookupAll): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses: LookupAddress[] = error === null ? found : [];
      const [first] = addresses;
      if (error !== null || first === undefined) {
        callback(error ?? new Error("the name has no address"), "", 0);
        return;
      }
      if (addresses.some(({ address }) => !mayCallAddress(policy, address))) {
        callback(new AddressRefused("the address may not be called"), "", 0);
        return;
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
