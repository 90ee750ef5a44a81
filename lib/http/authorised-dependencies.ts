/** The second check: everything a handler gets hold of asks for its permission again, at every call. A new method without one does not compile. */
import { authorised, type PermissionsOf } from "../access/authorised";
import type { Principal } from "../contracts/access";
import type { ChatApplicationUseCase } from "../runs/chat-application-use-case";
import type { KnowledgeLibrary } from "../knowledge/knowledge-library";
import type { RunDirectory } from "../runs/run-directory";
import type { SavedViewStore } from "../settings/ports";
import type { RunLimits } from "../settings/run-limits";
import type { ServerFacts } from "../settings/server-facts";
import type { CaseReplays } from "../triage/case-replays";
import type { RegressionStore, TriageStore } from "../triage/ports";
import type { WebhookAdministration } from "../webhooks/webhook-administration";
import type { ServerTexts, ApplicationParts } from "./api-dependencies";

const APPLICATION: PermissionsOf<ChatApplicationUseCase> = {
  start: "runs.ask",
  rerun: "runs.ask",
  cancel: "runs.cancel",
  awaitReceipt: "runs.cancel",
  // The server's own, as it starts and stops: no handler has a use for them.
  resume: "settings.write",
  allStarted: "settings.write",
};
const DIRECTORY: PermissionsOf<RunDirectory> = {
  findRun: "runs.read",
  findLive: "runs.read",
  detailOf: "runs.read",
  listRuns: "runs.read",
  countRuns: "runs.read",
  readStats: "runs.read",
  listReruns: "runs.read",
  settleJournal: "runs.read",
  listTrace: "runs.read",
  listLedger: "runs.read",
  listTools: "runs.read",
  listEvents: "runs.read",
};
const TRIAGE_STORE: PermissionsOf<TriageStore> = {
  listUnfiled: "triage.write",
  fileRun: "triage.write",
  listGroups: "triage.read",
  exportGroups: "triage.read",
  countGroups: "triage.read",
  findGroup: "triage.read",
  listGroupRuns: "triage.read",
  changeGroup: "triage.write",
  previewBulk: "triage.write",
};
const REGRESSION_STORE: PermissionsOf<RegressionStore> = {
  makeCase: "triage.write",
  listCases: "triage.read",
  findCase: "triage.read",
  removeCase: "triage.write",
  createReplay: "triage.write",
  listReplays: "triage.read",
  findReplay: "triage.read",
  listRunningReplays: "triage.read",
  listWork: "triage.write",
  noteItemRun: "triage.write",
  endItem: "triage.write",
  finishReplay: "triage.write",
  cancelReplay: "triage.write",
};
const REPLAYS: PermissionsOf<CaseReplays> = {
  start: "triage.write",
  cancel: "triage.write",
  resume: "settings.write",
  stop: "settings.write",
};

const KNOWLEDGE: PermissionsOf<KnowledgeLibrary> = {
  list: "knowledge.read",
  find: "knowledge.read",
  readVersion: "knowledge.read",
  listRuns: "knowledge.read",
  retrieve: "knowledge.read",
  check: "knowledge.write",
  save: "knowledge.write",
  change: "knowledge.write",
  load: "settings.write",
  current: "settings.write",
};
const FACTS: PermissionsOf<ServerFacts> = {
  sources: "settings.read",
  model: "settings.read",
  test: "settings.read",
};
const LIMITS: PermissionsOf<RunLimits> = {
  facts: "settings.read",
  change: "settings.write",
  load: "settings.write",
  budget: "settings.read",
  maxRuns: "settings.read",
};
const VIEWS: PermissionsOf<SavedViewStore> = {
  listViews: "views.own",
  createView: "views.own",
  removeView: "views.own",
};

const WEBHOOKS: PermissionsOf<WebhookAdministration> = {
  list: "settings.read",
  listDeliveries: "settings.read",
  create: "settings.write",
  change: "settings.write",
  rotateSecret: "settings.write",
  remove: "settings.write",
  sendTest: "settings.write",
  redeliver: "settings.write",
};
const TEXTS: PermissionsOf<ServerTexts> = { metrics: "status.read", openApi: "status.read" };

/** Named one by one: a new part is placed here with its permissions, or no handler sees it. */
export function authorisedParts(parts: ApplicationParts, principal: Principal): ApplicationParts {
  const { facts, limits } = parts.settings;
  const { store, cases, replays, maskText, now, newCaseId } = parts.triage;
  return {
    application: authorised(parts.application, APPLICATION, principal),
    directory: authorised(parts.directory, DIRECTORY, principal),
    knowledge: authorised(parts.knowledge, KNOWLEDGE, principal),
    settings: {
      facts: authorised(facts, FACTS, principal),
      limits: authorised(limits, LIMITS, principal),
    },
    views: { ...parts.views, store: authorised(parts.views.store, VIEWS, principal) },
    triage: {
      store: authorised(store, TRIAGE_STORE, principal),
      cases: authorised(cases, REGRESSION_STORE, principal),
      replays: authorised(replays, REPLAYS, principal),
      maskText,
      now,
      newCaseId,
    },
    webhooks: authorised(parts.webhooks, WEBHOOKS, principal),
    texts: authorised(parts.texts, TEXTS, principal),
  };
}
