import "server-only";
import type { ApiRoute } from "../http/api-routes";
import { problemResponse } from "../http/problem-response";
import { getInterlock } from "./instance";
import type { Interlock } from "./interlock";

type NextHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** The Next.js handler of one route of the API. */
export function apiRoute(route: ApiRoute): NextHandler {
  return async (request, context) => {
    const interlock = await openOrNull();
    if (interlock !== null) return interlock.handle(route, request, await context.params);
    // A probe of liveness needs no store.
    return route === "GET /api/health" ? Response.json({ status: "up" }) : notOpen();
  };
}

/** The Next.js handler of every address of the API that is no route. */
export async function unknownApiRoute(request: Request): Promise<Response> {
  const interlock = await openOrNull();
  return interlock === null ? notOpen() : interlock.handleUnknown(request);
}

/** Why it is not open was logged where it was opened. */
function openOrNull(): Promise<Interlock | null> {
  return getInterlock().catch(() => null);
}

function notOpen(): Response {
  return problemResponse("STORE_UNAVAILABLE", "the server could not open its store; its log says why");
}
