import { describe, expect, it } from "vitest";
import { guardRequest } from "./guard-request";

function request(method: string, headers: Record<string, string>): Request {
  return new Request("http://127.0.0.1:3000/api/runs", { method, headers });
}
const guard = (method: string, headers: Record<string, string>, allowed: string[] = []) =>
  guardRequest(request(method, headers), allowed);

describe("guardRequest", () => {
  it.each(["localhost:3000", "127.0.0.1", "[::1]:3000", "LOCALHOST"])("serves loopback host %s", (host) => {
    expect(() => guard("GET", { host })).not.toThrow();
  });

  it.each(["evil.example", "localhost.evil.example:3000", "127.0.0.1.evil.example", ""])(
    "refuses host %j (DNS rebinding)",
    (host) => {
      expect(() => guard("GET", { host })).toThrow(/INTERLOCK_ALLOWED_HOSTS/);
    },
  );

  it("serves a host that was allowed by name", () => {
    expect(() => guard("GET", { host: "ops.example:443" }, ["ops.example"])).not.toThrow();
  });

  it.each([
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:3001" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("refuses a write from another site: %j", (headers) => {
    expect(() => guard("POST", { host: "localhost:3000", ...headers })).toThrow(/console itself/);
  });

  it.each([
    {},
    { origin: "http://localhost:3000" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ])("takes a write from the console or a program: %j", (headers) => {
    expect(() => guard("POST", { host: "localhost:3000", ...headers })).not.toThrow();
  });
});
