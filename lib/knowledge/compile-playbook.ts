/** Compiles a parsed playbook. Collects every problem instead of stopping at the first. */
import {
  labelOf,
  NOW_BIND,
  type CompiledCheck,
  type CompiledClaim,
  type CompiledConclusion,
  type CompiledPlaybook,
  type KnowledgeProblem,
} from "./compiled-playbook";
import { compileCondition, compileTemplate, type Compilation, type CompiledTemplate } from "./expression";
import type { ExpressionReferences } from "./cel-references";
import type { Playbook } from "./playbook-format";
import { bindNamedParameters, foldStatement } from "./sql-binds";

interface Allowed {
  readonly checks: ReadonlySet<string>;
  readonly params: ReadonlySet<string>;
  readonly now: boolean;
  readonly rows: boolean;
  /** Ends the sentence "… may be used here". */
  readonly why: string;
}

/** A template's words, whatever the white space and letter case. */
function foldTemplate(source: string): string {
  return source
    .replace(/\{\{\s*/g, "{{")
    .replace(/\s*\}\}/g, "}}")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

class Compiler {
  readonly problems: KnowledgeProblem[] = [];
  readonly #playbook: Playbook;
  readonly #params: ReadonlySet<string>;

  constructor(playbook: Playbook) {
    this.#playbook = playbook;
    this.#params = new Set(playbook.parameters.map((parameter) => parameter.name));
  }

  report(field: string, message: string): void {
    this.problems.push({ file: this.#playbook.file, field, message });
  }

  checkReferences(field: string, references: ExpressionReferences, allowed: Allowed): void {
    for (const name of references.params) {
      if (!this.#params.has(name)) {
        this.report(field, `params.${name} is not a parameter of this playbook; declare it under parameters`);
      } else if (!allowed.params.has(name)) {
        this.report(
          field,
          `params.${name} cannot be derived again here: ${allowed.why}, and none of them binds :${name}`,
        );
      }
    }
    const known = new Set(this.#playbook.checks.map((check) => check.id));
    for (const id of references.checks) {
      if (!known.has(id)) this.report(field, `checks.${id} is not a check of this playbook`);
      else if (!allowed.checks.has(id))
        this.report(field, `checks.${id} may not be used here: ${allowed.why}`);
    }
    if (references.usesRows && !allowed.rows) {
      this.report(field, "rows is known in gain only; write checks.<id>.rows");
    }
    if (references.usesNow && !allowed.now) {
      this.report(field, `now cannot be derived again here: ${allowed.why}, and none of them binds :now`);
    }
  }

  take<T extends { readonly references: ExpressionReferences }>(
    field: string,
    compiled: Compilation<T>,
    allowed: Allowed,
  ): T | null {
    if (!compiled.ok) {
      this.report(field, compiled.message);
      return null;
    }
    this.checkReferences(field, compiled.value.references, allowed);
    return compiled.value;
  }

  takeTemplates(field: string, sources: readonly string[], allowed: Allowed): CompiledTemplate[] {
    return sources.flatMap((source, index) => {
      const template = this.take(`${field}[${index}]`, compileTemplate(source), allowed);
      return template === null ? [] : [template];
    });
  }

  reportDuplicates(field: string, what: string, names: readonly string[]): void {
    const seen = new Set<string>();
    names.forEach((name, index) => {
      if (seen.has(name)) this.report(`${field}[${index}]`, `${what} "${name}" is there twice; rename one`);
      seen.add(name);
    });
  }

  compileCheck(index: number): CompiledCheck | null {
    const check = this.#playbook.checks[index];
    if (check === undefined) return null;
    const field = `checks[${index}]`;
    const earlier: Allowed = {
      checks: new Set(this.#playbook.checks.slice(0, index).map((one) => one.id)),
      params: this.#params,
      now: true,
      rows: false,
      why: "only checks above this one have results",
    };
    const when =
      check.when === undefined ? null : this.take(`${field}.when`, compileCondition(check.when), earlier);
    const scope = this.take(`${field}.scope`, compileTemplate(check.scope), earlier);
    const gain = this.take(`${field}.gain`, compileCondition(check.gain), {
      ...earlier,
      checks: new Set([...earlier.checks, check.id]),
      rows: true,
    });
    const bound = bindNamedParameters(check.sql);
    if (!bound.ok) {
      this.report(`${field}.sql`, bound.message);
      return null;
    }
    for (const name of new Set(bound.value.binds)) {
      if (name !== NOW_BIND && !this.#params.has(name)) {
        this.report(
          `${field}.sql`,
          `:${name} is not a parameter of this playbook; declare it under parameters`,
        );
      }
    }
    if (scope === null || gain === null || (check.when !== undefined && when === null)) return null;
    return {
      id: check.id,
      label: labelOf(this.#playbook.id, check.id),
      source: check.source,
      when,
      scope,
      statement: bound.value.statement,
      binds: bound.value.binds,
      gain,
      needs: check.needs ?? null,
    };
  }

  compileConclusion(index: number, checks: readonly CompiledCheck[]): CompiledConclusion | null {
    const conclusion = this.#playbook.conclusions[index];
    if (conclusion === undefined) return null;
    const field = `conclusions[${index}]`;
    const cited = [...new Set(conclusion.claims.flatMap((claim) => claim.checks))];
    const binds = new Set(checks.filter((check) => cited.includes(check.id)).flatMap((check) => check.binds));
    // Only what is cited is in front of whoever derives the conclusion again.
    const allowed: Allowed = {
      checks: new Set(cited),
      params: binds,
      now: binds.has(NOW_BIND),
      rows: false,
      why: `a conclusion rests on the checks its claims cite (${cited.join(", ")})`,
    };
    const when = this.take(`${field}.when`, compileCondition(conclusion.when), allowed);
    const text = this.take(`${field}.conclusion`, compileTemplate(conclusion.conclusion), allowed);
    const claims = conclusion.claims.flatMap((claim, claimIndex): CompiledClaim[] => {
      const claimField = `${field}.claims[${claimIndex}]`;
      for (const id of claim.checks) {
        if (!this.#playbook.checks.some((check) => check.id === id)) {
          this.report(`${claimField}.checks`, `"${id}" is not a check of this playbook`);
        }
      }
      if (claim.kind === "absence" && claim.checks.length > 1) {
        this.report(
          `${claimField}.checks`,
          "an absence claim speaks of one scope: cite one check, or make one claim each",
        );
      }
      if (claim.kind === "absence") this.checkScopeStated(`${claimField}.text`, claim.text, claim.checks);
      const compiled = this.take(`${claimField}.text`, compileTemplate(claim.text), allowed);
      return compiled === null ? [] : [{ text: compiled, kind: claim.kind, checks: claim.checks }];
    });
    if (conclusion.claims.every((claim) => claim.kind === "absence")) {
      this.checkScopeStated(`${field}.conclusion`, conclusion.conclusion, cited);
    }
    const everything = { ...this.#anything(), why: "" };
    const actions = this.takeTemplates(`${field}.actions`, conclusion.actions, everything);
    if (when === null || text === null) return null;
    return { id: conclusion.id, when, conclusion: text, claims, actions, cited };
  }

  /** TOOL-4: what speaks of absence says the scope word for word, or EvidenceGuard would refuse it in every run. */
  checkScopeStated(field: string, text: string, checkIds: readonly string[]): void {
    for (const check of this.#playbook.checks.filter((one) => checkIds.includes(one.id))) {
      if (foldTemplate(text).includes(foldTemplate(check.scope))) continue;
      this.report(
        field,
        `a text that rests on absence has to say the scope of ${check.id} word for word: "${check.scope}"`,
      );
    }
  }

  #anything(): Omit<Allowed, "why"> {
    return {
      checks: new Set(this.#playbook.checks.map((check) => check.id)),
      params: this.#params,
      now: true,
      rows: false,
    };
  }

  compileUnsettled(): CompiledPlaybook["unsettled"] {
    const allowed = { ...this.#anything(), why: "" };
    return {
      missing: this.takeTemplates("unsettled.missing", this.#playbook.unsettled.missing, allowed),
      actions: this.takeTemplates("unsettled.actions", this.#playbook.unsettled.actions, allowed),
    };
  }

  checkDefaults(): void {
    this.#playbook.parameters.forEach((parameter, index) => {
      const field = `parameters[${index}]`;
      if (parameter.name === NOW_BIND)
        this.report(`${field}.name`, '"now" is the run\'s start; choose another name');
      const value = parameter.default;
      if (value === undefined) return;
      if (parameter.type === "time" && !(typeof value === "string" && TIME_OFFSET.test(value))) {
        this.report(
          `${field}.default`,
          'a time defaults to an offset from now such as "-24h", "-7d" or "-30m"',
        );
      }
      if (parameter.type === "id" && !Number.isSafeInteger(Number(value))) {
        this.report(`${field}.default`, "an id is an integer");
      }
    });
  }
}

/** Offsets from now that a time parameter may default to. */
export const TIME_OFFSET = /^-(\d{1,5})([smhdw])$/;

export type CompiledResult =
  | { readonly ok: true; readonly value: CompiledPlaybook }
  | { readonly ok: false; readonly problems: readonly KnowledgeProblem[] };

/** Every expression is compiled and every reference resolved, or the playbook is refused with all its problems. */
export function compilePlaybook(playbook: Playbook): CompiledResult {
  const compiler = new Compiler(playbook);
  compiler.reportDuplicates(
    "parameters",
    "the parameter",
    playbook.parameters.map((one) => one.name),
  );
  compiler.reportDuplicates(
    "checks",
    "the check",
    playbook.checks.map((one) => one.id),
  );
  compiler.reportDuplicates(
    "conclusions",
    "the conclusion",
    playbook.conclusions.map((one) => one.id),
  );
  // Two checks that ask the same thing would be one call: the second is answered from the first (INFO-2).
  compiler.reportDuplicates(
    "checks",
    "the statement",
    playbook.checks.map((one) => `${one.source}: ${foldStatement(one.sql)}`),
  );
  compiler.checkDefaults();
  const checks = playbook.checks.flatMap((_, index) => compiler.compileCheck(index) ?? []);
  const conclusions = playbook.conclusions.flatMap(
    (_, index) => compiler.compileConclusion(index, checks) ?? [],
  );
  const unsettled = compiler.compileUnsettled();
  if (compiler.problems.length > 0) return { ok: false, problems: compiler.problems };
  const { id, title, parameters } = playbook;
  return { ok: true, value: { id, title, playbook, parameters, checks, conclusions, unsettled } };
}
