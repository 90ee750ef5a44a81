/**
 * A model that is told no secret, and whose words hold none: the one place where a model's replies come in (TOOL-8). Evidence and passages are not looked at:
 * they were masked as they came in. What a tool is asked stays as it is, for the tool boundary runs it and records it masked.
 */
import { parseAgentStep } from "../agent/agent-step";
import {
  ModelFailure,
  type AgentStep,
  type DiagnosisModel,
  type ModelCall,
  type ModelReply,
  type PreviousTurn,
  type RoutingTurn,
  type ToolDescription,
} from "../ports";
import type { SecretMask } from "./secret-mask";

export function maskedModel(model: DiagnosisModel, mask: SecretMask): DiagnosisModel {
  const { text } = mask;
  const question = (said: string): string => mask.question(said).value;
  const previous = (turn: PreviousTurn | null): PreviousTurn | null =>
    turn === null ? null : { query: question(turn.query), conclusion: text(turn.conclusion) };
  const turns = (history: readonly RoutingTurn[]): readonly RoutingTurn[] =>
    history.map((turn) => ({ ...turn, query: question(turn.query) }));
  const answered = async <T>(
    call: ModelCall,
    ask: (call: ModelCall) => Promise<ModelReply<T>>,
    told: (value: T) => T,
  ): Promise<ModelReply<T>> => {
    const { complaint } = call;
    const asked =
      complaint === undefined
        ? call
        : {
            ...call,
            complaint: { answer: text(complaint.answer), problem: text(complaint.problem) },
          };
    try {
      const reply = await ask(asked);
      // What is no reply is refused where replies are read.
      if (typeof reply !== "object" || reply === null || !("value" in reply)) return reply;
      return { ...reply, value: told(reply.value) };
    } catch (error) {
      if (error instanceof ModelFailure) error.message = text(error.message);
      throw error;
    }
  };
  const prose = (value: string): string => (typeof value === "string" ? text(value) : value);

  return {
    name: model.name,
    ...(model.selfDescription === undefined ? {} : { selfDescription: model.selfDescription }),
    ...(model.callTimeoutMs === undefined ? {} : { callTimeoutMs: model.callTimeoutMs }),
    ...(model.maxOutputTokens === undefined ? {} : { maxOutputTokens: model.maxOutputTokens }),
    estimateTokens: (inputCharacters) => model.estimateTokens(inputCharacters),
    route: (input, call) =>
      answered(
        call,
        (asked) =>
          model.route(
            {
              query: question(input.query),
              history: turns(input.history),
              previousTurn: previous(input.previousTurn),
            },
            asked,
          ),
        (value) => (hasText(value, "rationale") ? { ...value, rationale: text(value.rationale) } : value),
      ),
    step: (input, call) =>
      answered(
        call,
        (asked) =>
          model.step(
            {
              ...input,
              query: question(input.query),
              previousTurn: previous(input.previousTurn),
              tools: input.tools.map((tool) => maskedDescription(tool, mask)),
            },
            asked,
          ),
        (value) => maskedStep(value, mask),
      ),
    repair: (input, call) =>
      answered(
        call,
        (asked) => model.repair({ ...input, query: question(input.query) }, asked),
        (value) => (typeof value === "string" ? mask.jsonText(value) : value),
      ),
    verify: (input, call) =>
      answered(
        call,
        (asked) => model.verify(input, asked),
        (value) => (hasText(value, "reason") ? { ...value, reason: text(value.reason) } : value),
      ),
    answerSystem: (input, call) =>
      answered(
        call,
        (asked) => model.answerSystem({ query: question(input.query), history: turns(input.history) }, asked),
        prose,
      ),
    answerKnowledge: (input, call) =>
      answered(
        call,
        (asked) => model.answerKnowledge({ ...input, query: question(input.query) }, asked),
        prose,
      ),
    async ready() {
      const { ok, detail } = await model.ready();
      return { ok, detail: text(detail) };
    },
  };
}

/** What is no step stays what it is, and is refused as that. */
function maskedStep(value: AgentStep, mask: SecretMask): AgentStep {
  const step = parseAgentStep(value);
  if (step === null) return value;
  const progress =
    step.progress === null ? null : { ...step.progress, invocationId: mask.text(step.progress.invocationId) };
  switch (step.kind) {
    case "draft":
      return { ...step, progress, text: mask.jsonText(step.text) };
    case "tool":
      return { ...step, progress, tool: mask.text(step.tool) };
  }
}

/** A foreign server describes its tools. */
function maskedDescription(tool: ToolDescription, mask: SecretMask): ToolDescription {
  const schema = mask.data(tool.inputSchema);
  return {
    name: tool.name,
    description: mask.text(tool.description),
    inputSchema: typeof schema === "object" && schema !== null ? { ...schema } : {},
  };
}

function hasText<K extends string>(value: unknown, member: K): value is Record<K, string> {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).some(([name, held]) => name === member && typeof held === "string")
  );
}
