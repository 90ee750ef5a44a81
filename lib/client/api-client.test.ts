import { describe, expect, it } from "vitest";
import { ApiClient, type FetchLike } from "./api-client";
import { isWorthRetrying, MalformedReplyError, ProblemError, UnreachableError } from "./api-error";
import { aRunDetail, aTraceEvent, RUN_ID, SESSION_ID } from "./testing/run-fixtures";

function clientThat(answer: (url: string, init?: RequestInit) => Response | Promise<Response>) {
  const calls: { url: string; init: RequestInit | undefined }[] = [];
  const fetchLike: FetchLike = (url, init) => {
    calls.push({ url, init });
    return Promise.resolve().then(() => answer(url, init));
  };
  return { client: new ApiClient(fetchLike), calls };
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error("it should have failed");
    },
    (error: unknown) => error,
  );

describe("ApiClient", () => {
  it("returns what the schema accepts", async () => {
    const { client } = clientThat(() => json(aRunDetail()));
    expect(await client.getRun(RUN_ID)).toEqual(aRunDetail());
  });

  it("writes filters as comma-separated lists and leaves out empty ones", async () => {
    const { client, calls } = clientThat(() => json({ items: [], nextCursor: null }));
    await client.listRuns({ state: ["FAILED", "TIMED_OUT"], outcome: [] }, "abc", 50);
    expect(calls[0]?.url).toBe("/api/runs?limit=50&cursor=abc&state=FAILED%2CTIMED_OUT");
  });

  it("reads a list to its end", async () => {
    const pages = [
      { items: [aTraceEvent(1, "RUN_STARTED")], nextCursor: "next" },
      { items: [aTraceEvent(2, "RUN_FINISHED")], nextCursor: null },
    ];
    const { client, calls } = clientThat(() => json(pages.shift()));
    expect((await client.getTrace(RUN_ID)).map((event) => event.seq)).toEqual([1, 2]);
    expect(calls[1]?.url).toContain("cursor=next");
  });

  it("sends a note only when there is one", async () => {
    const { client, calls } = clientThat(() =>
      json({ type: "", title: "", status: 409, code: "X", detail: "d" }, 409),
    );
    await failure(client.cancelRun(RUN_ID, "  "));
    await failure(client.cancelRun(RUN_ID, " wrong range "));
    expect(calls.map((call) => call.init?.body)).toEqual(["{}", '{"note":"wrong range"}']);
  });

  it("throws problem details as ProblemError, extra members included", async () => {
    const termination = { state: "CANCELLED", reason: "user requested", completedAt: 1 };
    const { client } = clientThat(() =>
      json(
        { type: "t", title: "ended", status: 409, code: "RUN_ALREADY_TERMINATED", detail: "d", termination },
        409,
      ),
    );
    const error = await failure(client.cancelRun(RUN_ID, ""));
    expect(error instanceof ProblemError && error.problem["termination"]).toEqual(termination);
  });

  it("makes a problem of an error page that is no JSON", async () => {
    const { client } = clientThat(() => new Response("<html>", { status: 502 }));
    const error = await failure(client.getRun(RUN_ID));
    expect(error instanceof ProblemError && error.problem.status).toBe(502);
    expect(isWorthRetrying(error)).toBe(true);
  });

  it("names the member of a reply that is off the contract", async () => {
    const { client } = clientThat(() => json({ ...aRunDetail(), runState: "PAUSED" }));
    const error = await failure(client.getRun(RUN_ID));
    expect(error instanceof MalformedReplyError && error.message).toContain("runState");
    expect(isWorthRetrying(error)).toBe(false);
  });

  it("tells silence from an abort", async () => {
    const { client } = clientThat(() => {
      throw new TypeError("fetch failed");
    });
    expect(await failure(client.getRun(RUN_ID))).toBeInstanceOf(UnreachableError);
    const aborted = new DOMException("stop", "AbortError");
    const other = clientThat(() => {
      throw aborted;
    });
    expect(await failure(other.client.getRun(RUN_ID))).toBe(aborted);
  });

  it("opens a watch after a sequence number and a chat as a stream", async () => {
    const { client, calls } = clientThat(() => new Response(""));
    const { signal } = new AbortController();
    await client.openWatch(RUN_ID, 12, signal);
    await client.openChat({ query: "q", sessionId: SESSION_ID }, signal);
    expect(calls.map((call) => call.url)).toEqual([`/api/runs/${RUN_ID}/events?after=12`, "/api/chat"]);
  });
});
