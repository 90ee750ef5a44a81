import { z } from "zod";
import type { ProgressSnapshot } from "./progress-snapshot";

/** Why an execution is neither Completed nor a ControlledStop (AGENT-1). */
export const AgentFailureCode = z.enum(["DRAFT_REJECTED", "MODEL_FAILED"]);
export type AgentFailureCode = z.infer<typeof AgentFailureCode>;

/** The agent ended unlawfully; the snapshot is all that release may build on (AGENT-2). */
export class AgentFailure extends Error {
  override readonly name = "AgentFailure";
  readonly code: AgentFailureCode;
  readonly snapshot: ProgressSnapshot;
  constructor(
    code: AgentFailureCode,
    message: string,
    snapshot: ProgressSnapshot,
    options: { cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.snapshot = snapshot;
  }
}
