/** Who may speak to the API at all: allowed hosts (DNS rebinding) and same-origin writes. */
import { ProblemError } from "./problem-response";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * @param allowedHosts host names besides loopback, lower-case, without port
 * @throws ProblemError FORBIDDEN_HOST or FORBIDDEN_ORIGIN
 */
export function guardRequest(request: Request, allowedHosts: readonly string[]): void {
  const host = (request.headers.get("host") ?? "").toLowerCase();
  const name = host.replace(/:\d+$/, "");
  if (!LOOPBACK.includes(name) && !allowedHosts.includes(name)) {
    throw new ProblemError("FORBIDDEN_HOST", "add the host name to INTERLOCK_ALLOWED_HOSTS to serve it");
  }
  if (request.method === "GET" || request.method === "HEAD") return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const crossSite = site !== null && site !== "same-origin" && site !== "none";
  const foreign = origin !== null && (!URL.canParse(origin) || new URL(origin).host.toLowerCase() !== host);
  if (crossSite || foreign) {
    throw new ProblemError("FORBIDDEN_ORIGIN", "send this request from the console itself or from a program");
  }
}
