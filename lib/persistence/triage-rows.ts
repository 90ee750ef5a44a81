/** Rows of triage ↔ contracts, and the conditions of its lists. */
import { DiagnosisStopReason, FallbackType, RunState } from "../contracts/axes";
import { ToolErrorCode } from "../contracts/evidence";
import { FailureCode } from "../contracts/frames";
import { RunId, TriageGroupId } from "../contracts/ids";
import {
  FiledOutcome,
  ResolutionReason,
  TriageEvent,
  TriageStatus,
  type TriageFilter,
  type TriageGroup,
  type TriageHistoryEntry,
  type TriageResolution,
} from "../contracts/triage";
import type { TriageState } from "../triage/triage-transitions";
import { decodeDocument } from "./documents";
import type { Prisma } from "./generated/client";
import type { TriageGroupModel, TriageHistoryModel } from "./generated/models";

export const WITH_LABELS = { labels: { select: { label: true }, orderBy: { label: "asc" } } } as const;
export type GroupRow = TriageGroupModel & { readonly labels: readonly { readonly label: string }[] };

export function groupOf(row: GroupRow): TriageGroup {
  const state = stateOf(row);
  return {
    groupId: TriageGroupId.parse(row.groupId),
    fingerprint: row.fingerprint,
    fingerprintVersion: row.fingerprintVersion,
    releaseOutcome: FiledOutcome.parse(row.releaseOutcome),
    fallbackType: FallbackType.nullable().parse(row.fallbackType),
    failureCode: FailureCode.nullable().parse(row.failureCode),
    runState: RunState.exclude(["RUNNING"]).parse(row.runState),
    stopReason: DiagnosisStopReason.nullable().parse(row.stopReason),
    cause: row.cause,
    playbook: row.playbook,
    tool: row.tool,
    toolErrorCode: ToolErrorCode.nullable().parse(row.toolErrorCode),
    ...state,
    labels: [...state.labels],
    version: row.version,
    runCount: row.runCount,
    firstSeenAt: row.firstSeenAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
    lastRunId: RunId.parse(row.lastRunId),
    sampleQuery: row.sampleQuery,
    lastChange: stampOf(row.changedBy, row.changedAt),
  };
}

export function stateOf(row: GroupRow): TriageState {
  return {
    status: TriageStatus.parse(row.status),
    assignee: row.assignee,
    labels: row.labels.map(({ label }) => label),
    acknowledgement: stampOf(row.acknowledgedBy, row.acknowledgedAt),
    resolution: resolutionOf(row),
    reopenCount: row.reopenCount,
    reopenedAt: row.reopenedAt?.getTime() ?? null,
  };
}

function stampOf(by: string | null, at: Date | null): { by: string; at: number } | null {
  return by === null || at === null ? null : { by, at: at.getTime() };
}

function resolutionOf(row: TriageGroupModel): TriageResolution | null {
  const stamp = stampOf(row.resolvedBy, row.resolvedAt);
  if (stamp === null) return null;
  return { ...stamp, reason: ResolutionReason.parse(row.resolutionReason), note: row.resolutionNote };
}

/** Labels have a table of their own. */
export function stateColumns(state: TriageState) {
  return {
    status: state.status,
    assignee: state.assignee,
    acknowledgedBy: state.acknowledgement?.by ?? null,
    acknowledgedAt: dateOf(state.acknowledgement?.at),
    resolvedBy: state.resolution?.by ?? null,
    resolvedAt: dateOf(state.resolution?.at),
    resolutionReason: state.resolution?.reason ?? null,
    resolutionNote: state.resolution?.note ?? null,
    reopenCount: state.reopenCount,
    reopenedAt: dateOf(state.reopenedAt),
  };
}

function dateOf(at: number | null | undefined): Date | null {
  return at === null || at === undefined ? null : new Date(at);
}

export function historyEntryOf(row: TriageHistoryModel): TriageHistoryEntry {
  return {
    seq: row.seq,
    at: row.at.getTime(),
    actor: row.actor,
    event: decodeDocument(TriageEvent, row.entry),
  };
}

/** Built from parsed scalars only; an absent filter is left out by name, never passed as undefined. */
export function triageWhere(filter: TriageFilter): Prisma.TriageGroupWhereInput {
  const { text } = filter;
  return {
    ...(filter.status === undefined ? {} : { status: { in: filter.status } }),
    ...(filter.outcome === undefined ? {} : { releaseOutcome: { in: filter.outcome } }),
    ...(filter.fallback === undefined ? {} : { fallbackType: { in: filter.fallback } }),
    ...(filter.failure === undefined ? {} : { failureCode: { in: filter.failure } }),
    ...(filter.label === undefined ? {} : { labels: { some: { label: { in: filter.label } } } }),
    AND: [
      ...(filter.assignee === undefined ? [] : [{ assignee: filter.assignee }]),
      ...(filter.assigned === undefined
        ? []
        : [{ assignee: filter.assigned === "none" ? null : { not: null } }]),
    ],
    ...(text === undefined
      ? {}
      : {
          OR: [
            { cause: { contains: text } },
            { sampleQuery: { contains: text } },
            { playbook: { contains: text } },
            { tool: { contains: text } },
            { assignee: { contains: text } },
            { lastRunId: text },
            { groupId: text },
          ],
        }),
  };
}
