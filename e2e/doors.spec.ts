import { readdirSync } from "node:fs";
import { sep } from "node:path";
import { expect, test } from "@playwright/test";
import { NOBODY } from "./fixtures/people";

/** Whom these let in, and why, is in docs/decisions/0016. */
const OPEN = ["/sign-in", "POST /api/session", "GET /api/health", "GET /api/ready"];

/** The addresses of all files of one name below app/, with something in place of what varies. */
function addressesOf(fileName: string): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => path.split(sep).at(-1) === fileName)
    .map((path) => {
      const folders = path.split(sep).slice(0, -1);
      const parts = folders.filter((part) => !part.startsWith("("));
      return `/${parts.map((part) => (part.startsWith("[") ? "run_00000000000000000000000000" : part)).join("/")}`;
    });
}

test.describe("without a session", () => {
  test.use({ storageState: NOBODY });

  test("every page leads to signing in and shows nothing", async ({ request }) => {
    const pages = addressesOf("page.tsx");
    expect(pages.length).toBeGreaterThan(6);
    for (const address of pages.filter((page) => !OPEN.includes(page))) {
      const reply = await request.get(address, { maxRedirects: 0 });
      expect(reply.status(), address).toBe(307);
      expect(reply.headers()["location"], address).toMatch(/^\/sign-in(\?next=|$)/);
      // As the router asks for it, to show it inside a page that is open.
      const part = await request.get(address, { headers: { rsc: "1" }, maxRedirects: 0 });
      expect([307, 200], address).toContain(part.status());
      expect(await part.text(), address).not.toContain("@interlock.example");
    }
  });

  test("every route of the API is refused, whatever the method", async ({ request }) => {
    const routes = addressesOf("route.ts");
    expect(routes.length).toBeGreaterThan(15);
    let refused = 0;
    for (const address of routes) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        if (OPEN.includes(`${method} ${address}`)) continue;
        const reply = await request.fetch(address, { method, data: method === "GET" ? undefined : {} });
        // 405 is Next's own, for a method that no handler is behind.
        expect([401, 405], `${method} ${address}`).toContain(reply.status());
        if (reply.status() === 401) refused += 1;
      }
    }
    expect(refused).toBeGreaterThanOrEqual(routes.length - 2);
    const unknown = await request.get("/api/nothing");
    expect(unknown.status()).toBe(401);
  });

  test("liveness and readiness are open and name nothing", async ({ request }) => {
    expect(await (await request.get("/api/health")).json()).toEqual({ status: "up" });
    const ready = await request.get("/api/ready");
    expect(ready.status()).toBe(200);
    const text = await ready.text();
    expect(text).toContain('"ready":true');
    expect(text).not.toMatch(/playbook|mysql|127\.0\.0\.1/i);
  });

  test("a header that a proxy of the framework trusts opens nothing", async ({ request }) => {
    const headers = {
      "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy",
      "x-interlock-path": "//evil.example",
      "x-nonce": "mine",
    };
    const page = await request.get("/runs", { headers, maxRedirects: 0 });
    expect(page.status()).toBe(307);
    expect(page.headers()["location"]).toBe("/sign-in?next=%2Fruns");
    expect((await request.get("/api/runs", { headers })).status()).toBe(401);
  });
});

test("a page runs its own scripts alone", async ({ page, request }) => {
  const first = await request.get("/");
  const policy = first.headers()["content-security-policy"] ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy.replace(/style-src-attr [^;]*;/, "")).not.toContain("unsafe-inline");
  expect(policy).not.toContain("unsafe-eval");
  const html = await first.text();
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  expect(scripts.length).toBeGreaterThan(3);
  for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
  expect((await request.get("/")).headers()["content-security-policy"]).not.toContain(nonce);
  expect(first.headers()["strict-transport-security"]).toBeUndefined();
  const overTls = await request.get("/", { headers: { "x-forwarded-proto": "https" }, maxRedirects: 0 });
  expect(overTls.headers()["strict-transport-security"]).toContain("max-age=");

  // What is not the page's own does not run.
  await page.goto("/runs");
  const ran = await page.evaluate(() => {
    const script = document.createElement("div");
    script.innerHTML = '<img src="x" onerror="window.intruder = true">';
    document.body.append(script);
    return new Promise((resolve) => setTimeout(() => resolve("intruder" in window), 300));
  });
  expect(ran).toBe(false);
});

test("a write with a cookie needs the console's own origin", async ({ request, baseURL }) => {
  const attempt = (headers: Record<string, string>) =>
    request.post("/api/runs", { data: { query: "What can you do?" }, headers });
  for (const headers of [
    {},
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { origin: baseURL ?? "", "sec-fetch-site": "same-site" },
  ] as Record<string, string>[]) {
    const reply = await attempt(headers);
    expect(reply.status(), JSON.stringify(headers)).toBe(403);
    expect(await reply.json()).toMatchObject({ code: "FORBIDDEN_ORIGIN" });
  }
  expect((await attempt({ origin: baseURL ?? "" })).status()).toBe(202);
});
