/** Who may speak to the API at all: allowed hosts (DNS rebinding) and same-origin writes. */
import { ProblemError } from "./problem-response";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * @param allowedHosts host names besides loopback, lower-case, without port
 * @throws ProblemError FORBIDDEN_HOST
 */
export function guardHost(request: Request, allowedHosts: readonly string[]): void {
  const name = hostOf(request).replace(/:\d+$/, "");
  if (!LOOPBACK.includes(name) && !allowedHosts.includes(name)) {
    throw new ProblemError("FORBIDDEN_HOST", "add the host name to INTERLOCK_ALLOWED_HOSTS to serve it");
  }
}

/**
 * A write from another site is refused. A browser that shows a cookie has to show that it asks from the console itself: browsers say where a write
 * comes from, so one that does not is none that we can trust.
 * @throws ProblemError FORBIDDEN_ORIGIN
 */
export function guardOrigin(request: Request, from: "browser" | "program"): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const crossSite = site !== null && site !== "same-origin" && site !== "none";
  const foreign =
    origin !== null && (!URL.canParse(origin) || new URL(origin).host.toLowerCase() !== hostOf(request));
  const isUnproven = from === "browser" && site !== "same-origin" && origin === null;
  if (crossSite || foreign || isUnproven) {
    throw new ProblemError(
      "FORBIDDEN_ORIGIN",
      "send this request from the console itself, or from a program with an API token",
    );
  }
}

function hostOf(request: Request): string {
  return (request.headers.get("host") ?? "").toLowerCase();
}
