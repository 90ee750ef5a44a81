/** GET /api/triage/export: groups, or the runs of groups, as JSON lines or CSV; written as they are read. */
import type { TriageGroupId } from "../../contracts/ids";
import type { RunSummary } from "../../contracts/run";
import { ExportTriageQuery, type TriageFilter, type TriageGroup } from "../../contracts/triage";
import { csvLine, type CsvCell } from "../../triage/csv-line";
import type { TriageStore } from "../../triage/ports";
import type { ApiHandler } from "../api-dependencies";
import { readQuery } from "../read-query";

/** Groups, and runs, that are read at a time. */
const PAGE = 100;

type Row = Readonly<Record<string, CsvCell | readonly string[]>>;

/** Axis values are the exact ones; times are ISO 8601 in UTC. */
export const getTriageExport: ApiHandler = async ({ triage, log }, request) => {
  const { format, of, ...filter } = readQuery(request, ExportTriageQuery);
  const rows = of === "groups" ? groupRows(triage.store, filter) : runRows(triage.store, filter);
  const lines =
    format === "jsonl" ? jsonLines(rows) : csvLines(rows, of === "groups" ? GROUP_NAMES : RUN_NAMES);
  // The first page is read before the status is sent: a store that is down is a 503, not a broken file.
  const first = await lines.next();
  const encoder = new TextEncoder();
  let pending: IteratorResult<string, void> | null = first;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = pending ?? (await lines.next());
        pending = null;
        if (done === true || value === undefined) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        // A file that ends in an error is seen to be incomplete; one that just ends is not.
        log.error({ error }, "an export ended early");
        controller.error(error);
      }
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": format === "jsonl" ? "application/x-ndjson; charset=utf-8" : "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="triage-${of}.${format}"`,
      "cache-control": "no-store",
    },
  });
};

async function* groupsOf(store: TriageStore, filter: TriageFilter): AsyncGenerator<TriageGroup, void> {
  let after: TriageGroupId | null = null;
  for (;;) {
    const page: readonly TriageGroup[] = await store.exportGroups(filter, after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.groupId;
  }
}

async function* groupRows(store: TriageStore, filter: TriageFilter): AsyncGenerator<Row, void> {
  for await (const group of groupsOf(store, filter)) yield groupRow(group);
}

async function* runRows(store: TriageStore, filter: TriageFilter): AsyncGenerator<Row, void> {
  for await (const group of groupsOf(store, filter)) {
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<TriageStore["listGroupRuns"]>> = await store.listGroupRuns(
        group,
        PAGE,
        cursor ?? undefined,
      );
      for (const run of page.items) yield runRow(group, run);
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}

const iso = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at).toISOString();

function groupRow(group: TriageGroup): Row {
  return {
    groupId: group.groupId,
    status: group.status,
    runState: group.runState,
    releaseOutcome: group.releaseOutcome,
    fallbackType: group.fallbackType,
    failureCode: group.failureCode,
    stopReason: group.stopReason,
    cause: group.cause,
    playbook: group.playbook,
    tool: group.tool,
    toolErrorCode: group.toolErrorCode,
    assignee: group.assignee,
    labels: group.labels,
    runCount: group.runCount,
    firstSeenAt: iso(group.firstSeenAt),
    lastSeenAt: iso(group.lastSeenAt),
    lastRunId: group.lastRunId,
    sampleQuery: group.sampleQuery,
    acknowledgedBy: group.acknowledgement?.by ?? null,
    acknowledgedAt: iso(group.acknowledgement?.at),
    resolutionReason: group.resolution?.reason ?? null,
    resolutionNote: group.resolution?.note ?? null,
    resolvedBy: group.resolution?.by ?? null,
    resolvedAt: iso(group.resolution?.at),
    reopenCount: group.reopenCount,
    reopenedAt: iso(group.reopenedAt),
    fingerprint: group.fingerprint,
    fingerprintVersion: group.fingerprintVersion,
  };
}
const GROUP_NAMES = [
  "groupId",
  "status",
  "runState",
  "releaseOutcome",
  "fallbackType",
  "failureCode",
  "stopReason",
  "cause",
  "playbook",
  "tool",
  "toolErrorCode",
  "assignee",
  "labels",
  "runCount",
  "firstSeenAt",
  "lastSeenAt",
  "lastRunId",
  "sampleQuery",
  "acknowledgedBy",
  "acknowledgedAt",
  "resolutionReason",
  "resolutionNote",
  "resolvedBy",
  "resolvedAt",
  "reopenCount",
  "reopenedAt",
  "fingerprint",
  "fingerprintVersion",
] as const satisfies readonly (keyof ReturnType<typeof groupRow>)[];

function runRow(group: TriageGroup, run: RunSummary): Row {
  return {
    runId: run.runId,
    sessionId: run.sessionId,
    groupId: group.groupId,
    triageStatus: group.status,
    query: run.query,
    model: run.model,
    intent: run.intent,
    runState: run.runState,
    releaseOutcome: run.releaseOutcome,
    fallbackType: run.fallbackType,
    failureCode: run.failureCode,
    stopReason: run.stopReason,
    semanticVerdict: run.semanticVerdict,
    toolCalls: run.toolCalls,
    durationMs: run.durationMs,
    createdAt: iso(run.createdAt),
    completedAt: iso(run.completedAt),
  };
}
const RUN_NAMES = [
  "runId",
  "sessionId",
  "groupId",
  "triageStatus",
  "query",
  "model",
  "intent",
  "runState",
  "releaseOutcome",
  "fallbackType",
  "failureCode",
  "stopReason",
  "semanticVerdict",
  "toolCalls",
  "durationMs",
  "createdAt",
  "completedAt",
] as const satisfies readonly (keyof ReturnType<typeof runRow>)[];

async function* jsonLines(rows: AsyncGenerator<Row, void>): AsyncGenerator<string, void> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** The names stand in the first line also where there is no row. */
async function* csvLines(
  rows: AsyncGenerator<Row, void>,
  names: readonly string[],
): AsyncGenerator<string, void> {
  yield csvLine(names);
  for await (const row of rows) yield csvLine(names.map((name) => cellOf(row[name])));
}

function cellOf(value: CsvCell | readonly string[] | undefined): CsvCell {
  if (value === undefined) return null;
  return typeof value === "object" && value !== null ? value.join(";") : value;
}
