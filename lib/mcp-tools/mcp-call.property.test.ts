/** One call whose server, time and stop come in any order. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { EvidenceResult, StopReport } from "../diagnosis/ports";
import { McpCall } from "./mcp-call";
import type { CallAnswer } from "./mcp-session";
import type { Reached } from "./server-connection";

const ANSWERS: readonly CallAnswer[] = [
  { kind: "result", result: { content: [{ type: "text", text: "rows" }] } },
  { kind: "result", result: { isError: true, content: [] } },
  { kind: "refused", message: "no" },
  { kind: "malformed" },
  { kind: "too_large" },
  { kind: "timeout" },
  { kind: "ended", certain: true, how: "the server's process ended" },
  { kind: "ended", certain: false, how: "the connection was lost" },
];
const TOOL = { description: "", argumentsSchema: {}, resultSchema: null, refusal: null };
const plan = fc.record({
  answer: fc.constantFrom(...ANSWERS),
  reached: fc.constantFrom("yes", "yes", "down", "tool gone", "tool turned"),
  stops: fc.nat({ max: 2 }),
});

it("settles once, sends no cancellation for what was not sent, and confirms only what the server has shown", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), plan, async (s, { answer, reached, stops }) => {
      let sent = 0;
      let cancelled = 0;
      let answeredFirst = false;
      let stopAsked = false;
      const later = <T>(label: string, value: T): Promise<T> => s.schedule(Promise.resolve(value), label);
      const tools = new Map([
        ["slow", reached === "tool turned" ? { ...TOOL, refusal: "The server calls it destructive." } : TOOL],
      ]);
      const session = {
        tools: reached === "tool gone" ? new Map<string, typeof TOOL>() : tools,
        call: () => {
          sent += 1;
          const arrives = later("answer", answer).then((value) => {
            answeredFirst = !stopAsked;
            return value;
          });
          return { answer: arrives, cancel: () => (cancelled += 1) };
        },
      };
      const reachedAs: Reached =
        reached === "down"
          ? { ok: false, code: "CONNECTION_FAILED", message: "down" }
          : { ok: true, session };
      const call = new McpCall(
        { name: "kb", reach: () => later("reached", reachedAs), noteAnswer: () => undefined },
        { tool: "slow", args: {}, timeoutMs: 1_000, stopPatienceMs: 10 },
        {
          now: () => 0,
          after: (_, fire) => {
            let off = false;
            void later("time", null).then(() => off || fire());
            return { cancel: () => (off = true) };
          },
        },
      );
      const results: EvidenceResult[] = [];
      void call.result.then((result) => results.push(result));
      const reports: StopReport[] = [];
      for (let stop = 0; stop < stops; stop += 1) {
        void later("stop", null).then(async () => {
          stopAsked = true;
          reports.push(await call.stop());
        });
      }
      await s.waitIdle();

      expect(results).toHaveLength(1);
      expect(reports).toHaveLength(stops);
      expect(new Set(reports).size).toBeLessThanOrEqual(1);
      expect(cancelled).toBeLessThanOrEqual(Math.min(1, sent));
      const [result] = results;
      // After a stop nothing but what the server really found is a result.
      if (stopAsked && !answeredFirst && result?.kind === "error" && sent === 1)
        expect(result.code).toBe("RUN_ENDED");
      const [report] = reports;
      if (report?.stop === "confirmed" && cancelled === 1)
        expect(answer.kind !== "timeout" && !(answer.kind === "ended" && !answer.certain)).toBe(true);
      if (report?.stop === "unconfirmed") expect(cancelled).toBe(1);
    }),
    { numRuns: 500 },
  );
});
