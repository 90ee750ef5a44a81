import type { ReadyReply } from "../contracts/requests";
import type { Timers } from "../runs/ports";
import type { ChatApplicationUseCase } from "../runs/chat-application-use-case";
import type { RunDirectory } from "../runs/run-directory";
import type { RunLog } from "../runs/run-execution";

/** What the handlers call; wired in lib/server. */
export interface ApiDependencies {
  readonly application: ChatApplicationUseCase;
  readonly directory: RunDirectory;
  readonly timers: Timers;
  readonly log: RunLog;
  readonly allowedHosts: readonly string[];
  ready(): Promise<ReadyReply>;
}

/** `params` are the dynamic segments of the path, as they came. */
export type ApiHandler = (
  deps: ApiDependencies,
  request: Request,
  params: Readonly<Record<string, string>>,
) => Promise<Response>;
