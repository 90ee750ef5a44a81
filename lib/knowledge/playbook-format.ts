/**
 * The format of a playbook: one Markdown file with YAML front matter. Every expression is CEL
 * (Common Expression Language); nothing in a playbook is ever evaluated as code.
 *
 * Expression variables: `params.<name>` (null when absent), `checks.<id>` = {ran, found, empty, failed, errorCode,
 * rows: [ {column: value} ], text: [ {column: text} ]}, and `now`, the run's start as "YYYY-MM-DD HH:MM:SS" UTC. In `rows`
 * numbers are doubles, text and times are strings, NULL is null; `text` holds the same cells as the server's own text.
 * `rows` alone (in `gain`) is this check's rows.
 * Functions beside CEL's own: num(x[, fallback]), round(x[, digits]), abs(x), min(a, b), max(a, b), sum(list), text(x),
 * minutesBetween(time, time), minutesSince(time). `list.join(sep)` takes texts: `checks.a.text.map(r, r.name).join(", ")`.
 * Not available: matches (regular expressions), cel.bind, comprehensions nested deeper than two or over lists put
 * together with + or [].
 *
 * Templates (`{{ expression }}`) may stand in conclusion, claim texts, scopes, actions and missing info. An expression that is
 * exactly one cell (`checks.a.rows[0].n`) is printed with the server's own text, so that a figure in a claim is the figure in
 * the evidence; compute rates and differences in SQL rather than in a template.
 *
 * `:name` in `sql` binds a parameter; `:now` binds the run's start.
 *
 * What a conclusion may look at, so that a separate check can derive it again from cited evidence alone: its `when`, conclusion
 * and claim texts use only checks that its claims cite, only parameters that one of these checks binds, and `now` only where
 * one of them binds `:now`. An absence claim cites exactly one check and says its scope word for word; so does a conclusion whose
 * claims are all absence claims, for each of their scopes.
 */
import { z } from "zod";

const Expression = z.string().min(1).max(2_000);
const Template = z.string().min(1).max(2_000);
const Name = z.string().regex(/^[a-z][a-z0-9_]*$/, "use lower-case letters, digits and underscores");

export const PlaybookParameter = z.strictObject({
  name: Name,
  /** `time`: an instant, bound as "YYYY-MM-DD HH:MM:SS" UTC. `id`: an integer id. `service`/`text`: a word taken from the question. */
  type: z.enum(["time", "id", "service", "text"]),
  /** What to tell the operator when a required one is missing (MISSING_REQUIRED_CONTEXT). */
  ask: z.string().min(1),
  required: z.boolean().default(false),
  /** For time: an offset from now such as "-24h", "-7d", "-30m". For others: a literal. */
  default: z.union([z.string(), z.number()]).optional(),
  /** Words that introduce the value in a question, e.g. ["customer", "客户"] for `customer 4711`. */
  near: z.array(z.string().min(1)).default([]),
  /** For service/text: the closed list of values to look for in the question. */
  values: z.array(z.string().min(1)).default([]),
});

const PlaybookCheck = z.strictObject({
  id: Name,
  /** Run only when true; later checks may look at earlier ones. Absent means always. */
  when: Expression.optional(),
  source: z.string().min(1).default("shop"),
  /** What is looked at, in words; used in absence claims word for word. */
  scope: Template,
  /** One read-only statement; `:name` binds a parameter. */
  sql: z.string().min(1).max(20_000),
  /** CEL over `rows` (this check's rows) and the variables above: did a non-empty result bring anything new? Default true. */
  gain: Expression.default("true"),
  /** What is missing when the server lacks the feature or grant for this check: the run then ends MISSING_REQUIRED_CONTEXT and names it. */
  needs: z.string().optional(),
});

const PlaybookClaim = z.strictObject({
  text: Template,
  kind: z.enum(["presence", "absence"]).default("presence"),
  /** Ids of the checks that carry it. An absence claim takes the scope of its first check. */
  checks: z.array(Name).min(1),
});

const PlaybookConclusion = z.strictObject({
  id: Name,
  /** First conclusion whose condition is true wins. */
  when: Expression,
  conclusion: Template,
  claims: z.array(PlaybookClaim).min(1),
  actions: z.array(Template).default([]),
});

export const PlaybookFrontMatter = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/, "use kebab-case"),
  title: z.string().min(1),
  /** Questions it answers, in any language: retrieval and routing match against these. */
  answers: z.array(z.string().min(3)).min(1),
  keywords: z.array(z.string().min(1)).default([]),
  /** Server features and grants it needs, for people. */
  requires: z.array(z.string().min(1)).default([]),
  parameters: z.array(PlaybookParameter).default([]),
  checks: z.array(PlaybookCheck).default([]),
  conclusions: z.array(PlaybookConclusion).default([]),
  /** Said when no conclusion holds. */
  unsettled: z
    .strictObject({ missing: z.array(Template).default([]), actions: z.array(Template).default([]) })
    .default({ missing: [], actions: [] }),
});
export type PlaybookFrontMatter = z.infer<typeof PlaybookFrontMatter>;
/** A loaded playbook: its front matter and the Markdown below it. */
export interface Playbook extends PlaybookFrontMatter {
  readonly body: string;
  readonly file: string;
}
