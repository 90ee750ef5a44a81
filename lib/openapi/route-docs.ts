/** What each route takes and answers. A route of the table without an entry here does not compile. */
import { ListAuditQuery } from "../contracts/access";
import { KnowledgeAddress, KnowledgeVersionQuery, RetrievalQuery } from "../contracts/knowledge";
import type { ProblemCode } from "../contracts/problem";
import { ListRunsQuery, PageQuery } from "../contracts/requests";
import { RunFilter } from "../contracts/run-filter";
import { StatsQuery } from "../contracts/run-stats";
import { ExportTriageQuery, ListTriageQuery, TriageFilterQuery } from "../contracts/triage";
import { ListDeliveriesQuery } from "../contracts/webhooks";
import type { ApiRoute } from "../http/api-routes";
import { CancelQuery } from "../http/handlers/cancel-run";
import { WatchQuery } from "../http/handlers/read-runs";
import type { z } from "zod";
import type { ReplyName, RequestName } from "./named-schemas";

export const TAG_TABLE = {
  Runs: "Asking questions, following and stopping runs, reading what they did.",
  Triage: "Groups of runs that fell back or failed, and what is done about them.",
  Regression: "Runs that are kept as cases, and replays of them.",
  Knowledge: "Playbooks and documents that runs know.",
  Statistics: "How runs went over time.",
  Webhooks: "Who is told when something happens.",
  Settings: "Data sources, the model, limits; saved views of the run list.",
  Access: "Signing in, users, API tokens, the audit log.",
  Server: "The server itself: its health, its metrics, this document.",
} as const satisfies Record<string, string>;
type Tag = keyof typeof TAG_TABLE;

export type ReplyDoc =
  | { readonly kind: "json"; readonly schema: ReplyName; readonly means?: string }
  /** Server-sent events; every frame is one of the schema. */
  | { readonly kind: "events"; readonly schema: ReplyName; readonly means?: string }
  | { readonly kind: "file"; readonly types: readonly string[]; readonly means: string };

export interface RouteDoc {
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** What the id in the path begins with. */
  readonly idPrefix?: string;
  readonly query?: z.ZodObject;
  readonly headers?: readonly (keyof typeof HEADER_TABLE)[];
  readonly body?: { readonly schema: RequestName; readonly optional?: true };
  readonly replies: Readonly<Partial<Record<200 | 201 | 202 | 503, ReplyDoc>>>;
  /** Beside those that any route of its kind may answer with. */
  readonly problems: readonly ProblemCode[];
}

export const HEADER_TABLE = {
  "Idempotency-Key": {
    description: "1 to 191 visible ASCII characters. The same request with the same key starts one run.",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,191}$" },
  },
  "Last-Event-ID": {
    description: "The id of the last event that was seen: the stream goes on after it.",
    schema: { type: "integer", minimum: 0 },
  },
} as const;

const json = (schema: ReplyName, means?: string): ReplyDoc => ({
  kind: "json",
  schema,
  ...(means === undefined ? {} : { means }),
});
const run = { tag: "Runs", idPrefix: "run" } as const;
const STARTING = [
  "IDEMPOTENCY_CONFLICT",
  "TOO_MANY_RUNS",
  "SHUTTING_DOWN",
] as const satisfies readonly ProblemCode[];

export const ROUTE_DOCS = {
  "POST /api/chat": {
    tag: "Runs",
    summary: "Ask, and read the answer as it comes",
    description:
      "The run is tied to this stream: closing it cancels the run. Use POST /api/runs for a run that goes on by itself.",
    body: { schema: "StartRunRequest" },
    replies: {
      200: {
        kind: "events",
        schema: "PublicFrame",
        means: "metadata, status…, then content or failure, then done",
      },
    },
    problems: ["TOO_MANY_RUNS", "SHUTTING_DOWN"],
  },
  "POST /api/runs": {
    tag: "Runs",
    summary: "Ask, and leave the run to itself",
    headers: ["Idempotency-Key"],
    body: { schema: "StartRunRequest" },
    replies: { 202: json("StartRunReply", "The run was started, or had been with the same key.") },
    problems: STARTING,
  },
  "GET /api/runs": {
    tag: "Runs",
    summary: "List runs, newest first",
    query: ListRunsQuery,
    replies: { 200: json("RunPage") },
    problems: ["INVALID_CURSOR"],
  },
  "GET /api/runs/counts": {
    tag: "Runs",
    summary: "Count the runs that a filter matches, by axis",
    query: RunFilter,
    replies: { 200: json("RunCounts") },
    problems: [],
  },
  "GET /api/runs/[id]": {
    ...run,
    summary: "Read a run",
    replies: { 200: json("RunDetail") },
    problems: ["RUN_NOT_FOUND"],
  },
  "GET /api/runs/[id]/trace": {
    ...run,
    summary: "List what happened in a run",
    query: PageQuery,
    replies: { 200: json("TracePage") },
    problems: ["RUN_NOT_FOUND", "INVALID_CURSOR"],
  },
  "GET /api/runs/[id]/tools": {
    ...run,
    summary: "List the tool records of a run",
    query: PageQuery,
    replies: { 200: json("ToolPage") },
    problems: ["RUN_NOT_FOUND", "INVALID_CURSOR"],
  },
  "GET /api/runs/[id]/ledger": {
    ...run,
    summary: "List the movements of a run's budgets",
    query: PageQuery,
    replies: { 200: json("LedgerPage") },
    problems: ["RUN_NOT_FOUND", "INVALID_CURSOR"],
  },
  "GET /api/runs/[id]/events": {
    ...run,
    summary: "Watch a run",
    description: "A snapshot, then every event in order. Leaving the stream never cancels the run.",
    query: WatchQuery,
    headers: ["Last-Event-ID"],
    replies: { 200: { kind: "events", schema: "WatchFrame" } },
    problems: ["RUN_NOT_FOUND"],
  },
  "GET /api/runs/[id]/export": {
    ...run,
    summary: "Export the whole of a run",
    replies: { 200: json("RunExport") },
    problems: ["RUN_NOT_FOUND"],
  },
  "GET /api/runs/[id]/public-stream": {
    ...run,
    summary: "Read what the caller of a run was sent",
    replies: { 200: json("PublicStreamReply") },
    problems: ["RUN_NOT_FOUND"],
  },
  "GET /api/runs/[id]/reruns": {
    ...run,
    summary: "List the runs that ask the question of a run again",
    query: PageQuery,
    replies: { 200: json("RunPage") },
    problems: ["RUN_NOT_FOUND", "INVALID_CURSOR"],
  },
  "POST /api/runs/[id]/rerun": {
    ...run,
    summary: "Ask the question of a run again",
    headers: ["Idempotency-Key"],
    body: { schema: "RerunRequest", optional: true },
    replies: { 202: json("StartRunReply") },
    problems: ["RUN_NOT_FOUND", ...STARTING],
  },
  "POST /api/runs/[id]/cancel": {
    ...run,
    summary: "Cancel a run",
    description:
      "Accepted at once. With wait, the answer waits that many ms for the calls in flight to stop.",
    query: CancelQuery,
    body: { schema: "CancelRunRequest", optional: true },
    replies: { 200: json("CancelRunReply") },
    problems: ["RUN_NOT_FOUND", "RUN_ALREADY_TERMINATED", "RUN_NOT_HELD"],
  },
  "POST /api/runs/cancel": {
    tag: "Runs",
    summary: "Cancel several runs",
    query: CancelQuery,
    body: { schema: "BulkCancelRequest" },
    replies: { 200: json("BulkCancelReply") },
    problems: ["RUN_COUNT_CHANGED"],
  },
  "GET /api/triage/groups": {
    tag: "Triage",
    summary: "List triage groups",
    query: ListTriageQuery,
    replies: { 200: json("TriagePage") },
    problems: ["INVALID_CURSOR"],
  },
  "GET /api/triage/groups/[id]": {
    tag: "Triage",
    idPrefix: "tri",
    summary: "Read a triage group and its history",
    replies: { 200: json("TriageGroupDetail") },
    problems: ["TRIAGE_NOT_FOUND"],
  },
  "PATCH /api/triage/groups/[id]": {
    tag: "Triage",
    idPrefix: "tri",
    summary: "Change a triage group",
    body: { schema: "ChangeTriageRequest" },
    replies: { 200: json("ChangeTriageReply") },
    problems: ["TRIAGE_NOT_FOUND", "TRIAGE_CONFLICT", "TRIAGE_REFUSED"],
  },
  "GET /api/triage/groups/[id]/runs": {
    tag: "Triage",
    idPrefix: "tri",
    summary: "List the runs of a triage group",
    query: PageQuery,
    replies: { 200: json("RunPage") },
    problems: ["TRIAGE_NOT_FOUND", "INVALID_CURSOR"],
  },
  "GET /api/triage/counts": {
    tag: "Triage",
    summary: "Count triage groups by status",
    query: TriageFilterQuery,
    replies: { 200: json("TriageCounts") },
    problems: [],
  },
  "GET /api/triage/export": {
    tag: "Triage",
    summary: "Export triage groups, or their runs",
    query: ExportTriageQuery,
    replies: {
      200: {
        kind: "file",
        types: ["application/x-ndjson", "text/csv"],
        means: "One line for each group or run.",
      },
    },
    problems: [],
  },
  "POST /api/triage/bulk/preview": {
    tag: "Triage",
    summary: "See what a bulk change would change",
    body: { schema: "PreviewBulkRequest" },
    replies: { 200: json("BulkPreview") },
    problems: [],
  },
  "POST /api/triage/bulk": {
    tag: "Triage",
    summary: "Change several triage groups",
    body: { schema: "BulkChangeRequest" },
    replies: { 200: json("BulkChangeReply") },
    problems: [],
  },
  "GET /api/triage/cases": {
    tag: "Regression",
    summary: "List regression cases",
    replies: { 200: json("RegressionCaseList") },
    problems: [],
  },
  "POST /api/triage/cases": {
    tag: "Regression",
    summary: "Make a case of a run",
    body: { schema: "MakeCaseRequest" },
    replies: { 200: json("MakeCaseReply", "The run was a case before."), 201: json("MakeCaseReply") },
    problems: ["RUN_NOT_FOUND", "TRIAGE_REFUSED"],
  },
  "GET /api/triage/cases/[id]": {
    tag: "Regression",
    idPrefix: "rgc",
    summary: "Read a regression case",
    replies: { 200: json("RegressionCaseDetail") },
    problems: ["TRIAGE_NOT_FOUND"],
  },
  "DELETE /api/triage/cases/[id]": {
    tag: "Regression",
    idPrefix: "rgc",
    summary: "Remove a regression case",
    replies: { 200: json("RemoveCaseReply") },
    problems: ["TRIAGE_NOT_FOUND"],
  },
  "GET /api/triage/replays": {
    tag: "Regression",
    summary: "List replays",
    replies: { 200: json("ReplayList") },
    problems: [],
  },
  "POST /api/triage/replays": {
    tag: "Regression",
    summary: "Replay cases",
    body: { schema: "StartReplayRequest" },
    replies: { 202: json("Replay") },
    problems: ["TRIAGE_NOT_FOUND", "TRIAGE_REFUSED"],
  },
  "GET /api/triage/replays/[id]": {
    tag: "Regression",
    idPrefix: "rpl",
    summary: "Read a replay",
    replies: { 200: json("Replay") },
    problems: ["TRIAGE_NOT_FOUND"],
  },
  "POST /api/triage/replays/[id]/cancel": {
    tag: "Regression",
    idPrefix: "rpl",
    summary: "Cancel a replay",
    replies: { 200: json("CancelReplayReply") },
    problems: ["TRIAGE_NOT_FOUND"],
  },
  "GET /api/stats": {
    tag: "Statistics",
    summary: "Read how runs went over time",
    query: StatsQuery,
    replies: { 200: json("StatsReply") },
    problems: [],
  },
  "GET /api/knowledge": {
    tag: "Knowledge",
    summary: "List playbooks and documents",
    replies: { 200: json("KnowledgeList") },
    problems: [],
  },
  "GET /api/knowledge/entry": {
    tag: "Knowledge",
    summary: "Read a playbook or document",
    query: KnowledgeAddress,
    replies: { 200: json("KnowledgeDetail") },
    problems: ["KNOWLEDGE_NOT_FOUND"],
  },
  "POST /api/knowledge/entry": {
    tag: "Knowledge",
    summary: "Save a playbook or document",
    body: { schema: "SaveKnowledgeRequest" },
    replies: { 200: json("KnowledgeEntryReply") },
    problems: ["KNOWLEDGE_NOT_FOUND", "KNOWLEDGE_INVALID", "KNOWLEDGE_CONFLICT"],
  },
  "GET /api/knowledge/version": {
    tag: "Knowledge",
    summary: "Read an earlier text of a playbook or document",
    query: KnowledgeVersionQuery,
    replies: { 200: json("KnowledgeVersionText") },
    problems: ["KNOWLEDGE_NOT_FOUND"],
  },
  "GET /api/knowledge/runs": {
    tag: "Knowledge",
    summary: "List runs that used a playbook or document",
    query: KnowledgeAddress,
    replies: { 200: json("KnowledgeRuns") },
    problems: ["KNOWLEDGE_NOT_FOUND"],
  },
  "GET /api/knowledge/retrieval": {
    tag: "Knowledge",
    summary: "See what a question would find",
    query: RetrievalQuery,
    replies: { 200: json("RetrievalReply") },
    problems: [],
  },
  "POST /api/knowledge/check": {
    tag: "Knowledge",
    summary: "Check a text without saving it",
    body: { schema: "CheckKnowledgeRequest" },
    replies: { 200: json("CheckKnowledgeReply") },
    problems: [],
  },
  "POST /api/knowledge/change": {
    tag: "Knowledge",
    summary: "Disable, enable or set back a playbook or document",
    body: { schema: "ChangeKnowledgeRequest" },
    replies: { 200: json("KnowledgeEntryReply") },
    problems: ["KNOWLEDGE_NOT_FOUND", "KNOWLEDGE_INVALID", "KNOWLEDGE_CONFLICT"],
  },
  "GET /api/settings": {
    tag: "Settings",
    summary: "Read data sources, model and limits",
    replies: { 200: json("SettingsReply") },
    problems: [],
  },
  "POST /api/settings/test": {
    tag: "Settings",
    summary: "Ask a data source or the model whether it can be used",
    body: { schema: "TestRequest" },
    replies: { 200: json("TestReply") },
    problems: ["NOT_FOUND"],
  },
  "POST /api/settings/limits": {
    tag: "Settings",
    summary: "Change the limits of runs that begin from now on",
    body: { schema: "ChangeLimitsRequest" },
    replies: { 200: json("LimitsReply") },
    problems: ["SETTING_CONFLICT"],
  },
  "GET /api/saved-views": {
    tag: "Settings",
    summary: "List saved views: one's own and the shared ones",
    replies: { 200: json("SavedViewList") },
    problems: [],
  },
  "POST /api/saved-views": {
    tag: "Settings",
    summary: "Save a view of the run list",
    body: { schema: "SaveViewRequest" },
    replies: { 201: json("SavedViewReply") },
    problems: [],
  },
  "DELETE /api/saved-views/[id]": {
    tag: "Settings",
    idPrefix: "viw",
    summary: "Remove a saved view",
    replies: { 200: json("DoneReply") },
    problems: ["VIEW_NOT_FOUND"],
  },
  "POST /api/session": {
    tag: "Access",
    summary: "Sign in, and get a session cookie",
    body: { schema: "SignInRequest" },
    replies: { 200: json("WhoAmIReply") },
    problems: ["SIGN_IN_REFUSED", "TOO_MANY_ATTEMPTS"],
  },
  "GET /api/session": {
    tag: "Access",
    summary: "Read who one is",
    replies: { 200: json("WhoAmIReply") },
    problems: [],
  },
  "DELETE /api/session": {
    tag: "Access",
    summary: "Sign out",
    replies: { 200: json("DoneReply") },
    problems: [],
  },
  "POST /api/session/password": {
    tag: "Access",
    summary: "Change one's own password",
    body: { schema: "ChangePasswordRequest" },
    replies: { 200: json("DoneReply") },
    problems: ["TOO_MANY_ATTEMPTS"],
  },
  "GET /api/users": {
    tag: "Access",
    summary: "List users",
    replies: { 200: json("UserList") },
    problems: [],
  },
  "POST /api/users": {
    tag: "Access",
    summary: "Create a user with a one-time password",
    body: { schema: "CreateUserRequest" },
    replies: { 201: json("OneTimePasswordReply") },
    problems: ["EMAIL_TAKEN"],
  },
  "PATCH /api/users/[id]": {
    tag: "Access",
    idPrefix: "usr",
    summary: "Change a user's role, or disable the user",
    body: { schema: "ChangeUserRequest" },
    replies: { 200: json("UserReply") },
    problems: ["USER_NOT_FOUND", "LAST_ADMINISTRATOR"],
  },
  "POST /api/users/[id]/reset": {
    tag: "Access",
    idPrefix: "usr",
    summary: "Give a user a new one-time password",
    replies: { 200: json("OneTimePasswordReply") },
    problems: ["USER_NOT_FOUND"],
  },
  "GET /api/tokens": {
    tag: "Access",
    summary: "List API tokens",
    replies: { 200: json("TokenList") },
    problems: [],
  },
  "POST /api/tokens": {
    tag: "Access",
    summary: "Create an API token; its secret is shown once",
    body: { schema: "CreateTokenRequest" },
    replies: { 201: json("CreateTokenReply") },
    problems: [],
  },
  "DELETE /api/tokens/[id]": {
    tag: "Access",
    idPrefix: "tok",
    summary: "Revoke an API token",
    replies: { 200: json("TokenReply") },
    problems: ["TOKEN_NOT_FOUND"],
  },
  "GET /api/audit": {
    tag: "Access",
    summary: "List who did what, newest first",
    query: ListAuditQuery,
    replies: { 200: json("AuditPage") },
    problems: ["INVALID_CURSOR"],
  },
  "GET /api/webhooks": {
    tag: "Webhooks",
    summary: "List webhooks",
    replies: { 200: json("WebhookList") },
    problems: [],
  },
  "POST /api/webhooks": {
    tag: "Webhooks",
    summary: "Create a webhook; its secret is shown once",
    body: { schema: "CreateWebhookRequest" },
    replies: { 201: json("WebhookSecretReply") },
    problems: ["WEBHOOK_REFUSED"],
  },
  "PATCH /api/webhooks/[id]": {
    tag: "Webhooks",
    idPrefix: "whk",
    summary: "Change, enable or disable a webhook",
    body: { schema: "ChangeWebhookRequest" },
    replies: { 200: json("WebhookReply") },
    problems: ["WEBHOOK_NOT_FOUND"],
  },
  "DELETE /api/webhooks/[id]": {
    tag: "Webhooks",
    idPrefix: "whk",
    summary: "Remove a webhook with its deliveries",
    replies: { 200: json("RemoveWebhookReply") },
    problems: ["WEBHOOK_NOT_FOUND"],
  },
  "POST /api/webhooks/[id]/secret": {
    tag: "Webhooks",
    idPrefix: "whk",
    summary: "Give a webhook a new secret; it is shown once",
    replies: { 200: json("WebhookSecretReply") },
    problems: ["WEBHOOK_NOT_FOUND", "WEBHOOK_REFUSED"],
  },
  "POST /api/webhooks/[id]/test": {
    tag: "Webhooks",
    idPrefix: "whk",
    summary: "Send a webhook a message of type webhook.test",
    replies: { 202: json("QueuedReply") },
    problems: ["WEBHOOK_NOT_FOUND", "WEBHOOK_REFUSED"],
  },
  "GET /api/webhooks/[id]/deliveries": {
    tag: "Webhooks",
    idPrefix: "whk",
    summary: "List the deliveries of a webhook and their attempts, newest first",
    query: ListDeliveriesQuery,
    replies: { 200: json("DeliveryPage") },
    problems: ["WEBHOOK_NOT_FOUND", "INVALID_CURSOR"],
  },
  "POST /api/webhooks/[id]/deliveries": {
    tag: "Webhooks",
    idPrefix: "whk",
    summary: "Send a message again, with the same id",
    body: { schema: "RedeliverRequest" },
    replies: { 202: json("QueuedReply") },
    problems: ["WEBHOOK_NOT_FOUND", "WEBHOOK_REFUSED"],
  },
  "GET /api/health": {
    tag: "Server",
    summary: "Whether the process is up",
    replies: { 200: json("HealthReply") },
    problems: [],
  },
  "GET /api/ready": {
    tag: "Server",
    summary: "Whether every part answers",
    replies: { 200: json("ReadyReply"), 503: json("ReadyReply", "A part does not answer.") },
    problems: [],
  },
  "GET /api/metrics": {
    tag: "Server",
    summary: "Metrics in the text format of Prometheus",
    replies: {
      200: { kind: "file", types: ["text/plain"], means: "Prometheus text exposition format 0.0.4." },
    },
    problems: [],
  },
  "GET /api/openapi.json": {
    tag: "Server",
    summary: "This document",
    replies: { 200: { kind: "file", types: ["application/json"], means: "OpenAPI 3.1." } },
    problems: [],
  },
} as const satisfies Record<ApiRoute, RouteDoc>;
