import { describe, expect, it } from "vitest";
import { CancelRunRequest, MAX_BODY_BYTES, StartRunRequest } from "../contracts/requests";
import { ProblemError } from "./problem-response";
import { readBody } from "./read-body";

function post(body: BodyInit, type = "application/json"): Request {
  return new Request("http://localhost/api/runs", {
    method: "POST",
    body,
    headers: { "content-type": type },
  });
}
async function problemOf(work: Promise<unknown>): Promise<ProblemError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ProblemError) return error;
  throw new Error(`expected a problem, got ${String(error)}`);
}

describe("readBody", () => {
  it("parses and trims a question", async () => {
    expect(await readBody(post('{"query":"  为什么支付失败？ "}'), StartRunRequest)).toEqual({
      query: "为什么支付失败？",
    });
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "refuses content type %j",
    async (type) => {
      expect((await problemOf(readBody(post('{"query":"x"}', type), StartRunRequest))).code).toBe(
        "UNSUPPORTED_MEDIA_TYPE",
      );
    },
  );

  it.each([
    ["not json", "{"],
    ["unknown field", '{"query":"x","admin":true}'],
    ["no question", '{"query":"   "}'],
    ["control characters", '{"query":"a\\u0000b"}'],
    ["a lone surrogate", '{"query":"a\\ud800"}'],
    ["too long a question", JSON.stringify({ query: "x".repeat(8_001) })],
    ["a budget over its cap", '{"query":"x","budget":{"modelCalls":100000}}'],
    ["a budget of nothing", '{"query":"x","budget":{"toolCalls":0}}'],
    ["a foreign session id", '{"query":"x","sessionId":"run_1"}'],
    ["too deep", `{"query":${"[".repeat(40)}${"]".repeat(40)}}`],
    ["a list", "[]"],
  ])("refuses %s with a clear 400", async (_name, body) => {
    const problem = await problemOf(readBody(post(body), StartRunRequest));
    expect(problem.code).toBe("INVALID_REQUEST");
    expect(problem.message.length).toBeGreaterThan(10);
  });

  it("refuses a body over the cap, declared or streamed", async () => {
    const big = JSON.stringify({ query: "x", pad: "y".repeat(MAX_BODY_BYTES) });
    expect((await problemOf(readBody(post(big), StartRunRequest))).code).toBe("BODY_TOO_LARGE");
  });

  it("refuses bytes that are not UTF-8", async () => {
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
    expect((await problemOf(readBody(post(bytes), StartRunRequest))).code).toBe("INVALID_REQUEST");
  });

  it("takes an empty body where the route allows one, and nowhere else", async () => {
    const empty = () => new Request("http://localhost/x", { method: "POST" });
    expect(await readBody(empty(), CancelRunRequest, {})).toEqual({});
    expect((await problemOf(readBody(empty(), StartRunRequest))).code).toBe("UNSUPPORTED_MEDIA_TYPE");
  });
});
