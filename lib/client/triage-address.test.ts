import { describe, expect, it } from "vitest";
import { TriageFilterQuery } from "../contracts/triage";
import { NOBODY, readTriageAddress, TRIAGE_VIEW_NAMES, type TriageAddress } from "./triage-address";
import { triageParameters } from "./triage-client";

const EMPTY: TriageAddress = {
  view: null,
  outcome: null,
  fallback: null,
  assignee: null,
  label: null,
  text: null,
};

describe("readTriageAddress", () => {
  it("shows what is open where nothing is written", () => {
    expect(readTriageAddress(EMPTY)).toEqual({
      view: "open",
      outcome: [],
      fallback: [],
      ignored: [],
      filter: { status: ["NEW", "ACKNOWLEDGED"] },
    });
  });

  it("says what it cannot follow, and follows the rest", () => {
    const read = readTriageAddress({
      ...EMPTY,
      view: "everything",
      outcome: ["FAILED", "SUCCESS"],
      fallback: ["BOGUS"],
      label: "=",
    });
    expect(read.ignored).toEqual(["view=everything", "outcome=SUCCESS", "fallback=BOGUS", "label=="]);
    expect(read.filter).toEqual({ status: ["NEW", "ACKNOWLEDGED"], outcome: ["FAILED"] });
  });

  it("is a filter that the API takes, whatever is written", () => {
    const written = ["", " ", "x".repeat(500), "a,b", "=1", NOBODY, "FALLBACK", "Été"];
    for (const view of [...TRIAGE_VIEW_NAMES, "x"]) {
      for (const text of written) {
        const { filter } = readTriageAddress({
          view,
          outcome: [text],
          fallback: [text],
          assignee: text,
          label: text,
          text,
        });
        const sent = Object.fromEntries(new URLSearchParams(triageParameters(filter)));
        expect(TriageFilterQuery.parse(sent)).toEqual(filter);
      }
    }
  });

  it("tells nobody from somebody", () => {
    expect(readTriageAddress({ ...EMPTY, view: "all", assignee: NOBODY }).filter).toEqual({
      assigned: "none",
    });
    expect(readTriageAddress({ ...EMPTY, view: "all", assignee: " ana " }).filter).toEqual({
      assignee: "ana",
    });
  });
});
