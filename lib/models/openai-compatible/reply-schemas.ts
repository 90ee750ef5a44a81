/** What a language model has to answer, per method: one JSON object, parsed strictly. A fence around it is tolerated, prose is not. */
import { z } from "zod";
import { InformationGain, IntentType, SemanticVerdict } from "../../contracts/axes";
import { ModelFailure } from "../../diagnosis/ports";

const Progress = z.strictObject({ invocationId: z.string(), gain: InformationGain }).nullable();

export const RouteReply = z.strictObject({ intent: IntentType, rationale: z.string().min(1).max(1_000) });
export const StepReply = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("tool"),
    progress: Progress,
    tool: z.string().min(1),
    request: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    kind: z.literal("draft"),
    progress: Progress,
    draft: z.record(z.string(), z.unknown()),
  }),
]);
export const RepairReply = z.record(z.string(), z.unknown());
export const VerdictReplySchema = z.strictObject({
  verdict: SemanticVerdict,
  reason: z.string().min(1).max(2_000),
  failingClaim: z.int().min(0).nullable(),
});
export const TextReply = z.strictObject({ text: z.string().min(1) });

const FENCED = /^```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n?```$/;

/** Throws ModelFailure when the text is not that one JSON object. */
export function parseReply<T>(text: string, schema: z.ZodType<T>): T {
  const trimmed = text.trim();
  const body = FENCED.exec(trimmed)?.[1] ?? trimmed;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw new ModelFailure("the model did not answer with one JSON object", { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.map(String).join(".")}: `;
  throw new ModelFailure(`the model's answer has the wrong shape: ${place}${issue?.message ?? "unknown"}`, {
    cause: parsed.error,
  });
}
