/**
 * What the agent has been told so far, as references: stored records are the truth, the memory says in which order the agent learned of them.
 *
 * Invariants: 1 it is data, so an agent in another process goes on from it. 2 a record that was stored after the memory was saved is recalled, so
 * its call is not made again (RUN-18).
 */
import { z } from "zod";
import { ToolErrorCode, type ReadyToolRecord } from "../../contracts/evidence";
import { InvocationId } from "../../contracts/ids";
import type { CanonicalInvocationStore } from "../../harness/ports";
import type { Observation } from "../ports";
import type { ToolBoundaryResult } from "../tools/tool-boundary";

const Remembered = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("evidence"), invocationId: InvocationId, repeated: z.boolean() }),
  z.object({
    kind: z.literal("tool_error"),
    invocationId: InvocationId,
    label: z.string(),
    code: ToolErrorCode,
    message: z.string(),
  }),
  z.object({ kind: z.literal("rejected"), label: z.string(), code: z.string(), message: z.string() }),
  z.object({ kind: z.literal("protocol_violation"), message: z.string() }),
]);
type Remembered = z.infer<typeof Remembered>;

/** What an agent's memory is saved as. */
export const SavedMemory = z.object({
  observations: z.array(Remembered),
  /** Model steps taken so far. */
  steps: z.int(),
});
export type SavedMemory = Readonly<z.infer<typeof SavedMemory>>;

/** These say nothing of what was asked. */
const INTERRUPTED: ReadonlySet<ToolErrorCode> = new Set(["PROCESS_LOST", "RUN_ENDED"]);

export class AgentMemory {
  private readonly remembered: Remembered[];
  private taken: number;

  constructor(
    private readonly invocations: CanonicalInvocationStore,
    saved: SavedMemory | undefined,
  ) {
    this.remembered = [...(saved?.observations ?? [])];
    this.taken = saved?.steps ?? 0;
  }

  /** Model steps taken so far; each left one AGENT_MODEL_STEP line. */
  get steps(): number {
    return this.taken;
  }

  /** As the agent may see them: earlier results carry the gain verdict that came after them. */
  get observations(): readonly Observation[] {
    return this.remembered.map((entry) => (entry.kind === "evidence" ? this.evidence(entry) : entry));
  }

  save(): SavedMemory {
    return { observations: [...this.remembered], steps: this.taken };
  }

  /** Returns the number of the step that begins. */
  beginStep(): number {
    this.taken += 1;
    return this.taken;
  }

  noteViolation(message: string): void {
    this.remembered.push({ kind: "protocol_violation", message });
  }

  note(result: ToolBoundaryResult): void {
    switch (result.kind) {
      case "ready": {
        const { invocationId } = result.record;
        this.remembered.push({ kind: "evidence", invocationId, repeated: result.repeated });
        return;
      }
      case "error": {
        const { invocationId, label, code, message } = result;
        this.remembered.push({ kind: "tool_error", invocationId, label, code, message });
        return;
      }
      case "rejected":
        this.remembered.push({
          kind: "rejected",
          label: result.label,
          code: result.code,
          message: result.message,
        });
    }
  }

  /**
   * Takes in the stored records that the memory does not know of, by ordinal. Returns the READY ones. A call that was interrupted, or lost with its
   * process, told nothing, so the agent hears nothing of it and may make it again.
   */
  recall(): readonly ReadyToolRecord[] {
    const known = new Set(
      this.remembered.map((entry) => ("invocationId" in entry ? entry.invocationId : null)),
    );
    const recalled: ReadyToolRecord[] = [];
    for (const record of this.invocations.list()) {
      const { invocationId, label } = record;
      if (known.has(invocationId)) continue;
      if (record.status === "READY") {
        this.remembered.push({ kind: "evidence", invocationId, repeated: false });
        recalled.push(record);
      } else if (record.status === "ERROR" && !INTERRUPTED.has(record.errorCode)) {
        const { errorCode: code, errorMessage: message } = record;
        this.remembered.push({ kind: "tool_error", invocationId, label, code, message });
      }
    }
    return recalled;
  }

  private evidence(entry: Extract<Remembered, { kind: "evidence" }>): Observation {
    const record = this.invocations.find(entry.invocationId);
    if (record?.status !== "READY") throw new Error(`observation ${entry.invocationId} has no READY record`);
    return {
      kind: "evidence",
      record,
      repeated: entry.repeated,
      gain: entry.repeated ? "NO_GAIN" : record.gain,
    };
  }
}
