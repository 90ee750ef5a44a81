/** Playbooks and documents. */
import { z } from "zod";
import {
  ChangeKnowledgeRequest,
  CheckKnowledgeReply,
  CheckKnowledgeRequest,
  KnowledgeAddress,
  KnowledgeConflict,
  KnowledgeDetail,
  KnowledgeEntryReply,
  KnowledgeInvalid,
  KnowledgeList,
  KnowledgeRuns,
  KnowledgeVersionQuery,
  KnowledgeVersionText,
  RetrievalQuery,
  RetrievalReply,
  SaveKnowledgeRequest,
  type KnowledgeEntry,
} from "../../contracts/knowledge";
import type { ChangeOutcome } from "../../knowledge/knowledge-library";
import type { ApiDependencies, ApiHandler } from "../api-dependencies";
import { jsonResponse, ProblemError, problemResponse } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";

const NoQuery = z.strictObject({});
const noSuchEntry = () =>
  new ProblemError("KNOWLEDGE_NOT_FOUND", "no playbook or document has that name: look at the list again");

export const getKnowledge: ApiHandler = ({ knowledge }, request) => {
  readQuery(request, NoQuery);
  return Promise.resolve(jsonResponse(KnowledgeList.parse(knowledge.list())));
};

export const getKnowledgeEntry: ApiHandler = async ({ knowledge }, request) => {
  const { kind, name } = readQuery(request, KnowledgeAddress);
  const detail = await knowledge.find(kind, name);
  if (detail === null) throw noSuchEntry();
  return jsonResponse(KnowledgeDetail.parse(detail));
};

export const getKnowledgeVersion: ApiHandler = async ({ knowledge }, request) => {
  const { kind, name, version } = readQuery(request, KnowledgeVersionQuery);
  const text = await knowledge.readVersion(kind, name, version);
  if (text === null) throw new ProblemError("KNOWLEDGE_NOT_FOUND", "that version has no text of its own");
  return jsonResponse(KnowledgeVersionText.parse({ text }));
};

export const getKnowledgeRuns: ApiHandler = async ({ knowledge }, request) => {
  const { kind, name } = readQuery(request, KnowledgeAddress);
  const runs = await knowledge.listRuns(kind, name);
  if (runs === null) throw noSuchEntry();
  return jsonResponse(KnowledgeRuns.parse(runs));
};

export const getRetrieval: ApiHandler = ({ knowledge }, request) => {
  const { question } = readQuery(request, RetrievalQuery);
  return Promise.resolve(jsonResponse(RetrievalReply.parse(knowledge.retrieve(question))));
};

export const postKnowledgeCheck: ApiHandler = async ({ knowledge }, request) => {
  readQuery(request, NoQuery);
  const text = await readBody(request, CheckKnowledgeRequest);
  return jsonResponse(CheckKnowledgeReply.parse(knowledge.check(text)));
};

/** 422 KNOWLEDGE_INVALID carries what is wrong, by field and line; 409 KNOWLEDGE_CONFLICT the entry as it is. */
export const postKnowledgeEntry: ApiHandler = async (deps, request) => {
  readQuery(request, NoQuery);
  const body = await readBody(request, SaveKnowledgeRequest);
  const outcome = await deps.knowledge.save(body, deps.actorName);
  if (outcome.kind === "changed") await noteChange(deps, "knowledge.save", outcome.entry, "save");
  return replyOf(outcome);
};

/** Disables, enables, or sets back to the shipped text. */
export const postKnowledgeChange: ApiHandler = async (deps, request) => {
  readQuery(request, NoQuery);
  const body = await readBody(request, ChangeKnowledgeRequest);
  const outcome = await deps.knowledge.change(body, deps.actorName);
  if (outcome.kind === "changed") await noteChange(deps, "knowledge.change", outcome.entry, body.action);
  return replyOf(outcome);
};

async function noteChange(
  { noteAct }: ApiDependencies,
  action: "knowledge.save" | "knowledge.change",
  { kind, name, version, state }: KnowledgeEntry,
  done: string,
): Promise<void> {
  await noteAct({ action, outcome: "changed", target: `${kind} ${name}`, after: { done, version, state } });
}

function replyOf(outcome: ChangeOutcome): Response {
  switch (outcome.kind) {
    case "changed":
      return jsonResponse(KnowledgeEntryReply.parse({ entry: outcome.entry }));
    case "invalid":
      return problemResponse("KNOWLEDGE_INVALID", "put right what the problems name, then save again", {
        extra: KnowledgeInvalid.parse({ problems: outcome.problems }),
      });
    case "conflict":
      return problemResponse("KNOWLEDGE_CONFLICT", conflictOf(outcome.entry), {
        extra: KnowledgeConflict.parse({ entry: outcome.entry }),
      });
    case "not_found":
      throw noSuchEntry();
  }
}

function conflictOf(entry: KnowledgeEntry | null): string {
  if (entry === null) return "there is no entry of that name any more: save it as a new one";
  const { changedBy, changedAt } = entry;
  if (changedBy === null || changedAt === null)
    return "that name belongs to a file of the server: open it, and change it there";
  return `${changedBy} changed it at ${new Date(changedAt).toISOString()}: look at it again, then decide`;
}
