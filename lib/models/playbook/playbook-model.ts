/** The model port driven by playbooks: no network, no state, every answer a function of its input. */
import type { DiagnosisModel, ModelCall, ModelReply } from "../../diagnosis/ports";
import type { Knowledge } from "../../knowledge/load-knowledge";
import { answerKnowledge, answerSystem, describeItself } from "./answer-question";
import { estimateCallTokens, replyWith } from "./playbook-usage";
import { repairDraft } from "./repair-draft";
import { routeQuestion } from "./route-question";
import { takeStep } from "./take-step";
import { verifyClaims } from "./verify-claims";

export interface PlaybookModelOptions {
  readonly knowledge: Knowledge;
}

/**
 * The embedded driver. Its own `verify` is no rubber stamp: it re-derives conclusion and claims from the stored rows and compares.
 * Rejects with the signal's reason when the call was aborted (RUN-9), with ModelFailure where evidence cannot be judged.
 */
export function createPlaybookModel({ knowledge }: PlaybookModelOptions): DiagnosisModel {
  async function answer<I, T>(input: I, call: ModelCall, compute: (input: I) => T): Promise<ModelReply<T>> {
    call.signal.throwIfAborted();
    // One turn of the loop, so that an abort sent in the same turn still stops the call before it computes.
    await Promise.resolve();
    call.signal.throwIfAborted();
    return replyWith(input, compute(input));
  }
  return {
    name: "playbook",
    selfDescription: describeItself(knowledge),
    estimateTokens: estimateCallTokens,
    route: (input, call) => answer(input, call, (one) => routeQuestion(knowledge, one)),
    step: (input, call) => answer(input, call, (one) => takeStep(knowledge, one)),
    repair: (input, call) => answer(input, call, (one) => repairDraft(knowledge, one)),
    verify: (input, call) => answer(input, call, (one) => verifyClaims(knowledge, one)),
    answerSystem: (input, call) => answer(input, call, (one) => answerSystem(knowledge, one)),
    answerKnowledge: (input, call) => answer(input, call, answerKnowledge),
    ready() {
      const count = knowledge.playbooks.length;
      const left = knowledge.problems.length === 0 ? "" : `, ${knowledge.problems.length} problems`;
      return Promise.resolve({ ok: count > 0, detail: `${count} playbooks loaded${left}` });
    },
  };
}
