/** What a request is, beside its route: who asks, from where, over what. */
import type { Principal } from "../contracts/access";
import type { ReadyReply } from "../contracts/requests";
import type { Administration } from "../access/administration";
import type { Credentials } from "../access/authenticate";
import type { Client, OwnAccount } from "../access/own-account";
import type { AuditRecord } from "../access/ports";

/** What the handler of an open route may use: nothing of anybody's but signing in. */
interface OpenDependencies {
  readonly account: OwnAccount;
  readonly client: Client;
  ready(): Promise<ReadyReply>;
  /** Whoever has come in all the same; null for nobody, and while that cannot be read. */
  principal(): Promise<Principal | null>;
}

/** What the handlers of guarded routes have of their visitor. */
export interface VisitDependencies {
  readonly account: OwnAccount;
  readonly client: Client;
  readonly principal: Principal;
  /** As receipts and histories name who did it. */
  readonly actorName: string;
  /** As the visitor may use it. */
  readonly administration: Administration;
  /** The cookies of the request; null where it came with a token. */
  readonly cookie: string | null;
  /** Writes down what was done. Never rejects: what was done is done, and a log that cannot be written to is an error of the server. */
  noteAct(record: AuditRecord): Promise<void>;
}

export type OpenHandler = (
  deps: OpenDependencies,
  request: Request,
  params: Readonly<Record<string, string>>,
) => Promise<Response>;
export type VisitHandler = (
  deps: VisitDependencies,
  request: Request,
  params: Readonly<Record<string, string>>,
) => Promise<Response>;

/**
 * The client's address is the last entry of X-Forwarded-For: a proxy in front of the server appends what it sees, and the server itself writes the
 * address of the connection where there is no such header. It is for the log and for counting attempts, never for permission.
 */
export function clientOf(request: Request): Client {
  const { headers } = request;
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",").at(-1)?.trim() ?? "";
  return {
    address: /^[0-9a-f.:]{2,45}$/i.test(forwarded) ? forwarded.toLowerCase() : null,
    userAgent: headers.get("user-agent"),
    secure: isOverHttps(headers, request.url),
  };
}

/** Whether the browser speaks https, to this server or to the proxy before it. */
export function isOverHttps(headers: Headers, url: string): boolean {
  const forwarded = headers.get("x-forwarded-proto")?.split(",").at(-1)?.trim().toLowerCase();
  return (forwarded ?? new URL(url).protocol.replace(":", "")) === "https";
}

export function credentialsOf(request: Request): Credentials {
  const { headers } = request;
  return {
    authorization: headers.get("authorization"),
    cookie: headers.get("cookie"),
    secure: isOverHttps(headers, request.url),
  };
}
