/** A DiagnosisModel whose every answer is a function of its input. For tests alone. */
import type {
  AgentStep,
  AnswerInput,
  DiagnosisModel,
  KnowledgeAnswerInput,
  ModelCall,
  ModelReply,
  ModelUsage,
  ProgressReport,
  RepairInput,
  RouteDecision,
  RouteInput,
  StepInput,
  VerdictInput,
  VerdictReply,
} from "../ports";
import { QUERY_TOOL, type QueryToolRequest } from "../tools/query-tool";

type Answer<I, O> = (input: I, call: ModelCall) => O | Promise<O>;

/** What is not scripted behaves sensibly: one query, then a lawful draft about its result, supported. */
export interface ModelScript {
  readonly name?: string;
  readonly usage?: ModelUsage;
  readonly estimateTokens?: (inputCharacters: number) => number;
  readonly route?: Answer<RouteInput, RouteDecision>;
  readonly step?: Answer<StepInput, AgentStep>;
  readonly repair?: Answer<RepairInput, string>;
  readonly verify?: Answer<VerdictInput, VerdictReply>;
  readonly answerSystem?: Answer<AnswerInput, string>;
  readonly answerKnowledge?: Answer<KnowledgeAnswerInput, string>;
  readonly ready?: () => { ok: boolean; detail: string };
}

type ScriptedMethod = "route" | "step" | "repair" | "verify" | "answerSystem" | "answerKnowledge";
export interface ScriptedModel extends DiagnosisModel {
  /** The methods that were called, in order. */
  readonly calls: readonly ScriptedMethod[];
}

const USAGE: ModelUsage = { inputTokens: 40, outputTokens: 20, estimated: true };

/** Makes a model out of a script. */
export function createScriptedModel(script: ModelScript = {}): ScriptedModel {
  const calls: ScriptedMethod[] = [];
  function method<I, O>(name: ScriptedMethod, answer: Answer<I, O>) {
    return async (input: I, call: ModelCall): Promise<ModelReply<O>> => {
      calls.push(name);
      return { value: await answer(input, call), usage: script.usage ?? USAGE };
    };
  }
  return {
    name: script.name ?? "scripted",
    calls,
    estimateTokens: script.estimateTokens ?? (() => 100),
    route: method("route", script.route ?? defaultRoute),
    step: method("step", script.step ?? defaultStep),
    repair: method("repair", script.repair ?? ((input: RepairInput) => input.draft)),
    verify: method("verify", script.verify ?? defaultVerify),
    answerSystem: method("answerSystem", script.answerSystem ?? (() => "I am Interlock.")),
    answerKnowledge: method("answerKnowledge", script.answerKnowledge ?? defaultKnowledgeAnswer),
    ready: () => Promise.resolve(script.ready?.() ?? { ok: true, detail: "scripted" }),
  };
}

/** Steps in order; the last one repeats. */
export function stepsInOrder(
  ...steps: readonly (AgentStep | Answer<StepInput, AgentStep>)[]
): Answer<StepInput, AgentStep> {
  let next = 0;
  return (input, call) => {
    const step = steps[Math.min(next, steps.length - 1)];
    next += 1;
    if (step === undefined) throw new Error("a script needs a step");
    return typeof step === "function" ? step(input, call) : step;
  };
}

/** A tool step; what is not given is a harmless query of its own. */
export function toolStep(
  request: Partial<QueryToolRequest> = {},
  progress: ProgressReport | null = null,
): AgentStep {
  const statement = request.statement ?? "SELECT COUNT(*) AS n FROM information_schema.ENGINES";
  return {
    kind: "tool",
    progress,
    tool: QUERY_TOOL,
    request: {
      source: "shop",
      statement,
      params: [],
      scope: `result of ${statement}`,
      label: "check",
      ...request,
    },
  };
}

/** A draft step; members that are not given are empty. */
export function draftStep(
  draft: Readonly<Record<string, unknown>>,
  progress: ProgressReport | null = null,
): AgentStep {
  const text = JSON.stringify({ claims: [], missing_info: [], recommended_actions: [], ...draft });
  return { kind: "draft", progress, text };
}

/** Never answers. A polite one rejects when it is aborted; a deaf one does not. */
export function hangingAnswer<O>(
  manners: "polite" | "deaf" = "polite",
): (_: unknown, call: ModelCall) => Promise<O> {
  return (_, call) =>
    new Promise<O>((_resolve, reject) => {
      if (manners === "deaf") return;
      const abort = (): void => {
        reject(new DOMException("aborted", "AbortError"));
      };
      if (call.signal.aborted) abort();
      else call.signal.addEventListener("abort", abort, { once: true });
    });
}

/** The report that the protocol wants for the latest result, if it wants one (INFO-2a). */
export function dueReport(input: StepInput, gain: "GAINED" | "NO_GAIN" = "GAINED"): ProgressReport | null {
  const last = input.observations.at(-1);
  if (last?.kind !== "evidence" || last.repeated || last.gain !== null) return null;
  return { invocationId: last.record.invocationId, gain };
}

/** A lawful draft about what the first recorded result says. */
export function lawfulDraft(input: StepInput): Readonly<Record<string, unknown>> {
  const first = input.observations.find((observation) => observation.kind === "evidence");
  if (first === undefined) return { missing_info: ["Nothing could be checked."] };
  const { record } = first;
  const invocationIds = [record.invocationId];
  if (record.evidenceStatus === "NO_EVIDENCE") {
    const text = `Nothing was found in ${record.scope}.`;
    return { conclusion: text, claims: [{ text, kind: "absence", invocationIds, scope: record.scope }] };
  }
  const name = record.evidence.columns[0]?.name ?? "value";
  const cell = record.evidence.rows[0]?.[0] ?? "NULL";
  const text = `${name} is ${cell}`;
  return { conclusion: text, claims: [{ text, kind: "presence", invocationIds, scope: record.scope }] };
}

function defaultRoute(input: RouteInput): RouteDecision {
  if (/^(hi|hello|who are you)\b/i.test(input.query))
    return { intent: "SYSTEM_CHAT", rationale: "a greeting" };
  if (/^(how do|how to|what is)\b/i.test(input.query)) {
    return { intent: "KNOWLEDGE_QUERY", rationale: "asks for an explanation" };
  }
  return { intent: "DIAGNOSIS", rationale: "asks about a live system" };
}

function defaultStep(input: StepInput): AgentStep {
  if (input.observations.length === 0) return toolStep({ source: input.sources[0]?.name ?? "shop" });
  return draftStep(lawfulDraft(input), dueReport(input));
}

function defaultVerify(): VerdictReply {
  return { verdict: "SUPPORTED", reason: "scripted", failingClaim: null, failingLines: [] };
}

function defaultKnowledgeAnswer(input: KnowledgeAnswerInput): string {
  return input.passages[0]?.text ?? "Nothing is known.";
}
