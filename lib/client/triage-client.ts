import {
  BulkChangeReply,
  BulkPreview,
  ChangeTriageReply,
  TriageCounts,
  TriageGroupDetail,
  TriagePage,
  type BulkChangeRequest,
  type ChangeTriageRequest,
  type PreviewBulkRequest,
  type TriageFilter,
} from "../contracts/triage";
import {
  CancelReplayReply,
  MakeCaseReply,
  RegressionCaseList,
  RemoveCaseReply,
  Replay,
  ReplayList,
  type MakeCaseRequest,
} from "../contracts/triage-regression";
import { RunPage } from "../contracts/requests";
import type { FetchLike } from "./api-client";
import { sendJson } from "./send-json";

const at = (id: string) => encodeURIComponent(id);

/** The routes of triage, typed. Errors are those of `sendJson`. */
class TriageClient {
  readonly #fetch: FetchLike;
  constructor(fetchLike: FetchLike) {
    this.#fetch = fetchLike;
  }

  listGroups = (filter: TriageFilter, cursor: string | null, limit: number) =>
    sendJson(
      this.#fetch,
      TriagePage,
      "GET",
      `/api/triage/groups?${triageParameters(filter, { limit: String(limit), ...(cursor === null ? {} : { cursor }) })}`,
    );
  countGroups = (filter: TriageFilter) =>
    sendJson(this.#fetch, TriageCounts, "GET", `/api/triage/counts?${triageParameters(filter)}`);
  getGroup = (groupId: string) =>
    sendJson(this.#fetch, TriageGroupDetail, "GET", `/api/triage/groups/${at(groupId)}`);
  listGroupRuns = (groupId: string, limit: number) =>
    sendJson(this.#fetch, RunPage, "GET", `/api/triage/groups/${at(groupId)}/runs?limit=${limit}`);
  /** A group that somebody else has changed is a ProblemError TRIAGE_CONFLICT with the group as it is. */
  changeGroup = (groupId: string, body: ChangeTriageRequest) =>
    sendJson(this.#fetch, ChangeTriageReply, "PATCH", `/api/triage/groups/${at(groupId)}`, body);
  previewBulk = (body: PreviewBulkRequest) =>
    sendJson(this.#fetch, BulkPreview, "POST", "/api/triage/bulk/preview", body);
  changeBulk = (body: BulkChangeRequest) =>
    sendJson(this.#fetch, BulkChangeReply, "POST", "/api/triage/bulk", body);

  listCases = () => sendJson(this.#fetch, RegressionCaseList, "GET", "/api/triage/cases");
  makeCase = (body: MakeCaseRequest) =>
    sendJson(this.#fetch, MakeCaseReply, "POST", "/api/triage/cases", body);
  removeCase = (caseId: string) =>
    sendJson(this.#fetch, RemoveCaseReply, "DELETE", `/api/triage/cases/${at(caseId)}`);
  listReplays = () => sendJson(this.#fetch, ReplayList, "GET", "/api/triage/replays");
  getReplay = (replayId: string) =>
    sendJson(this.#fetch, Replay, "GET", `/api/triage/replays/${at(replayId)}`);
  startReplay = (caseIds: readonly string[]) =>
    sendJson(this.#fetch, Replay, "POST", "/api/triage/replays", { caseIds });
  cancelReplay = (replayId: string) =>
    sendJson(this.#fetch, CancelReplayReply, "POST", `/api/triage/replays/${at(replayId)}/cancel`, {});
}

/** As the API takes a filter; what is absent is left out. */
export function triageParameters(filter: TriageFilter, more: Readonly<Record<string, string>> = {}): string {
  const parameters = new URLSearchParams(more);
  for (const [name, value] of Object.entries(filter)) {
    const text = Array.isArray(value) ? value.join(",") : (value ?? "");
    if (text !== "") parameters.set(name, text);
  }
  return parameters.toString();
}

/** The client of the page's own origin. */
export const triageClient = new TriageClient((input, init) => fetch(input, init));
