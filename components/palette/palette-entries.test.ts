import { describe, expect, it } from "vitest";
import { aRunDetail, RUN_ID, SESSION_ID } from "@/lib/client/testing/run-fixtures";
import { SavedView } from "@/lib/contracts/saved-views";
import { RunId } from "@/lib/contracts/ids";
import { matchEntries, paletteEntries, runInAddress, type PaletteSituation } from "./palette-entries";

const VIEW = SavedView.parse({
  viewId: "viw_01k9w3aaaaaaaaaaaaaaaaa7qf",
  name: "支付 fallbacks",
  search: "outcome=FALLBACK&text=%E6%94%AF%E4%BB%98",
  shared: true,
  ownerName: "Ana",
  isMine: false,
  createdAt: 1,
});
const SITUATION: PaletteSituation = { role: "operator", theme: "system", views: [VIEW], run: null };
const titles = (typed: string, situation = SITUATION) =>
  matchEntries(paletteEntries(situation), typed).map(({ title }) => title);
const entryOf = (title: string, situation: PaletteSituation) => {
  const found = paletteEntries(situation).find((entry) => entry.title === title);
  if (found === undefined) throw new Error(`no entry ${title}`);
  return found;
};

describe("paletteEntries", () => {
  it("has no two entries of one id", () => {
    const ids = paletteEntries({ ...SITUATION, run: aRunDetail({ runState: "RUNNING" }) }).map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("offers what can be done with the run that is shown, and cancels only what is running", () => {
    const ended = titles("", { ...SITUATION, run: aRunDetail() });
    expect(ended.slice(0, 5)).toEqual([
      "Copy the link of this run",
      "Compare this run",
      "All runs of this session",
      "Run this question again",
      "Ask",
    ]);
    // Last of its group: whoever opens the palette and presses Enter cancels nothing.
    expect(titles("", { ...SITUATION, run: aRunDetail({ runState: "RUNNING" }) })[4]).toBe("Cancel this run");
    expect(titles("this run")).toEqual([]);
  });

  it("compares a rerun with the run whose question it asks", () => {
    const originRunId = RunId.parse("run_01k9w3aaaaaaaaaaaaaaaaa7qa");
    const { act } = entryOf("Compare this run", { ...SITUATION, run: aRunDetail({ originRunId }) });
    expect(act).toEqual({ kind: "go", href: `/runs/compare?a=${originRunId}&b=${RUN_ID}` });
  });

  it("says why a role may not, and lets the others", () => {
    const run = aRunDetail({ runState: "RUNNING" });
    const viewer = { ...SITUATION, role: "viewer" as const, run };
    expect(entryOf("Cancel this run", viewer).refused).toMatch(/may not cancel runs/);
    expect(entryOf("Run this question again", viewer).refused).toMatch(/may not ask questions/);
    expect(entryOf("Settings: users", { ...SITUATION, run }).refused).toMatch(/ask an administrator/);
    expect(entryOf("Settings: saved views", viewer).refused).toBeNull();
    expect(entryOf("Cancel this run", { ...SITUATION, run }).refused).toBeNull();
  });

  it("opens a saved view, and offers the themes that are not chosen", () => {
    expect(entryOf("支付 fallbacks", SITUATION).act).toEqual({ kind: "go", href: `/runs?${VIEW.search}` });
    expect(titles("theme", { ...SITUATION, theme: "dark" })).toEqual([
      "Theme: light",
      "Theme: as the device",
    ]);
  });
});

describe("matchEntries", () => {
  it("puts first what begins as it was typed", () => {
    expect(titles("ru")[0]).toBe("Runs");
    expect(titles("tri")[0]).toBe("Triage");
    expect(titles("set us")).toEqual(["Settings: users"]);
    expect(titles("PLAYBOOK")[0]).toBe("New playbook");
  });

  it("finds by words in any order, by further words, and in Chinese", () => {
    expect(titles("views settings")).toEqual(["Settings: saved views"]);
    expect(titles("shortcuts")).toEqual(["Keys"]);
    expect(titles("支付")).toEqual(["支付 fallbacks"]);
    expect(titles("nothing like it")).toEqual([]);
  });
});

describe("runInAddress", () => {
  it("is the run of its own page, or the one that Ask shows", () => {
    const none = new URLSearchParams();
    expect(runInAddress(`/runs/${RUN_ID}`, none)).toBe(RUN_ID);
    expect(runInAddress("/", new URLSearchParams({ run: RUN_ID }))).toBe(RUN_ID);
    expect(runInAddress("/", none)).toBeNull();
    expect(runInAddress("/runs", new URLSearchParams({ run: RUN_ID, session: SESSION_ID }))).toBeNull();
    expect(runInAddress("/runs/compare", none)).toBeNull();
  });
});
