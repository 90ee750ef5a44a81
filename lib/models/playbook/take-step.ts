/** One step of the agent: the next check of the chosen playbook, or a draft (AGENT-1, INFO-2a, INFO-4). */
import type { Claim } from "../../contracts/answer";
import type { AgentStep, Observation, ProgressReport, StepInput } from "../../diagnosis/ports";
import type { CompiledCheck, CompiledPlaybook } from "../../knowledge/compiled-playbook";
import { createExpressionContext, type ExpressionContext } from "../../knowledge/expression-context";
import type { CompiledTemplate } from "../../knowledge/expression";
import type { Knowledge } from "../../knowledge/load-knowledge";
import { bindParameters, statesFromObservations, type CheckStates } from "./check-states";
import { findChangeRequest } from "./change-request";
import { choosePlaybook } from "./choose-playbook";
import { deriveConclusion } from "./derive-conclusion";
import { writeDraft } from "./draft-text";
import { extractParameters, formatInstant, type ExtractedParameters } from "./extract-parameters";
import { findUnreadScope } from "./unread-scope";

/** The one evidence tool this model knows. */
const QUERY_TOOL = "mysql_query";
/** Longest scope of a tool request, characters. */
const MAX_SCOPE_CHARACTERS = 500;

interface Investigation {
  readonly playbook: CompiledPlaybook;
  readonly params: ExtractedParameters["values"];
  readonly now: string;
  readonly states: CheckStates;
  readonly context: ExpressionContext;
}

function draftStep(progress: ProgressReport | null, draft: Parameters<typeof writeDraft>[0]): AgentStep {
  return { kind: "draft", progress, text: writeDraft(draft) };
}

/** INFO-2a: the report is owed by the very next step, so only the last observation counts. */
function reportProgress(last: Observation | undefined, investigation: Investigation): ProgressReport | null {
  if (last?.kind !== "evidence" || last.repeated || last.record.evidenceStatus !== "EVIDENCE_FOUND")
    return null;
  const { record } = last;
  const { playbook, params, now, states } = investigation;
  const check = playbook.checks.find((one) => one.label === record.label);
  const context = createExpressionContext({ params, checks: states, now, rowsOf: record });
  const gain = check?.gain.evaluate(context);
  // A result that its own playbook cannot read brought nothing that a conclusion could use.
  return { invocationId: record.invocationId, gain: gain?.ok === true && gain.value ? "GAINED" : "NO_GAIN" };
}

type NextCheck =
  | { readonly kind: "run"; readonly check: CompiledCheck; readonly scope: string }
  | { readonly kind: "done"; readonly notes: readonly string[] };

/** The first uncovered check whose condition holds; a condition that cannot be evaluated is noted and its check left out. */
function findNextCheck({ playbook, states, context }: Investigation): NextCheck {
  const notes: string[] = [];
  for (const check of playbook.checks) {
    if (states.get(check.id)?.kind !== "pending") continue;
    const wanted = check.when === null ? ({ ok: true, value: true } as const) : check.when.evaluate(context);
    if (!wanted.ok) notes.push(`The check ${check.id} was left out: ${wanted.message}`);
    if (!wanted.ok || !wanted.value) continue;
    const scope = check.scope.render(context);
    if (scope.ok && scope.value !== "") {
      return { kind: "run", check, scope: scope.value.slice(0, MAX_SCOPE_CHARACTERS).trim() };
    }
    notes.push(`The check ${check.id} was left out: ${scope.ok ? "its scope is empty" : scope.message}`);
  }
  return { kind: "done", notes };
}

function renderAll(
  templates: readonly CompiledTemplate[],
  context: ExpressionContext,
): { lines: string[]; notes: string[] } {
  const lines: string[] = [];
  const notes: string[] = [];
  for (const template of templates) {
    const rendered = template.render(context);
    if (rendered.ok) lines.push(rendered.value);
    else notes.push(`A line of the playbook could not be filled in: ${rendered.message}`);
  }
  return { lines, notes };
}

function failureNotes({ playbook, states }: Investigation): string[] {
  return playbook.checks.flatMap((check) => {
    const state = states.get(check.id);
    return state?.kind === "failed"
      ? [`The check ${check.id} has no result (${state.code}): ${state.message}`]
      : [];
  });
}

/** What each check's scope returned, without figures: the references are the point (REL-1). */
function plainClaims({ playbook, states }: Investigation): Claim[] {
  return playbook.checks.flatMap((check): Claim[] => {
    const state = states.get(check.id);
    if (state?.kind !== "ready") return [];
    const { invocationId, scope, evidenceStatus } = state.record;
    const found = evidenceStatus === "EVIDENCE_FOUND";
    const text = found ? `Rows were returned for: ${scope}` : `No rows were found for: ${scope}`;
    return [{ text, kind: found ? "presence" : "absence", invocationIds: [invocationId], scope }];
  });
}

function missingFeature({ playbook, states }: Investigation): string | null {
  for (const check of playbook.checks) {
    const state = states.get(check.id);
    if (check.needs !== null && state?.kind === "failed" && state.code === "FEATURE_UNAVAILABLE")
      return check.needs;
  }
  return null;
}

function draftFrom(
  investigation: Investigation,
  notes: readonly string[],
  progress: ProgressReport | null,
): AgentStep {
  const { playbook, states, context } = investigation;
  const derived = deriveConclusion(playbook, states, context);
  const failures = failureNotes(investigation);
  if (derived.kind === "concluded") {
    const actions = renderAll(derived.rule.actions, context);
    return draftStep(progress, {
      conclusion: derived.conclusion,
      claims: [...derived.claims],
      missing_info: [...failures, ...notes, ...actions.notes],
      recommended_actions: actions.lines,
    });
  }
  const missing = renderAll(playbook.unsettled.missing, context);
  const actions = renderAll(playbook.unsettled.actions, context);
  const undecidable = derived.kind === "undecidable" ? [derived.message] : [];
  const said = [...missing.lines, ...undecidable, ...failures, ...notes, ...missing.notes, ...actions.notes];
  return draftStep(progress, {
    claims: plainClaims(investigation),
    missing_info:
      said.length > 0
        ? said
        : [`No conclusion of the playbook "${playbook.title}" holds for what was found.`],
    recommended_actions: actions.lines,
  });
}

function draftWithoutPlaybook(knowledge: Knowledge): AgentStep {
  const titles = knowledge.playbooks.map((playbook) => playbook.title);
  return draftStep(null, {
    claims: [],
    missing_info: ["No playbook covers this question."],
    recommended_actions: titles.length === 0 ? [] : [`Ask about one of: ${titles.join("; ")}.`],
  });
}

const CHANGE_BESIDE = "The change that was asked for as well: Interlock only reads, and nothing was changed.";

/** What an order lacks is a question: nothing here can do what it asks for, and no check tells more about that. */
function draftForChange(query: string): AgentStep {
  const missing = /\p{Script=Han}/u.test(query)
    ? "一个可以通过读取来回答的问题：这里要求的是更改，而 Interlock 只读取，没有更改任何内容。"
    : "A question that reading can answer: this asks for a change, and Interlock only reads. Nothing was changed.";
  return draftStep(null, { claims: [], missing_info: [missing], recommended_actions: [] });
}

/** A function of its input and of what is loaded. */
export function takeStep(knowledge: Knowledge, input: StepInput): AgentStep {
  const change = findChangeRequest(input.query);
  if (change === "alone") return draftForChange(input.query);
  const choice = choosePlaybook(knowledge, input.query, input.previousTurn);
  if (choice.kind === "none") return draftWithoutPlaybook(knowledge);
  const { playbook, previousQuery } = choice;
  const { query, startedAt } = input;
  const { values: params, missing } = extractParameters(playbook.parameters, {
    query,
    previousQuery,
    startedAt,
  });
  if (missing.length > 0) {
    return draftStep(null, {
      claims: [],
      missing_info: missing.map((parameter) => parameter.ask),
      recommended_actions: [],
    });
  }
  const unread = findUnreadScope(playbook, params, query, startedAt);
  if (unread.years.length > 0) {
    const missing_info = unread.years.map(
      (year) => `A date or a time of day: the year ${year} alone says no time that the checks can look at.`,
    );
    return draftStep(null, { claims: [], missing_info, recommended_actions: [] });
  }
  const now = formatInstant(startedAt);
  const states = statesFromObservations(playbook, input.observations, params, now);
  const context = createExpressionContext({ params, checks: states, now });
  const investigation: Investigation = { playbook, params, now, states, context };
  const progress = reportProgress(input.observations.at(-1), investigation);
  const feature = missingFeature(investigation);
  // What the server lacks is context that no other check can give.
  if (feature !== null)
    return draftStep(progress, { claims: [], missing_info: [feature], recommended_actions: [] });
  const next = input.stopRequired ? ({ kind: "done", notes: [] } as const) : findNextCheck(investigation);
  if (next.kind === "done") {
    const unchanged = change === "beside" ? [CHANGE_BESIDE] : [];
    const wider = unread.places.map(
      (place) =>
        `"${place}": the playbook "${playbook.title}" knows no such limit, and its figures cover everything.`,
    );
    return draftFrom(investigation, [...unchanged, ...wider, ...next.notes], progress);
  }
  const { check, scope } = next;
  return {
    kind: "tool",
    progress,
    tool: QUERY_TOOL,
    request: {
      source: check.source,
      statement: check.statement,
      params: bindParameters(check, params, now),
      scope,
      label: check.label,
    },
  };
}
