import { describe, expect, it } from "vitest";
import { safeNext, signInAddress } from "./safe-next";

describe("safeNext", () => {
  it.each(["/", "/runs", "/runs?state=FAILED&x=%2F", "/runs/run_1#tools", "/settings/audit"])(
    "goes on to %s",
    (path) => {
      expect(safeNext(path)).toBe(path);
    },
  );

  it.each([
    null,
    undefined,
    "",
    "runs",
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n//evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/.//evil.example",
    "/x/..//evil.example",
    "/sign-in?next=/sign-in",
    "/password",
    "/api/runs",
    `/${"x".repeat(3_000)}`,
  ])("does not follow %j", (path) => {
    expect(safeNext(path)).toBe("/");
  });

  it("is carried in an address without being cut by it", () => {
    expect(signInAddress("/runs?state=FAILED&limit=1")).toBe(
      "/sign-in?next=%2Fruns%3Fstate%3DFAILED%26limit%3D1",
    );
    expect(signInAddress("/")).toBe("/sign-in");
  });
});
