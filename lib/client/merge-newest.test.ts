import { describe, expect, it } from "vitest";
import { encodeIdBody, RunId } from "../contracts/ids";
import type { RunPage } from "../contracts/requests";
import type { RunSummary } from "../contracts/run";
import { mergeNewest } from "./merge-newest";
import { aRunDetail } from "./testing/run-fixtures";

const row = (n: number, change: Partial<RunSummary> = {}): RunSummary => ({
  ...aRunDetail(),
  runId: RunId.parse(`run_${encodeIdBody(n, new Uint8Array(16))}`),
  createdAt: n,
  ...change,
});
const page = (rows: RunSummary[], nextCursor: string | null = null): RunPage => ({
  items: rows,
  nextCursor,
  searchedTo: null,
});
const times = (pages: RunPage[]) => pages.map((each) => each.items.map((item) => item.createdAt));

describe("mergeNewest", () => {
  it("updates known rows in place and puts new ones in front", () => {
    const pages = [page([row(3, { runState: "RUNNING" }), row(2)], "2"), page([row(1)])];
    const merged = mergeNewest(pages, page([row(4), row(3)], "3"));
    expect(times(merged)).toEqual([[4, 3, 2], [1]]);
    expect(merged[0]?.items[1]?.runState).toBe("SUCCESS");
    expect(merged[0]?.nextCursor).toBe("2");
  });

  it("drops rows that left the filter, but only within reach of the fresh page", () => {
    const pages = [page([row(4), row(3), row(2)], "2"), page([row(1)])];
    expect(times(mergeNewest(pages, page([row(4), row(2)], "2")))).toEqual([[4, 2], [1]]);
  });

  it("drops everything that a complete fresh page does not have", () => {
    expect(times(mergeNewest([page([row(4), row(3)])], page([row(3)])))).toEqual([[3]]);
    expect(times(mergeNewest([page([row(4)])], page([])))).toEqual([[]]);
  });

  it("starts anew where the fresh page does not reach the loaded rows", () => {
    const newest = page([row(9), row(8)], "8");
    expect(mergeNewest([page([row(3), row(2)], "2"), page([row(1)])], newest)).toEqual([newest]);
  });

  it("keeps what a search that stopped early did not look at", () => {
    const stopped = (rows: RunSummary[], searchedTo: number): RunPage => ({
      ...page(rows, "on"),
      searchedTo,
    });
    const pages = [stopped([row(9), row(8)], 7), page([row(3)])];
    expect(times(mergeNewest(pages, stopped([row(9)], 7)))).toEqual([[9], [3]]);
    expect(times(mergeNewest(pages, stopped([], 8)))).toEqual([[8], [3]]);
    expect(times(mergeNewest(pages, stopped([row(11)], 9)))).toEqual([[11, 9, 8], [3]]);
  });
});
