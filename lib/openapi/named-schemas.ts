/** The contracts that have a name of their own in the document: bodies as they are sent, replies as they are answered. */
import * as access from "../contracts/access";
import { SafeAnswer } from "../contracts/answer";
import * as axes from "../contracts/axes";
import { BudgetSnapshot, LedgerLine } from "../contracts/budget";
import { CancellationReceipt, RunTermination } from "../contracts/cancellation";
import { CanonicalEvidence, ToolErrorCode, ToolRecord } from "../contracts/evidence";
import { FailureCode, PublicFrame, WatchFrame } from "../contracts/frames";
import { Problem } from "../contracts/problem";
import * as knowledge from "../contracts/knowledge";
import * as requests from "../contracts/requests";
import { RunAxes, RunDetail, RunSummary } from "../contracts/run";
import * as acts from "../contracts/run-acts";
import { RunCounts, StatsReply } from "../contracts/run-stats";
import * as views from "../contracts/saved-views";
import * as settings from "../contracts/settings";
import { TraceEvent } from "../contracts/trace";
import * as triage from "../contracts/triage";
import * as regression from "../contracts/triage-regression";
import * as webhooks from "../contracts/webhooks";
import type { z } from "zod";

export const REQUEST_SCHEMAS = {
  StartRunRequest: requests.StartRunRequest,
  RerunRequest: acts.RerunRequest,
  CancelRunRequest: requests.CancelRunRequest,
  BulkCancelRequest: acts.BulkCancelRequest,
  ChangeTriageRequest: triage.ChangeTriageRequest,
  PreviewBulkRequest: triage.PreviewBulkRequest,
  BulkChangeRequest: triage.BulkChangeRequest,
  MakeCaseRequest: regression.MakeCaseRequest,
  StartReplayRequest: regression.StartReplayRequest,
  CheckKnowledgeRequest: knowledge.CheckKnowledgeRequest,
  SaveKnowledgeRequest: knowledge.SaveKnowledgeRequest,
  ChangeKnowledgeRequest: knowledge.ChangeKnowledgeRequest,
  TestRequest: settings.TestRequest,
  ChangeLimitsRequest: settings.ChangeLimitsRequest,
  SaveViewRequest: views.SaveViewRequest,
  SignInRequest: access.SignInRequest,
  ChangePasswordRequest: access.ChangePasswordRequest,
  CreateUserRequest: access.CreateUserRequest,
  ChangeUserRequest: access.ChangeUserRequest,
  CreateTokenRequest: access.CreateTokenRequest,
  CreateWebhookRequest: webhooks.CreateWebhookRequest,
  ChangeWebhookRequest: webhooks.ChangeWebhookRequest,
  RedeliverRequest: webhooks.RedeliverRequest,
} as const satisfies Record<string, z.ZodType>;
export type RequestName = keyof typeof REQUEST_SCHEMAS;

export const REPLY_SCHEMAS = {
  Problem,
  RunState: axes.RunState,
  TerminalRunState: axes.TerminalRunState,
  ReleaseOutcome: axes.ReleaseOutcome,
  FallbackType: axes.FallbackType,
  DiagnosisStopReason: axes.DiagnosisStopReason,
  IntentType: axes.IntentType,
  SemanticVerdict: axes.SemanticVerdict,
  CancellationReason: axes.CancellationReason,
  FailureCode,
  ToolErrorCode,
  RunAxes,
  RunTermination,
  CancellationReceipt,
  BudgetSnapshot,
  CanonicalEvidence,
  SafeAnswer,
  StartRunReply: requests.StartRunReply,
  RunSummary,
  RunPage: requests.RunPage,
  RunDetail,
  RunCounts,
  TraceEvent,
  TracePage: requests.TracePage,
  ToolRecord,
  ToolPage: requests.ToolPage,
  LedgerLine,
  LedgerPage: requests.LedgerPage,
  CancelRunReply: requests.CancelRunReply,
  BulkCancelReply: acts.BulkCancelReply,
  PublicFrame,
  PublicStreamReply: acts.PublicStreamReply,
  WatchFrame,
  RunExport: acts.RunExport,
  StatsReply,
  TriageGroup: triage.TriageGroup,
  TriagePage: triage.TriagePage,
  TriageGroupDetail: triage.TriageGroupDetail,
  TriageCounts: triage.TriageCounts,
  ChangeTriageReply: triage.ChangeTriageReply,
  BulkPreview: triage.BulkPreview,
  BulkChangeReply: triage.BulkChangeReply,
  RegressionCaseList: regression.RegressionCaseList,
  RegressionCaseDetail: regression.RegressionCaseDetail,
  MakeCaseReply: regression.MakeCaseReply,
  RemoveCaseReply: regression.RemoveCaseReply,
  ReplayList: regression.ReplayList,
  Replay: regression.Replay,
  CancelReplayReply: regression.CancelReplayReply,
  KnowledgeList: knowledge.KnowledgeList,
  KnowledgeDetail: knowledge.KnowledgeDetail,
  KnowledgeVersionText: knowledge.KnowledgeVersionText,
  KnowledgeRuns: knowledge.KnowledgeRuns,
  RetrievalReply: knowledge.RetrievalReply,
  CheckKnowledgeReply: knowledge.CheckKnowledgeReply,
  KnowledgeEntryReply: knowledge.KnowledgeEntryReply,
  SettingsReply: settings.SettingsReply,
  TestReply: settings.TestReply,
  LimitsReply: settings.LimitsReply,
  SavedViewList: views.SavedViewList,
  SavedViewReply: views.SavedViewReply,
  WhoAmIReply: access.WhoAmIReply,
  DoneReply: access.DoneReply,
  UserList: access.UserList,
  UserReply: access.UserReply,
  OneTimePasswordReply: access.OneTimePasswordReply,
  TokenList: access.TokenList,
  TokenReply: access.TokenReply,
  CreateTokenReply: access.CreateTokenReply,
  AuditPage: access.AuditPage,
  Webhook: webhooks.Webhook,
  WebhookList: webhooks.WebhookList,
  WebhookReply: webhooks.WebhookReply,
  WebhookSecretReply: webhooks.WebhookSecretReply,
  RemoveWebhookReply: webhooks.RemoveWebhookReply,
  WebhookDelivery: webhooks.WebhookDelivery,
  DeliveryPage: webhooks.DeliveryPage,
  QueuedReply: webhooks.QueuedReply,
  WebhookMessage: webhooks.WebhookMessage,
  HealthReply: requests.HealthReply,
  ReadyReply: requests.ReadyReply,
} as const satisfies Record<string, z.ZodType>;
export type ReplyName = keyof typeof REPLY_SCHEMAS;
