/** What release lets out, as stored and as sent in the `content` frame (REL-1, REL-4, APP-4). */
import { z } from "zod";
import { EvidenceStatus, FallbackType } from "./axes";
import { InvocationId } from "./ids";

const ClaimKind = z.enum(["presence", "absence"]);

/** AGENT-3: one statement and the invocations it rests on. */
export const Claim = z.strictObject({
  text: z.string().min(1).max(2_000),
  kind: ClaimKind,
  invocationIds: z.array(InvocationId).min(1).max(16),
  scope: z.string().max(500),
});
export type Claim = z.infer<typeof Claim>;

/** A READY record of this run whose canonical hash matches, stated with its scope (INFO-2b). */
export const VerifiedFact = z.object({
  invocationId: InvocationId,
  label: z.string(),
  scope: z.string(),
  evidenceStatus: EvidenceStatus.exclude(["ERROR"]),
  /** Built by code from the stored rows, never from a model's prose. */
  statement: z.string(),
});
export type VerifiedFact = z.infer<typeof VerifiedFact>;

export const DiagnosisReport = z.object({
  contentType: z.literal("diagnosis_report"),
  conclusion: z.string(),
  claims: z.array(Claim),
  missingInfo: z.array(z.string()),
  recommendedActions: z.array(z.string()),
});
export type DiagnosisReport = z.infer<typeof DiagnosisReport>;

export const SafeFallback = z.object({
  contentType: z.literal("fallback"),
  fallbackType: FallbackType,
  message: z.string(),
  checked: z.array(VerifiedFact),
  missingInfo: z.array(z.string()),
  nextSteps: z.array(z.string()),
});
export type SafeFallback = z.infer<typeof SafeFallback>;

export const SystemAnswer = z.object({ contentType: z.literal("system_answer"), text: z.string() });
export type SystemAnswer = z.infer<typeof SystemAnswer>;

export const KnowledgeCitation = z.object({
  documentId: z.string(),
  title: z.string(),
  heading: z.string(),
  score: z.number(),
});
export type KnowledgeCitation = z.infer<typeof KnowledgeCitation>;
export const KnowledgeAnswer = z.object({
  contentType: z.literal("knowledge_answer"),
  text: z.string(),
  citations: z.array(KnowledgeCitation),
});
export type KnowledgeAnswer = z.infer<typeof KnowledgeAnswer>;

export const SafeAnswer = z.discriminatedUnion("contentType", [
  DiagnosisReport,
  SafeFallback,
  SystemAnswer,
  KnowledgeAnswer,
]);
export type SafeAnswer = z.infer<typeof SafeAnswer>;
