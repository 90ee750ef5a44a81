/**
 * What a language model has to answer, per method: one JSON object, parsed strictly. What is tolerated around it is said in `json-object.ts`.
 * The wire schemas describe the same shapes to a server that can hold a model to them.
 */
import { z } from "zod";
import { InformationGain, IntentType, SemanticVerdict } from "../../contracts/axes";
import { DiagnosisDraft } from "../../diagnosis/draft/draft-contract";
import type { ToolDescription } from "../../diagnosis/ports";
import { boundedTool } from "./tool-words";
import { isWireable, toWire, wireSchemaOf } from "./wire-schema";

export const Progress = z.strictObject({ invocationId: z.string(), gain: InformationGain }).nullable();

/** AGENT-3, where a conclusion that is not drawn may also be null: strict servers require every member. */
export const DraftReply = z.preprocess(withoutNullConclusion, DiagnosisDraft);

export const RouteReply = z.strictObject({ intent: IntentType, rationale: z.string().min(1).max(1_000) });
export const VerdictReplySchema = z.strictObject({
  verdict: SemanticVerdict,
  reason: z.string().min(1).max(2_000),
  failingClaim: z.int().min(0).nullable(),
  /** Required on the wire; a reply without it has judged no line. */
  failingLines: z.array(z.int().min(0)).max(64).optional(),
});

/** Members of the other kind may be null or absent. */
export const StepReply = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("tool"),
    progress: Progress.optional(),
    tool: z.string().min(1),
    /** Whether it has the tool's shape is the tool boundary's question (TOOL-1). */
    request: z.unknown(),
    draft: z.null().optional(),
  }),
  z.strictObject({
    kind: z.literal("draft"),
    progress: Progress.optional(),
    draft: DraftReply,
    tool: z.null().optional(),
    request: z.null().optional(),
  }),
]);

export interface WireSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export const ROUTE_WIRE: WireSchema = { name: "route", schema: wireSchemaOf(RouteReply) };
export const VERDICT_WIRE: WireSchema = { name: "verdict", schema: wireSchemaOf(VerdictReplySchema) };

const PROGRESS_SCHEMA = wireSchemaOf(Progress);
const DRAFT_SCHEMA = wireSchemaOf(
  z.object({
    conclusion: z.string().nullable(),
    claims: z.array(
      z.object({
        text: z.string(),
        kind: z.enum(["presence", "absence"]),
        invocationIds: z.array(z.string()),
        scope: z.string(),
      }),
    ),
    missing_info: z.array(z.string()),
    recommended_actions: z.array(z.string()),
  }),
);
export const DRAFT_WIRE: WireSchema = { name: "draft", schema: DRAFT_SCHEMA };

/** A step as JSON text; null when a tool takes what a strict schema cannot say. With `stopRequired` only a draft is asked for. */
export function stepWire(described: readonly ToolDescription[], stopRequired: boolean): WireSchema | null {
  const tools = described.map(boundedTool);
  if (stopRequired) {
    return {
      name: "last_step",
      schema: closed({
        kind: { type: "string", enum: ["draft"] },
        progress: PROGRESS_SCHEMA,
        draft: DRAFT_SCHEMA,
      }),
    };
  }
  if (!tools.every((tool) => isWireable(tool.inputSchema))) return null;
  return {
    name: "step",
    schema: closed({
      kind: { type: "string", enum: ["tool", "draft"] },
      progress: PROGRESS_SCHEMA,
      tool: orNull({ type: "string", enum: tools.map((tool) => tool.name) }),
      request: { anyOf: [...tools.map((tool) => toWire(tool.inputSchema)), { type: "null" }] },
      draft: orNull(DRAFT_SCHEMA),
    }),
  };
}

/** The arguments of a step that is a tool call: the progress report beside what the tool takes. References stay at the root, where they point to. */
export function toolArgumentsSchema(tool: ToolDescription): Readonly<Record<string, unknown>> {
  const { $schema: _, $defs, definitions, ...request } = tool.inputSchema;
  return {
    ...closed({ progress: PROGRESS_SCHEMA, request }),
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}
/** The call that ends an investigation. */
export const DRAFT_TOOL = "submit_draft";
export const DRAFT_ARGUMENTS_SCHEMA = closed({ progress: PROGRESS_SCHEMA, draft: DRAFT_SCHEMA });

function closed(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

function orNull(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { anyOf: [schema, { type: "null" }] };
}

function withoutNullConclusion(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("conclusion" in value) || value.conclusion !== null) {
    return value;
  }
  const { conclusion: _, ...others } = value;
  return others;
}
