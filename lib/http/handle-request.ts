/** The one wrapper around every handler: guards before, problem details after. A bug becomes a logged 500, never a polite success. */
import { InvalidCursorError, StoreUnavailableError } from "../runs/ports";
import type { ApiDependencies, ApiHandler } from "./api-dependencies";
import { guardRequest } from "./guard-request";
import { ProblemError, problemResponse } from "./problem-response";

export async function handleRequest(
  handler: ApiHandler,
  deps: ApiDependencies,
  request: Request,
  params: Readonly<Record<string, string>>,
): Promise<Response> {
  try {
    guardRequest(request, deps.allowedHosts);
    return await handler(deps, request, params);
  } catch (error) {
    if (error instanceof ProblemError)
      return problemResponse(error.code, error.message, { fields: error.fields });
    if (error instanceof InvalidCursorError) return problemResponse("INVALID_CURSOR", error.message);
    // The client left before it was answered: nobody reads this, and nothing is wrong here.
    if (request.signal.aborted) return problemResponse("INTERNAL", "the client left");
    deps.log.error({ error }, "a request failed");
    if (error instanceof StoreUnavailableError) {
      return problemResponse("STORE_UNAVAILABLE", "try again in a moment; the store does not answer", {
        headers: { "retry-after": "5" },
      });
    }
    return problemResponse("INTERNAL", "this is a fault of the server; its log says more");
  }
}
