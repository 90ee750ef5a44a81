import { expect, test } from "@playwright/test";

/** What only the built server can show: the same answers as the handlers give, through its bundles and headers. */
test("the built API refuses in its own words", async ({ request }) => {
  for (const [path, status, code] of [
    ["/api/runs?cursor=zzz", 400, "INVALID_CURSOR"],
    ["/api/runs?state=NOPE", 400, "INVALID_REQUEST"],
    ["/api/runs/run_nope", 404, "RUN_NOT_FOUND"],
    ["/api/nothing", 404, "NOT_FOUND"],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(status);
    expect(response.headers()["content-type"]).toContain("application/problem+json");
    expect(await response.json()).toMatchObject({ code });
  }
});

test("pages cannot be framed or sniffed", async ({ request }) => {
  const headers = (await request.get("/")).headers();
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["x-content-type-options"]).toBe("nosniff");
});
