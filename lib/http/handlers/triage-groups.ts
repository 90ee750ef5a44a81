/** Reading and changing groups of triage. */
import { z } from "zod";
import { TriageGroupId } from "../../contracts/ids";
import { PageQuery, RunPage } from "../../contracts/requests";
import {
  BulkChangeReply,
  BulkChangeRequest,
  BulkPreview,
  ChangeTriageReply,
  ChangeTriageRequest,
  ListTriageQuery,
  PreviewBulkRequest,
  TriageConflict,
  TriageCounts,
  TriageFilterQuery,
  TriageGroupDetail,
  TriagePage,
  type BulkItemResult,
  type Selected,
  type TriageChange,
  type TriageGroup,
} from "../../contracts/triage";
import { StoreUnavailableError } from "../../runs/ports";
import { SYSTEM_ACTOR, type BulkSelector, type ChangeResult } from "../../triage/ports";
import type { ApiDependencies, ApiHandler } from "../api-dependencies";
import { jsonResponse, ProblemError, problemResponse } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";

const NoQuery = z.strictObject({});
/** Groups of a bulk change that are changed at the same time. */
const BULK_LANES = 4;

/** @throws ProblemError TRIAGE_NOT_FOUND, also for a text that is no group id at all */
function groupIdOf(params: Readonly<Record<string, string>>): TriageGroupId {
  const parsed = TriageGroupId.safeParse(params["id"]);
  if (!parsed.success) throw new ProblemError("TRIAGE_NOT_FOUND", "check the group id: it starts with tri_");
  return parsed.data;
}
const noSuchGroup = () => new ProblemError("TRIAGE_NOT_FOUND", "no group with that id is stored");

/** The last seen first. */
export const getTriageGroups: ApiHandler = async ({ triage }, request) => {
  const { limit, cursor, ...filter } = readQuery(request, ListTriageQuery);
  return jsonResponse(TriagePage.parse(await triage.store.listGroups(filter, limit, cursor)));
};

export const getTriageCounts: ApiHandler = async ({ triage }, request) => {
  const filter = readQuery(request, TriageFilterQuery);
  return jsonResponse(TriageCounts.parse(await triage.store.countGroups(filter)));
};

export const getTriageGroup: ApiHandler = async ({ triage }, request, params) => {
  readQuery(request, NoQuery);
  const detail = await triage.store.findGroup(groupIdOf(params));
  if (detail === null) throw noSuchGroup();
  return jsonResponse(TriageGroupDetail.parse(detail));
};

export const getTriageGroupRuns: ApiHandler = async ({ triage }, request, params) => {
  const { limit, cursor } = readQuery(request, PageQuery);
  const detail = await triage.store.findGroup(groupIdOf(params));
  if (detail === null) throw noSuchGroup();
  return jsonResponse(RunPage.parse(await triage.store.listGroupRuns(detail.group, limit, cursor)));
};

/** 409 TRIAGE_CONFLICT carries the group as it is: its `lastChange` says who changed it and when. */
export const patchTriageGroup: ApiHandler = async ({ triage, actorName }, request, params) => {
  readQuery(request, NoQuery);
  const groupId = groupIdOf(params);
  const { version, change } = await readBody(request, ChangeTriageRequest);
  const result = await triage.store.changeGroup({
    groupId,
    version,
    change: masked(triage.maskText, change),
    actor: actorName,
    at: triage.now(),
  });
  return replyOf(result);
};

function replyOf(result: ChangeResult): Response {
  switch (result.kind) {
    case "changed":
    case "unchanged":
      return jsonResponse(ChangeTriageReply.parse({ kind: result.kind, group: result.group }));
    case "conflict":
      return problemResponse("TRIAGE_CONFLICT", conflictOf(result.group), {
        extra: TriageConflict.parse({ group: result.group }),
      });
    case "refused":
      return problemResponse("TRIAGE_REFUSED", result.why, {
        extra: TriageConflict.parse({ group: result.group }),
      });
    case "not_found":
      throw noSuchGroup();
  }
}

function conflictOf({ lastChange }: TriageGroup): string {
  if (lastChange === null) return "the version is not the group's own: read it again";
  const who = lastChange.by === SYSTEM_ACTOR ? "a new run of the same kind" : lastChange.by;
  return `${who} changed it at ${new Date(lastChange.at).toISOString()}: look at it again, then decide`;
}

export const postBulkPreview: ApiHandler = async ({ triage }, request) => {
  readQuery(request, NoQuery);
  const selector = selectorOf(await readBody(request, PreviewBulkRequest));
  return jsonResponse(BulkPreview.parse(await triage.store.previewBulk(selector)));
};

function selectorOf({ groupIds, filter }: z.infer<typeof PreviewBulkRequest>): BulkSelector {
  if (groupIds !== undefined) return { groupIds };
  if (filter !== undefined) return { filter };
  throw new Error("the schema lets one of the two through");
}

/** Group by group: what one comes to changes nothing of the others. */
export const postBulkChange: ApiHandler = async (deps, request) => {
  readQuery(request, NoQuery);
  const { selection, change } = await readBody(request, BulkChangeRequest);
  const actor = deps.actorName;
  const toMake = masked(deps.triage.maskText, change);
  const results = new Map<string, BulkItemResult>();
  const left = [...new Map(selection.map((selected) => [selected.groupId, selected])).values()];
  const order = left.map(({ groupId }) => groupId);
  const lane = async (): Promise<void> => {
    for (let selected = left.shift(); selected !== undefined; selected = left.shift()) {
      results.set(selected.groupId, await changeOne(deps, selected, toMake, actor));
    }
  };
  await Promise.all(Array.from({ length: BULK_LANES }, lane));
  return jsonResponse(BulkChangeReply.parse({ results: order.map((groupId) => results.get(groupId)) }));
};

async function changeOne(
  { triage, log }: ApiDependencies,
  { groupId, version }: Selected,
  change: TriageChange,
  actor: string,
): Promise<BulkItemResult> {
  let result: ChangeResult;
  try {
    result = await triage.store.changeGroup({ groupId, version, change, actor, at: triage.now() });
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    log.error({ error }, "a group of a bulk change could not be changed");
    return { kind: "failed", groupId };
  }
  switch (result.kind) {
    case "changed":
    case "unchanged":
    case "conflict":
      return { kind: result.kind, groupId, group: result.group };
    case "refused":
      return { kind: "refused", groupId, why: result.why };
    case "not_found":
      return { kind: "not_found", groupId };
  }
}

/** What an operator writes is masked before anything keeps it. */
function masked(mask: (text: string) => string, change: TriageChange): TriageChange {
  switch (change.action) {
    case "resolve":
    case "reopen":
      return { ...change, note: change.note === null ? null : mask(change.note) };
    case "note":
      return { ...change, text: mask(change.text) };
    case "acknowledge":
    case "assign":
    case "label":
      return change;
  }
}
