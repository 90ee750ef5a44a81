import { describe, expect, it } from "vitest";
import { readFilter, readSearch, searchOfFilter, type FilterAddress } from "./run-filter-address";
import { SESSION_ID } from "./testing/run-fixtures";

const EMPTY: FilterAddress = { state: null, outcome: null, fallback: null, intent: null, session: null };

describe("readFilter", () => {
  it("asks for everything when the address names nothing", () => {
    expect(readFilter(EMPTY)).toEqual({
      filter: {},
      selected: { state: [], outcome: [], fallback: [], intent: [], stopReason: [], triage: [] },
      ignored: [],
    });
  });

  it("takes each value once, in the order of its table", () => {
    const read = readFilter({ ...EMPTY, state: ["FAILED", "RUNNING", "FAILED"], session: SESSION_ID });
    expect(read.filter).toEqual({ state: ["RUNNING", "FAILED"], session: SESSION_ID });
    expect(read.selected.state).toEqual(["RUNNING", "FAILED"]);
    expect(read.ignored).toEqual([]);
  });

  it("reads stop reasons, triage, a time range and a text", () => {
    const read = readFilter({
      ...EMPTY,
      stopReason: ["BUDGET_LIMIT_REACHED"],
      triage: ["RESOLVED", "NEW"],
      assignee: "ana",
      label: "payments",
      from: "1764511200123",
      to: "1764597600000",
      text: " 支付 why ",
    });
    expect(read.filter).toEqual({
      stopReason: ["BUDGET_LIMIT_REACHED"],
      triage: ["NEW", "RESOLVED"],
      assignee: "ana",
      label: "payments",
      from: 1_764_511_200_123,
      to: 1_764_597_600_000,
      text: "支付 why",
    });
    expect(read.ignored).toEqual([]);
    const odd = readFilter({
      ...EMPTY,
      stopReason: ["X"],
      triage: ["OPEN"],
      from: "",
      to: "soon",
      text: "支",
    });
    expect(odd.filter).toEqual({});
    expect(odd.ignored).toEqual(["stopReason=X", "triage=OPEN", "from=", "to=soon", "text=支"]);
  });

  it("names what filters nothing, and keeps what does", () => {
    const read = readFilter({
      ...EMPTY,
      state: ["BOGUS", "FAILED", "BOGUS"],
      outcome: ["failed"],
      intent: [""],
      session: "ses_1",
    });
    expect(read.filter).toEqual({ state: ["FAILED"] });
    expect(read.ignored).toEqual(["state=BOGUS", "outcome=failed", "intent=", "session=ses_1"]);
  });
});

describe("searchOfFilter", () => {
  it("writes what readSearch reads, whatever stands in it", () => {
    const { filter } = readFilter({
      state: ["FAILED", "RUNNING"],
      stopReason: ["BUDGET_LIMIT_REACHED"],
      triage: ["NEW"],
      text: "支付 50 % & more, why?",
      session: SESSION_ID,
      assignee: "ana, or bo",
      label: "a&b=c#d",
      from: "1764511200123",
      to: "1764597600000",
    });
    const search = searchOfFilter(filter);
    expect(readSearch(search)).toMatchObject({ filter, ignored: [] });
    expect(search).toMatch(/^state=RUNNING,FAILED&stopReason=BUDGET_LIMIT_REACHED&triage=NEW&text=/);
  });

  it("is the same for two ways of writing one filter", () => {
    const search = (written: string) => searchOfFilter(readSearch(written).filter);
    expect(search("outcome=FALLBACK&state=FAILED%2CRUNNING&columns=model&x=1")).toBe(
      search("state=RUNNING,FAILED&outcome=FALLBACK,FALLBACK"),
    );
    expect(search("")).toBe("");
  });
});
