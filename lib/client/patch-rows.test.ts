import { expect, it } from "vitest";
import { encodeIdBody, RunId } from "../contracts/ids";
import { patchRows } from "./patch-rows";
import { aRunDetail } from "./testing/run-fixtures";

it("replaces the rows of the runs that were read, as rows, and leaves the others and their pages", () => {
  const [a, b, c] = [3, 2, 1].map((n) =>
    aRunDetail({ runId: RunId.parse(`run_${encodeIdBody(n, new Uint8Array(16))}`), runState: "RUNNING" }),
  );
  if (a === undefined || b === undefined || c === undefined) throw new Error("three runs");
  const pages = [
    { items: [a, b], nextCursor: "2", searchedTo: null },
    { items: [c], nextCursor: null, searchedTo: null },
  ];
  const patched = patchRows(pages, [{ ...b, runState: "CANCELLED", stoppingCalls: 2 }]);
  expect(patched[0]?.items.map(({ runState, stoppingCalls }) => [runState, stoppingCalls])).toEqual([
    ["RUNNING", 0],
    ["CANCELLED", 2],
  ]);
  expect(patched[0]?.items[1]).not.toHaveProperty("budget");
  expect(patched[1]).toBe(pages[1]);
});
