/** Every route of the API: the one table behind the route files of app/ and the servers of tests. */
import type { Permission } from "../contracts/access";
import type { ApiHandler } from "./api-dependencies";
import { getAudit } from "./handlers/audit";
import { postBulkCancel } from "./handlers/bulk-cancel";
import { postCancel } from "./handlers/cancel-run";
import { getRunExport } from "./handlers/export-run";
import { getHealth, getReady } from "./handlers/health";
import { getRun, getRunEvents, getRunLedger, getRuns, getRunTools, getRunTrace } from "./handlers/read-runs";
import {
  getKnowledge,
  getKnowledgeEntry,
  getKnowledgeRuns,
  getKnowledgeVersion,
  getRetrieval,
  postKnowledgeChange,
  postKnowledgeCheck,
  postKnowledgeEntry,
} from "./handlers/knowledge";
import { getPublicStream } from "./handlers/public-stream";
import { getReruns, postRerun } from "./handlers/rerun-run";
import { deleteSavedView, getSavedViews, postSavedView } from "./handlers/saved-views";
import { getSettings, postLimits, postSettingsTest } from "./handlers/settings";
import { deleteSession, getSession, postPassword, postSession } from "./handlers/session";
import { postChat, postRuns } from "./handlers/start-run";
import { getRunCounts, getStats } from "./handlers/stats";
import {
  deleteCase,
  getCase,
  getCases,
  getReplay,
  getReplays,
  postCancelReplay,
  postCase,
  postReplay,
} from "./handlers/triage-cases";
import { getTriageExport } from "./handlers/triage-export";
import {
  getTriageCounts,
  getTriageGroup,
  getTriageGroupRuns,
  getTriageGroups,
  patchTriageGroup,
  postBulkChange,
  postBulkPreview,
} from "./handlers/triage-groups";
import { deleteToken, getTokens, postToken } from "./handlers/tokens";
import { getUsers, patchUser, postUser, postUserReset } from "./handlers/users";
import { getMetrics } from "./handlers/metrics";
import { getOpenApi } from "./handlers/openapi";
import {
  deleteWebhook,
  getDeliveries,
  getWebhooks,
  patchWebhook,
  postRedelivery,
  postWebhook,
  postWebhookSecret,
  postWebhookTest,
} from "./handlers/webhooks";
import type { OpenHandler } from "./visit";

/** What a route asks of its visitor. An open one asks nothing, and its handler gets hold of nothing. */
export type RouteEntry =
  | { readonly permission: Permission; readonly handler: ApiHandler }
  | { readonly permission: "open"; readonly handler: OpenHandler };

/** Keys are `METHOD path`; a path segment in brackets is a parameter, as in the folders of app/. A route without a permission does not compile. */
export const API_ROUTES = {
  "POST /api/chat": { permission: "runs.ask", handler: postChat },
  "POST /api/runs": { permission: "runs.ask", handler: postRuns },
  "GET /api/runs": { permission: "runs.read", handler: getRuns },
  "GET /api/runs/counts": { permission: "runs.read", handler: getRunCounts },
  "GET /api/runs/[id]": { permission: "runs.read", handler: getRun },
  "GET /api/runs/[id]/trace": { permission: "runs.read", handler: getRunTrace },
  "GET /api/runs/[id]/tools": { permission: "runs.read", handler: getRunTools },
  "GET /api/runs/[id]/ledger": { permission: "runs.read", handler: getRunLedger },
  "GET /api/runs/[id]/events": { permission: "runs.read", handler: getRunEvents },
  "GET /api/runs/[id]/export": { permission: "runs.read", handler: getRunExport },
  "GET /api/runs/[id]/public-stream": { permission: "runs.read", handler: getPublicStream },
  "GET /api/runs/[id]/reruns": { permission: "runs.read", handler: getReruns },
  "POST /api/runs/[id]/rerun": { permission: "runs.ask", handler: postRerun },
  "POST /api/runs/[id]/cancel": { permission: "runs.cancel", handler: postCancel },
  "POST /api/runs/cancel": { permission: "runs.cancel", handler: postBulkCancel },
  "GET /api/triage/groups": { permission: "triage.read", handler: getTriageGroups },
  "GET /api/triage/groups/[id]": { permission: "triage.read", handler: getTriageGroup },
  "PATCH /api/triage/groups/[id]": { permission: "triage.write", handler: patchTriageGroup },
  "GET /api/triage/groups/[id]/runs": { permission: "triage.read", handler: getTriageGroupRuns },
  "GET /api/triage/counts": { permission: "triage.read", handler: getTriageCounts },
  "GET /api/triage/export": { permission: "triage.read", handler: getTriageExport },
  "POST /api/triage/bulk/preview": { permission: "triage.write", handler: postBulkPreview },
  "POST /api/triage/bulk": { permission: "triage.write", handler: postBulkChange },
  "GET /api/triage/cases": { permission: "triage.read", handler: getCases },
  "POST /api/triage/cases": { permission: "triage.write", handler: postCase },
  "GET /api/triage/cases/[id]": { permission: "triage.read", handler: getCase },
  "DELETE /api/triage/cases/[id]": { permission: "triage.write", handler: deleteCase },
  "GET /api/triage/replays": { permission: "triage.read", handler: getReplays },
  "POST /api/triage/replays": { permission: "triage.write", handler: postReplay },
  "GET /api/triage/replays/[id]": { permission: "triage.read", handler: getReplay },
  "POST /api/triage/replays/[id]/cancel": { permission: "triage.write", handler: postCancelReplay },
  "GET /api/stats": { permission: "runs.read", handler: getStats },
  "GET /api/knowledge": { permission: "knowledge.read", handler: getKnowledge },
  "GET /api/knowledge/entry": { permission: "knowledge.read", handler: getKnowledgeEntry },
  "POST /api/knowledge/entry": { permission: "knowledge.write", handler: postKnowledgeEntry },
  "GET /api/knowledge/version": { permission: "knowledge.read", handler: getKnowledgeVersion },
  "GET /api/knowledge/runs": { permission: "knowledge.read", handler: getKnowledgeRuns },
  "GET /api/knowledge/retrieval": { permission: "knowledge.read", handler: getRetrieval },
  "POST /api/knowledge/check": { permission: "knowledge.write", handler: postKnowledgeCheck },
  "POST /api/knowledge/change": { permission: "knowledge.write", handler: postKnowledgeChange },
  "GET /api/settings": { permission: "settings.read", handler: getSettings },
  "POST /api/settings/test": { permission: "settings.read", handler: postSettingsTest },
  "POST /api/settings/limits": { permission: "settings.write", handler: postLimits },
  "GET /api/saved-views": { permission: "views.own", handler: getSavedViews },
  "POST /api/saved-views": { permission: "views.own", handler: postSavedView },
  "DELETE /api/saved-views/[id]": { permission: "views.own", handler: deleteSavedView },
  "POST /api/session": { permission: "open", handler: postSession },
  "GET /api/session": { permission: "account.own", handler: getSession },
  "DELETE /api/session": { permission: "account.own", handler: deleteSession },
  "POST /api/session/password": { permission: "account.own", handler: postPassword },
  "GET /api/users": { permission: "users.manage", handler: getUsers },
  "POST /api/users": { permission: "users.manage", handler: postUser },
  "PATCH /api/users/[id]": { permission: "users.manage", handler: patchUser },
  "POST /api/users/[id]/reset": { permission: "users.manage", handler: postUserReset },
  "GET /api/tokens": { permission: "tokens.manage", handler: getTokens },
  "POST /api/tokens": { permission: "tokens.manage", handler: postToken },
  "DELETE /api/tokens/[id]": { permission: "tokens.manage", handler: deleteToken },
  "GET /api/audit": { permission: "audit.read", handler: getAudit },
  "GET /api/webhooks": { permission: "settings.read", handler: getWebhooks },
  "POST /api/webhooks": { permission: "settings.write", handler: postWebhook },
  "PATCH /api/webhooks/[id]": { permission: "settings.write", handler: patchWebhook },
  "DELETE /api/webhooks/[id]": { permission: "settings.write", handler: deleteWebhook },
  "POST /api/webhooks/[id]/secret": { permission: "settings.write", handler: postWebhookSecret },
  "POST /api/webhooks/[id]/test": { permission: "settings.write", handler: postWebhookTest },
  "GET /api/webhooks/[id]/deliveries": { permission: "settings.read", handler: getDeliveries },
  "POST /api/webhooks/[id]/deliveries": { permission: "settings.write", handler: postRedelivery },
  "GET /api/metrics": { permission: "status.read", handler: getMetrics },
  "GET /api/openapi.json": { permission: "status.read", handler: getOpenApi },
  "GET /api/health": { permission: "open", handler: getHealth },
  "GET /api/ready": { permission: "open", handler: getReady },
} as const satisfies Record<string, RouteEntry>;
export type ApiRoute = keyof typeof API_ROUTES;
