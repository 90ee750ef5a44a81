import "server-only";
import type { ApiRoute } from "../http/api-routes";
import { problemResponse } from "../http/problem-response";
import { getInterlock } from "./instance";

type NextHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** The Next.js handler of one route of the API. */
export function apiRoute(route: ApiRoute): NextHandler {
  return async (request, context) => {
    let interlock;
    try {
      interlock = await getInterlock();
    } catch {
      // Logged where it was opened; a probe of liveness needs no store.
      if (route === "GET /api/health") return Response.json({ status: "up" });
      return problemResponse("STORE_UNAVAILABLE", "the server could not open its store; its log says why");
    }
    return interlock.handle(route, request, await context.params);
  };
}
