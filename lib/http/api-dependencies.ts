import type { Access } from "../access/access";
import type { ReadyReply } from "../contracts/requests";
import type { ViewId } from "../contracts/saved-views";
import type { KnowledgeLibrary } from "../knowledge/knowledge-library";
import type { Timers } from "../runs/ports";
import type { ChatApplicationUseCase } from "../runs/chat-application-use-case";
import type { RunDirectory } from "../runs/run-directory";
import type { RunLog } from "../runs/run-execution";
import type { RegressionCaseId } from "../contracts/ids";
import type { CaseReplays } from "../triage/case-replays";
import type { RegressionStore, TriageStore } from "../triage/ports";
import type { SavedViewStore } from "../settings/ports";
import type { RunLimits } from "../settings/run-limits";
import type { ServerFacts } from "../settings/server-facts";
import type { WebhookAdministration } from "../webhooks/webhook-administration";
import type { OpenStream } from "./open-stream";
import type { SseConnections, SseKind } from "./sse-connections";
import type { VisitDependencies } from "./visit";

/** What the handlers of triage call. */
export interface TriageDependencies {
  readonly store: TriageStore;
  readonly cases: RegressionStore;
  readonly replays: CaseReplays;
  /** What an operator writes is masked before anything keeps it. */
  readonly maskText: (text: string) => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newCaseId: () => RegressionCaseId;
}

/** What the handlers of settings call. */
export interface SettingsDependencies {
  readonly facts: ServerFacts;
  readonly limits: RunLimits;
}

/** What the handlers of saved views call. */
export interface ViewDependencies {
  readonly store: SavedViewStore;
  readonly newViewId: () => ViewId;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What is told of the server itself, as text. */
export interface ServerTexts {
  /** The text format of Prometheus. */
  metrics(): Promise<string>;
  /** The OpenAPI document as JSON. */
  openApi(): string;
}

/** The parts that handlers act through: as they are here for the server, and as one principal may use them in a handler. */
export interface ApplicationParts {
  readonly application: ChatApplicationUseCase;
  readonly directory: RunDirectory;
  readonly triage: TriageDependencies;
  readonly knowledge: KnowledgeLibrary;
  readonly settings: SettingsDependencies;
  readonly views: ViewDependencies;
  readonly webhooks: WebhookAdministration;
  readonly texts: ServerTexts;
}

/** What the wrapper around every handler has; wired in lib/server. */
export interface ServerDependencies extends ApplicationParts {
  readonly access: Access;
  readonly timers: Timers;
  readonly log: RunLog;
  readonly connections: SseConnections;
  /** How often is asked whether the reader of an open stream may still read it, ms. */
  readonly streamRecheckMs: number;
  readonly allowedHosts: readonly string[];
  ready(): Promise<ReadyReply>;
}

/** What the handler of a guarded route calls: everything as its visitor may use it. */
export interface ApiDependencies extends ApplicationParts, VisitDependencies {
  readonly timers: Timers;
  readonly log: RunLog;
  /** Opens a stream of this visitor, which lasts as long as they may read it. */
  openStream(kind: SseKind): OpenStream;
}

/** `params` are the dynamic segments of the path, as they came. */
export type ApiHandler = (
  deps: ApiDependencies,
  request: Request,
  params: Readonly<Record<string, string>>,
) => Promise<Response>;
