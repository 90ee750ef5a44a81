import { describe, expect, it } from "vitest";
import { guardHost, guardOrigin } from "./guard-request";

function request(method: string, headers: Record<string, string>): Request {
  return new Request("http://127.0.0.1:3000/api/runs", { method, headers });
}
const host = (name: string, allowed: string[] = []) => guardHost(request("GET", { host: name }), allowed);
const origin = (headers: Record<string, string>, from: "browser" | "program", method = "POST") =>
  guardOrigin(request(method, { host: "localhost:3000", ...headers }), from);

describe("guardHost", () => {
  it.each(["localhost:3000", "127.0.0.1", "[::1]:3000", "LOCALHOST"])("serves loopback host %s", (name) => {
    expect(() => host(name)).not.toThrow();
  });

  it.each(["evil.example", "localhost.evil.example:3000", "127.0.0.1.evil.example", ""])(
    "refuses host %j (DNS rebinding)",
    (name) => {
      expect(() => host(name)).toThrow(/INTERLOCK_ALLOWED_HOSTS/);
    },
  );

  it("serves a host that was allowed by name", () => {
    expect(() => host("ops.example:443", ["ops.example"])).not.toThrow();
  });
});

describe("guardOrigin", () => {
  it.each([
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:3001" },
    { origin: "http://localhost:3000", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("refuses a write from another site, whoever asks: %j", (headers) => {
    expect(() => origin(headers, "browser")).toThrow(/console itself/);
    expect(() => origin(headers, "program")).toThrow(/console itself/);
    expect(() => origin(headers, "browser", "GET")).not.toThrow();
  });

  it.each([{ origin: "http://localhost:3000" }, { "sec-fetch-site": "same-origin" }])(
    "takes a write from the console: %j",
    (headers) => {
      expect(() => origin(headers, "browser")).not.toThrow();
    },
  );

  it.each([{}, { "sec-fetch-site": "none" }])(
    "takes a write without proof from a program, and not from a browser that shows a cookie: %j",
    (headers) => {
      expect(() => origin(headers, "program")).not.toThrow();
      expect(() => origin(headers, "browser")).toThrow(/console itself/);
      for (const method of ["PATCH", "DELETE", "PUT"])
        expect(() => origin(headers, "browser", method)).toThrow(/console itself/);
    },
  );
});
