/** The real clock, timers, randomness and ids behind the ports that the core takes injected. */
import { randomFillSync } from "node:crypto";
import {
  encodeIdBody,
  InvocationId,
  ModelCallId,
  RegressionCaseId,
  ReplayId,
  RunId,
  SessionId,
  TriageGroupId,
} from "../contracts/ids";
import { ViewId } from "../contracts/saved-views";
import { WebhookId } from "../contracts/webhooks";
import type { Clock, Ids, Timers } from "../harness/ports";

export const systemClock: Clock = { now: () => Date.now() };

export const systemTimers: Timers = {
  after(delayMs, fire) {
    const timer = setTimeout(fire, Math.max(0, delayMs));
    return { cancel: () => clearTimeout(timer) };
  },
};

/** Spreads retries; nobody has to be unable to guess it. */
export const systemRandom = (): number => Math.random();

/** Random bytes are drawn in blocks: one system call per 64 ids. */
const BLOCK = Buffer.alloc(16 * 64);
let used = BLOCK.length;
let lastTime = 0;

function body(): string {
  if (used >= BLOCK.length) {
    randomFillSync(BLOCK);
    used = 0;
  }
  const random = BLOCK.subarray(used, used + 16);
  used += 16;
  // Never behind an earlier id of this process, so that lists in id order are lists in time order.
  lastTime = Math.max(lastTime, Date.now());
  return encodeIdBody(lastTime, random);
}

export const systemIds: Ids = {
  runId: () => RunId.parse(`run_${body()}`),
  sessionId: () => SessionId.parse(`ses_${body()}`),
  invocationId: () => InvocationId.parse(`inv_${body()}`),
  modelCallId: () => ModelCallId.parse(`mdl_${body()}`),
};

/** The part of an id after its prefix. */
export const newIdBody = body;

export const newViewId = (): ViewId => ViewId.parse(`viw_${body()}`);

export const newWebhookId = (): WebhookId => WebhookId.parse(`whk_${body()}`);

export const systemTriageIds = {
  groupId: () => TriageGroupId.parse(`tri_${body()}`),
  caseId: () => RegressionCaseId.parse(`rgc_${body()}`),
  replayId: () => ReplayId.parse(`rpl_${body()}`),
};
