import { expect, it } from "vitest";
import { RunFilter } from "../contracts/run-filter";
import { runsAddress, type CountedBy } from "./insights-address";

const SPAN = { from: 1_000, to: 2_000 };

it.each<[CountedBy, string]>([
  [{ outcome: ["FALLBACK"] }, "/runs?outcome=FALLBACK&from=1000&to=2000"],
  [
    { fallback: ["SEMANTIC_UNSUPPORTED", "SEMANTIC_UNAVAILABLE"] },
    "/runs?fallback=SEMANTIC_UNSUPPORTED,SEMANTIC_UNAVAILABLE&from=1000&to=2000",
  ],
  [{ state: ["TIMED_OUT"] }, "/runs?state=TIMED_OUT&from=1000&to=2000"],
])("%j leads to the runs that were counted", (counted, address) => {
  expect(runsAddress(counted, SPAN)).toBe(address);
});

it("asks for runs that have ended, where nothing else does", () => {
  const all = "outcome=SUCCESS,FALLBACK,FAILED,CANCELLED";
  expect(runsAddress({}, SPAN)).toBe(`/runs?${all}&from=1000&to=2000`);
  expect(runsAddress({ intent: ["DIAGNOSIS"] }, SPAN)).toBe(
    `/runs?intent=DIAGNOSIS&${all}&from=1000&to=2000`,
  );
});

it("shows a column that is off at first, beside the usual ones", () => {
  expect(runsAddress({ outcome: ["FALLBACK"] }, SPAN, "model")).toContain(
    "&columns=effort,model,took,started",
  );
});

it("is a filter that the API takes", () => {
  const address = new URL(
    runsAddress({ intent: ["DIAGNOSIS"], stopReason: ["BUDGET_LIMIT_REACHED"] }, SPAN),
    "http://x",
  );
  expect(RunFilter.parse(Object.fromEntries(address.searchParams))).toEqual({
    intent: ["DIAGNOSIS"],
    stopReason: ["BUDGET_LIMIT_REACHED"],
    outcome: ["SUCCESS", "FALLBACK", "FAILED", "CANCELLED"],
    from: 1_000,
    to: 2_000,
  });
});
