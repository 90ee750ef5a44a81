/** What the console asks of a store, by name: pages of the list at several depths, counts, statistics. */
import type { RunFilter } from "../../lib/contracts/run-filter";
import { SessionId } from "../../lib/contracts/ids";
import type { PrismaRunStore } from "../../lib/persistence/prisma-run-store";
import { encodeCursor } from "../../lib/persistence/cursor";

const DAY_MS = 86_400_000;
const PAGE = 50;

/** What of the store the filters speak of. */
export interface StoreFacts {
  readonly endMs: number;
  /** Ids at shares of the list: 0 is the newest run. */
  readonly runIdAt: Readonly<Record<"middle" | "deep" | "last", string>>;
  readonly busySession: string;
  readonly smallSession: string;
}

export interface ConsoleQuery {
  readonly name: string;
  readonly goalMs: number;
  /** Says how many rows came, and where looking stopped if it did. */
  readonly ask: (store: PrismaRunStore) => Promise<string>;
}

export function consoleQueries(facts: StoreFacts): readonly ConsoleQuery[] {
  const filters = filtersOf(facts);
  return [
    ...filters.flatMap(([name, filter]) => [
      page(`page: ${name}`, filter, undefined),
      page(`page in the middle: ${name}`, filter, facts.runIdAt.middle),
      page(`deepest page: ${name}`, filter, facts.runIdAt.deep),
    ]),
    ...filters.map(([name, filter]): ConsoleQuery => ({
      name: `counts: ${name}`,
      goalMs: 60,
      ask: async (store) => {
        const counts = await store.countRuns(filter);
        return `${counts.total.toLocaleString("en")}${counts.isExact ? "" : "+"}`;
      },
    })),
    ...([1, 7, 30, 90] as const).map((days): ConsoleQuery => ({
      name: `statistics: ${days} days`,
      goalMs: 150,
      ask: async (store) => {
        const stats = await store.readStats({ from: facts.endMs - days * DAY_MS, to: facts.endMs });
        return `${stats.runs.toLocaleString("en")} runs, ${stats.buckets.length} buckets`;
      },
    })),
    {
      name: "a run",
      goalMs: 60,
      ask: async (store) => {
        const run = await store.findRun((await firstOf(store, facts.runIdAt.middle)).runId);
        return run === null ? "none" : "1";
      },
    },
    {
      name: "its trace",
      goalMs: 60,
      ask: async (store) => {
        const { runId } = await firstOf(store, facts.runIdAt.middle);
        return String((await store.listTrace(runId, 200, undefined)).items.length);
      },
    },
  ];
}

async function firstOf(store: PrismaRunStore, below: string) {
  const [run] = (await store.listRuns({}, 1, encodeCursor("runs", below))).items;
  if (run === undefined) throw new Error("the store is empty");
  return run;
}

function page(name: string, filter: RunFilter, below: string | undefined): ConsoleQuery {
  const cursor = below === undefined ? undefined : encodeCursor("runs", below);
  return {
    name,
    goalMs: 60,
    ask: async (store) => {
      const found = await store.listRuns(filter, PAGE, cursor);
      const stopped =
        found.searchedTo === null
          ? ""
          : `, looked back to ${new Date(found.searchedTo).toISOString().slice(0, 10)}`;
      return `${found.items.length}${found.nextCursor === null ? " (end)" : ""}${stopped}`;
    },
  };
}

function filtersOf({
  endMs,
  busySession,
  smallSession,
}: StoreFacts): readonly (readonly [string, RunFilter])[] {
  const ago = (days: number) => endMs - days * DAY_MS;
  return [
    ["none", {}],
    ["one outcome", { outcome: ["FALLBACK"] }],
    ["state and intent", { state: ["SUCCESS"], intent: ["DIAGNOSIS"] }],
    [
      "five axes",
      {
        state: ["SUCCESS", "BUDGET_EXHAUSTED"],
        outcome: ["FALLBACK"],
        fallback: ["INSUFFICIENT_EVIDENCE"],
        intent: ["DIAGNOSIS"],
        stopReason: ["INFORMATION_SATURATED", "BUDGET_LIMIT_REACHED"],
      },
    ],
    ["rare axes", { state: ["FAILED"], stopReason: ["PROGRESS_PROTOCOL_VIOLATED"] }],
    ["axes that never meet", { state: ["CANCELLED"], outcome: ["SUCCESS"] }],
    ["a day, two months back", { from: ago(61), to: ago(60) }],
    ["odd hours and an axis", { from: ago(100) + 1_234_567, to: ago(3) - 7_654_321, outcome: ["FAILED"] }],
    ["a session", { session: SessionId.parse(smallSession) }],
    ["a session of thousands, rare axes", { session: SessionId.parse(busySession), state: ["TIMED_OUT"] }],
    ["triage status", { triage: ["NEW"] }],
    ["triage status and rare axes", { triage: ["RESOLVED"], fallback: ["SEMANTIC_UNAVAILABLE"] }],
    ["assignee", { assignee: "ana" }],
    ["assignee, label and status", { triage: ["NEW", "ACKNOWLEDGED"], assignee: "ana", label: "database" }],
    ["a common word", { text: "why" }],
    ["three words", { text: "payments cardwise midnight" }],
    ["a rare number", { text: "order 48213" }],
    ["Chinese", { text: "支付失败" }],
    ["longer Chinese", { text: "购物车过去两天为什么吞吐下降" }],
    ["no such word", { text: "zeppelin" }],
    ["words that seldom meet", { text: "deadlock_found why" }],
    ["a word and axes", { text: "slow", outcome: ["FAILED"] }],
    ["a word and rare axes", { text: "why", state: ["FAILED"], stopReason: ["PROGRESS_PROTOCOL_VIOLATED"] }],
    ["Chinese, axes and a month", { text: "库存", outcome: ["FALLBACK"], from: ago(60), to: ago(30) }],
    ["a word and triage", { text: "northpay", triage: ["NEW"] }],
    [
      "everything at once",
      {
        text: "why",
        triage: ["NEW"],
        assignee: "bo",
        outcome: ["FALLBACK"],
        intent: ["DIAGNOSIS"],
        from: ago(90),
      },
    ],
  ];
}
