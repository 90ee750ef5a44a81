/** The headers that keep a page to its own scripts. Written by the server before every page (proxy.ts). */

export type PageMode = "production" | "development";

/** No inline script runs without this page's nonce, and nothing is loaded from elsewhere. */
export function contentSecurityPolicy(nonce: string, mode: PageMode): string {
  const isDev = mode === "development";
  const script = `'self' 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ""}`;
  const directives = {
    "default-src": "'self'",
    "script-src": script,
    // Widths and places of single elements are style attributes; they run nothing.
    "style-src": isDev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": isDev ? "'self' ws:" : "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/** Half a year; only ever sent over https. */
export const STRICT_TRANSPORT_SECURITY = "max-age=15552000";

/** Headers of a request that the server writes for its own pages, over whatever the client sent. */
export const NONCE_HEADER = "x-nonce";
export const PATH_HEADER = "x-interlock-path";
