/** The real clock, timers and ids behind the ports that the core takes injected. */
import { randomFillSync } from "node:crypto";
import { encodeIdBody, InvocationId, ModelCallId, RunId, SessionId } from "../contracts/ids";
import type { Clock, Ids, Timers } from "../harness/ports";

export const systemClock: Clock = { now: () => Date.now() };

export const systemTimers: Timers = {
  after(delayMs, fire) {
    const timer = setTimeout(fire, Math.max(0, delayMs));
    return { cancel: () => clearTimeout(timer) };
  },
};

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
