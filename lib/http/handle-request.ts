/**
 * The one wrapper around every handler: host, principal, origin and permission before; problem details after. A bug becomes a logged 500, never a
 * polite success.
 */
import type { Authentication } from "../access/authenticate";
import { SignInUnavailableError } from "../access/sign-in";
import { actorOf, assertMay, PasswordChangeRequiredError, PermissionDeniedError } from "../access/visitor";
import type { Permission, Principal } from "../contracts/access";
import { InvalidCursorError, StoreUnavailableError } from "../runs/ports";
import type { ApiDependencies, ApiHandler, ServerDependencies } from "./api-dependencies";
import type { RouteEntry } from "./api-routes";
import { authorisedParts } from "./authorised-dependencies";
import { guardHost, guardOrigin } from "./guard-request";
import { openStream } from "./open-stream";
import { ProblemError, problemResponse } from "./problem-response";
import { clientOf, credentialsOf } from "./visit";

type Params = Readonly<Record<string, string>>;

/** @param name the route, as the audit log calls it */
export async function handleRequest(
  name: string,
  entry: RouteEntry,
  server: ServerDependencies,
  request: Request,
  params: Params,
): Promise<Response> {
  try {
    guardHost(request, server.allowedHosts);
    if (entry.permission === "open") {
      guardOrigin(request, "program");
      const client = clientOf(request);
      const { account } = server.access;
      const open = {
        account,
        client,
        ready: () => server.ready(),
        principal: () => principalOf(server, request),
      };
      return await entry.handler(open, request, params);
    }
    return await handleGuarded(name, entry.permission, entry.handler, server, request, params);
  } catch (error) {
    return problemOf(error, server, request);
  }
}

/** For an address that is no route: who has not come in is not told. */
export function handleUnknown(server: ServerDependencies, request: Request): Promise<Response> {
  const handler: ApiHandler = () =>
    Promise.resolve(problemResponse("NOT_FOUND", "no route of the API has this address"));
  return handleRequest("no route", { permission: "account.own", handler }, server, request, {});
}

async function handleGuarded(
  name: string,
  permission: Permission,
  handler: ApiHandler,
  server: ServerDependencies,
  request: Request,
  params: Params,
): Promise<Response> {
  const found = await server.access.authenticate(credentialsOf(request));
  if (found.kind === "nobody") return unauthenticated(found);
  const { principal, by } = found;
  // Browsers send cookies on their own, whoever made them ask; a token is only ever sent on purpose.
  if (by === "cookie") guardOrigin(request, "browser");
  const deps = dependenciesOf(server, request, principal, permission);
  try {
    assertMay(principal, permission);
    return await handler(deps, request, params);
  } catch (error) {
    if (error instanceof PermissionDeniedError)
      await deps.noteAct({ action: "access.refused", outcome: "refused", target: name });
    throw error;
  }
}

function dependenciesOf(
  server: ServerDependencies,
  request: Request,
  principal: Principal,
  permission: Permission,
): ApiDependencies {
  const { access, timers, log, connections } = server;
  const client = clientOf(request);
  const administration = access.administrationOf({ principal, address: client.address });
  return {
    ...authorisedParts(server, principal),
    timers,
    log,
    openStream: (kind) =>
      openStream(kind, {
        timers,
        connections,
        readerSignal: request.signal,
        recheckMs: server.streamRecheckMs,
        mayStay: () => mayStay(server, request, permission),
      }),
    account: access.account,
    client,
    principal,
    actorName: actorOf(principal).name,
    administration,
    cookie: principal.kind === "session" ? request.headers.get("cookie") : null,
    noteAct: (record) =>
      administration.record(record).catch((error: unknown) => {
        log.error({ error }, `missing from the audit log: ${record.action} ${record.target ?? ""}`);
      }),
  };
}

/** Whether the same request would be let in now. A store that does not answer shuts nobody out. */
async function mayStay(
  server: ServerDependencies,
  request: Request,
  permission: Permission,
): Promise<boolean> {
  try {
    const found = await server.access.authenticate(credentialsOf(request));
    if (found.kind === "nobody") return false;
    assertMay(found.principal, permission);
    return true;
  } catch (error) {
    if (error instanceof PermissionDeniedError || error instanceof PasswordChangeRequiredError) return false;
    server.log.error({ error }, "whether a stream's reader may stay could not be read");
    return true;
  }
}

/** For what is open and says more to who has come in. A store that does not answer knows nobody. */
async function principalOf(server: ServerDependencies, request: Request): Promise<Principal | null> {
  try {
    const found = await server.access.authenticate(credentialsOf(request));
    return found.kind === "principal" ? found.principal : null;
  } catch (error) {
    server.log.error({ error }, "who asks could not be read");
    return null;
  }
}

function unauthenticated({ by }: Extract<Authentication, { kind: "nobody" }>): Response {
  const detail =
    by === "token"
      ? "the API token is unknown, expired or revoked: an administrator can create another one"
      : "sign in, or send an API token in Authorization: Bearer";
  return problemResponse("UNAUTHENTICATED", detail, { headers: { "www-authenticate": "Bearer" } });
}

function problemOf(error: unknown, server: ServerDependencies, request: Request): Response {
  if (error instanceof ProblemError)
    return problemResponse(error.code, error.message, { fields: error.fields });
  if (error instanceof InvalidCursorError) return problemResponse("INVALID_CURSOR", error.message);
  if (error instanceof PermissionDeniedError)
    return problemResponse("FORBIDDEN", `${error.message}: ask an administrator for another role`);
  if (error instanceof PasswordChangeRequiredError)
    return problemResponse("PASSWORD_CHANGE_REQUIRED", error.message);
  // The client left before it was answered: nobody reads this, and nothing is wrong here.
  if (request.signal.aborted) return problemResponse("INTERNAL", "the client left");
  server.log.error({ error }, "a request failed");
  if (error instanceof StoreUnavailableError || error instanceof SignInUnavailableError) {
    return problemResponse("STORE_UNAVAILABLE", "try again in a moment; the store does not answer", {
      headers: { "retry-after": "5" },
    });
  }
  return problemResponse("INTERNAL", "this is a fault of the server; its log says more");
}
