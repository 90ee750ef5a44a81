import type { ReadyToolRecord } from "../../contracts/evidence";
import { CallTimeoutException } from "../../harness/call-timeout";
import { parseDraft, type DiagnosisDraft } from "../draft/draft-contract";
import { callModelUnderControl } from "../model/controlled-model-call";
import { describeModelFailure } from "../model/describe-model-failure";
import { ModelFailure, type EvidenceViolation, type RepairInput } from "../ports";
import { traceLine } from "../trace-line";
import type { GuardEnvironment } from "./guard-environment";

export type RepairResult =
  | { readonly kind: "repaired"; readonly draft: DiagnosisDraft }
  /** No lawful draft came back; there is no second try (REL-1). */
  | { readonly kind: "not_repaired"; readonly reason: string };

/** The one repair of a draft that EvidenceGuard refused (REL-1). Throws RunAbortedException when the run ended. */
export async function repairDraft(
  environment: GuardEnvironment,
  query: string,
  draft: DiagnosisDraft,
  violations: readonly EvidenceViolation[],
): Promise<RepairResult> {
  const { core, ctx, model, clock, ids } = environment;
  const callId = ids.modelCallId();
  const startedAt = clock.now();
  const evidence = ctx.invocations
    .list("READY")
    .filter((record): record is ReadyToolRecord => record.status === "READY");
  const input: RepairInput = { query, draft: JSON.stringify(draft), violations, evidence };
  const end = (result: RepairResult): RepairResult => {
    traceLine(core.recorder(ctx), clock, {
      name: "EVIDENCE_REPAIR",
      phase: "guard",
      status: result.kind === "repaired" ? "ok" : "failed",
      startedAt,
      callId,
      detail: { reason: result.kind === "repaired" ? null : result.reason },
    });
    return result;
  };
  try {
    const text: unknown = await callModelUnderControl(environment, ctx, {
      callId,
      kind: "guard",
      what: "evidence repair",
      input,
      invoke: (call) => model.repair(input, call),
    });
    const parsed = parseDraft(typeof text === "string" ? text : "");
    return end(
      parsed.ok
        ? { kind: "repaired", draft: parsed.draft }
        : { kind: "not_repaired", reason: `${parsed.problem}: ${parsed.message}` },
    );
  } catch (error) {
    if (error instanceof ModelFailure || error instanceof CallTimeoutException) {
      return end({ kind: "not_repaired", reason: describeModelFailure(error) });
    }
    end({ kind: "not_repaired", reason: "interrupted" });
    throw error;
  }
}
