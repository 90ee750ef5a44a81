/** A playbook whose every expression is compiled and whose every reference is known to resolve. */
import type { CompiledCondition, CompiledTemplate } from "./expression";
import type { Playbook } from "./playbook-format";

export type PlaybookParameter = Playbook["parameters"][number];

/** A parameter name of its own in SQL: the run's start. */
export const NOW_BIND = "now";

export interface CompiledCheck {
  readonly id: string;
  /** `${playbookId}/${checkId}`: the label of its tool calls. */
  readonly label: string;
  readonly source: string;
  readonly when: CompiledCondition | null;
  readonly scope: CompiledTemplate;
  readonly statement: string;
  /** Parameter names in the order of the statement's `?`; may hold `now`. */
  readonly binds: readonly string[];
  readonly gain: CompiledCondition;
  readonly needs: string | null;
}
export interface CompiledClaim {
  readonly text: CompiledTemplate;
  readonly kind: "presence" | "absence";
  readonly checks: readonly string[];
}
export interface CompiledConclusion {
  readonly id: string;
  readonly when: CompiledCondition;
  readonly conclusion: CompiledTemplate;
  readonly claims: readonly CompiledClaim[];
  readonly actions: readonly CompiledTemplate[];
  /** Ids of all checks its claims cite. */
  readonly cited: readonly string[];
}
export interface CompiledPlaybook {
  readonly id: string;
  readonly title: string;
  readonly playbook: Playbook;
  readonly parameters: readonly PlaybookParameter[];
  readonly checks: readonly CompiledCheck[];
  readonly conclusions: readonly CompiledConclusion[];
  readonly unsettled: {
    readonly missing: readonly CompiledTemplate[];
    readonly actions: readonly CompiledTemplate[];
  };
}

/** What is wrong with one file; the others are loaded all the same. */
export interface KnowledgeProblem {
  readonly file: string;
  /** Path inside the front matter, e.g. `conclusions[0].when`; empty when it is about the file as a whole. */
  readonly field: string;
  /** What is wrong and what to do. */
  readonly message: string;
}

export function labelOf(playbookId: string, checkId: string): string {
  return `${playbookId}/${checkId}`;
}
