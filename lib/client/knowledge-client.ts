import {
  CheckKnowledgeReply,
  KnowledgeDetail,
  KnowledgeEntryReply,
  KnowledgeInvalid,
  KnowledgeList,
  KnowledgeRuns,
  KnowledgeVersionText,
  RetrievalReply,
  type ChangeKnowledgeRequest,
  type CheckKnowledgeRequest,
  type KnowledgeAddress,
  type SaveKnowledgeRequest,
  type TextProblem,
} from "../contracts/knowledge";
import type { FetchLike } from "./api-client";
import { ProblemError } from "./api-error";
import { consoleFetch } from "./console-fetch";
import { sendJson } from "./send-json";

const at = ({ kind, name }: KnowledgeAddress, more: Record<string, string> = {}) =>
  new URLSearchParams({ kind, name, ...more }).toString();

/** The routes of knowledge, typed. Errors are those of `sendJson`. */
class KnowledgeClient {
  readonly #fetch: FetchLike;
  constructor(fetchLike: FetchLike) {
    this.#fetch = fetchLike;
  }

  list = () => sendJson(this.#fetch, KnowledgeList, "GET", "/api/knowledge");
  find = (address: KnowledgeAddress) =>
    sendJson(this.#fetch, KnowledgeDetail, "GET", `/api/knowledge/entry?${at(address)}`);
  readVersion = (address: KnowledgeAddress, version: number) =>
    sendJson(
      this.#fetch,
      KnowledgeVersionText,
      "GET",
      `/api/knowledge/version?${at(address, { version: String(version) })}`,
    );
  listRuns = (address: KnowledgeAddress) =>
    sendJson(this.#fetch, KnowledgeRuns, "GET", `/api/knowledge/runs?${at(address)}`);
  retrieve = (question: string) =>
    sendJson(
      this.#fetch,
      RetrievalReply,
      "GET",
      `/api/knowledge/retrieval?${new URLSearchParams({ question }).toString()}`,
    );
  check = (body: CheckKnowledgeRequest) =>
    sendJson(this.#fetch, CheckKnowledgeReply, "POST", "/api/knowledge/check", body);
  save = (body: SaveKnowledgeRequest) =>
    sendJson(this.#fetch, KnowledgeEntryReply, "POST", "/api/knowledge/entry", body);
  change = (body: ChangeKnowledgeRequest) =>
    sendJson(this.#fetch, KnowledgeEntryReply, "POST", "/api/knowledge/change", body);
}

/** The client of the page's own origin. */
export const knowledgeClient = new KnowledgeClient(consoleFetch);

/** What a refused text has wrong; empty for any other error. */
export function textProblemsOf(error: Error | null): readonly TextProblem[] {
  if (!(error instanceof ProblemError) || error.problem.code !== "KNOWLEDGE_INVALID") return [];
  return KnowledgeInvalid.safeParse(error.problem).data?.problems ?? [];
}
