/** Compiled CEL expressions and templates. Compiling finds every problem that can be known without data. */
import {
  EvaluationError,
  ParseError,
  TypeError as CelTypeError,
  type ParseResult,
} from "@marcbachmann/cel-js";
import { celEnvironment } from "./cel-environment";
import { formatValue, type FormattedValue } from "./cel-format";
import { findReferences, isCellPath, type ExpressionReferences } from "./cel-references";
import type { ExpressionContext } from "./expression-context";

type Evaluation<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };
export type Compilation<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** A condition: true, false, or why it is neither (a value that is not there, a wrong type). */
export interface CompiledCondition {
  readonly source: string;
  readonly references: ExpressionReferences;
  evaluate(context: ExpressionContext): Evaluation<boolean>;
}
export interface CompiledTemplate {
  readonly source: string;
  readonly references: ExpressionReferences;
  render(context: ExpressionContext): Evaluation<string>;
}

/** Longest text a template may render to; a claim's own limit. */
const MAX_RENDERED_CHARACTERS = 2_000;

function errorSummary(error: unknown): string {
  if (error instanceof ParseError || error instanceof EvaluationError || error instanceof CelTypeError) {
    return error.summary;
  }
  // Arithmetic on values of unlisted type pairs surfaces as a JavaScript error from the evaluator.
  if (error instanceof Error) return error.message;
  throw error;
}

interface Parsed {
  readonly run: ParseResult;
  readonly references: ExpressionReferences;
  readonly type: string;
}

function parseExpression(source: string): Compilation<Parsed> {
  try {
    const run = celEnvironment.parse(source);
    const checked = run.check();
    if (!checked.valid) return { ok: false, message: `\`${source}\`: ${errorSummary(checked.error)}` };
    const references = findReferences(run.ast);
    const problem = references.problems[0];
    if (problem !== undefined) return { ok: false, message: `\`${source}\`: ${problem}` };
    return { ok: true, value: { run, references, type: checked.type ?? "dyn" } };
  } catch (error) {
    return { ok: false, message: `\`${source}\`: ${errorSummary(error)}` };
  }
}

function evaluateParsed(
  run: ParseResult,
  source: string,
  scope: Readonly<Record<string, unknown>>,
): Evaluation<unknown> {
  try {
    const value: unknown = run(scope);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, message: `\`${source}\`: ${errorSummary(error)}` };
  }
}

/** Compiles an expression that must be true or false. */
export function compileCondition(source: string): Compilation<CompiledCondition> {
  const parsed = parseExpression(source);
  if (!parsed.ok) return parsed;
  const { run, references, type } = parsed.value;
  if (type !== "bool" && type !== "dyn") {
    return { ok: false, message: `\`${source}\` must be true or false, but it is ${type}` };
  }
  const evaluate = (context: ExpressionContext): Evaluation<boolean> => {
    const result = evaluateParsed(run, source, context.values);
    if (!result.ok) return result;
    if (typeof result.value === "boolean") return { ok: true, value: result.value };
    return { ok: false, message: `\`${source}\` is neither true nor false` };
  };
  return { ok: true, value: { source, references, evaluate } };
}

type Part =
  { readonly kind: "text"; readonly text: string } | { readonly kind: "value"; readonly render: Renderer };
type Renderer = (context: ExpressionContext) => Evaluation<string>;

function createRenderer(run: ParseResult, source: string): Renderer {
  const asCell = isCellPath(run.ast);
  return (context) => {
    const result = evaluateParsed(run, source, asCell ? context.texts : context.values);
    if (!result.ok) return result;
    const formatted: FormattedValue = formatValue(result.value);
    return formatted.ok
      ? { ok: true, value: formatted.text }
      : { ok: false, message: `\`${source}\`: ${formatted.message}` };
  };
}

function mergeReferences(all: readonly ExpressionReferences[]): ExpressionReferences {
  return {
    params: new Set(all.flatMap((one) => [...one.params])),
    checks: new Set(all.flatMap((one) => [...one.checks])),
    usesNow: all.some((one) => one.usesNow),
    usesRows: all.some((one) => one.usesRows),
    problems: [],
  };
}

/** Compiles text with `{{ expression }}` in it. */
export function compileTemplate(source: string): Compilation<CompiledTemplate> {
  const parts: Part[] = [];
  const references: ExpressionReferences[] = [];
  let rest = source;
  while (rest !== "") {
    const open = rest.indexOf("{{");
    if (open === -1) {
      if (rest.includes("}}")) return { ok: false, message: `"${source}": "}}" without "{{" before it` };
      parts.push({ kind: "text", text: rest });
      break;
    }
    const close = rest.indexOf("}}", open);
    if (close === -1) return { ok: false, message: `"${source}": "{{" without "}}" after it` };
    if (open > 0) parts.push({ kind: "text", text: rest.slice(0, open) });
    const expression = rest.slice(open + 2, close).trim();
    const parsed = parseExpression(expression);
    if (!parsed.ok) return parsed;
    references.push(parsed.value.references);
    parts.push({ kind: "value", render: createRenderer(parsed.value.run, expression) });
    rest = rest.slice(close + 2);
  }
  const render = (context: ExpressionContext): Evaluation<string> => {
    let text = "";
    for (const part of parts) {
      if (part.kind === "text") {
        text += part.text;
        continue;
      }
      const value = part.render(context);
      if (!value.ok) return value;
      text += value.value;
    }
    if (text.length <= MAX_RENDERED_CHARACTERS) return { ok: true, value: text.trim() };
    return {
      ok: false,
      message: `"${source.slice(0, 80)}" renders to more than ${MAX_RENDERED_CHARACTERS} characters`,
    };
  };
  return { ok: true, value: { source, references: mergeReferences(references), render } };
}
