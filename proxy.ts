import { NextResponse, type NextRequest } from "next/server";
import {
  contentSecurityPolicy,
  NONCE_HEADER,
  PATH_HEADER,
  STRICT_TRANSPORT_SECURITY,
} from "./lib/http/page-security";
import { isOverHttps } from "./lib/http/visit";

/**
 * Gives every page its nonce and its headers, and tells it its own address. It decides nothing about who may see what: pages and handlers do, each
 * for itself (lib/server/page-access.ts, lib/http/handle-request.ts).
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const mode = process.env.NODE_ENV === "development" ? "development" : "production";
  const policy = contentSecurityPolicy(nonce, mode);
  const headers = new Headers(request.headers);
  headers.set(NONCE_HEADER, nonce);
  headers.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  // Next reads the nonce of its own scripts from here.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  if (isOverHttps(request.headers, request.url))
    response.headers.set("strict-transport-security", STRICT_TRANSPORT_SECURITY);
  return response;
}

/** Not the API, whose streams nothing may stand before, and not files of the build. */
export const config = { matcher: ["/((?!api/|_next/static/|_next/image|icon.svg).*)"] };
