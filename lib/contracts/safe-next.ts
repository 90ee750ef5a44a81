/** Where a page goes on after signing in. */

/**
 * A path of this console, or "/": never another site, a scheme, or a page that would lead back here.
 * @param next what the address says
 */
export function safeNext(next: string | null | undefined): string {
  if (next == null || !next.startsWith("/") || next.length > 2_000) return "/";
  // Browsers read a backslash as a slash, and drop tabs and line breaks: what is left may name another site.
  if (/[\\\u0000-\u001f\u007f]/.test(next) || next.startsWith("//")) return "/";
  const origin = "http://console.invalid";
  if (!URL.canParse(next, origin)) return "/";
  const url = new URL(next, origin);
  if (url.origin !== origin || url.pathname.startsWith("//")) return "/";
  if (url.pathname === "/sign-in" || url.pathname === "/password") return "/";
  if (url.pathname === "/api" || url.pathname.startsWith("/api/")) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The address of the page to sign in on, coming back to `path` afterwards. */
export function signInAddress(path: string, page: "/sign-in" | "/password" = "/sign-in"): string {
  const next = safeNext(path);
  return next === "/" ? page : `${page}?next=${encodeURIComponent(next)}`;
}
