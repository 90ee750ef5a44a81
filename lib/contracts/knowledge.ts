/** Playbooks and documents: what the routes under /api/knowledge take and answer. */
import { z } from "zod";
import { RunSummary } from "./run";

export const KNOWLEDGE_KIND_TABLE = {
  playbook: { label: "Playbook", meaning: "Checks, and the conclusions that may be drawn from them." },
  document: { label: "Document", meaning: "Text that answers questions about how things are done." },
} as const satisfies Record<string, { readonly label: string; readonly meaning: string }>;
export type KnowledgeKind = keyof typeof KNOWLEDGE_KIND_TABLE;
export const KnowledgeKind = z.enum(Object.keys(KNOWLEDGE_KIND_TABLE) as [KnowledgeKind, ...KnowledgeKind[]]);

/** Longest text of one entry that the console saves, UTF-16 units. */
const MAX_KNOWLEDGE_TEXT = 48_000;
const MAX_NAME = 120;

/** What an entry is found by: a playbook's id, a document's path without `.md`. */
export const KnowledgeName = z
  .string()
  .min(1, "give a name")
  .max(MAX_NAME, `keep the name under ${MAX_NAME} characters`)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/,
    "write letters, digits, - and _, with / between folders, for example runbooks/payment-gateway",
  );

export const KNOWLEDGE_ORIGIN_TABLE = {
  shipped: { label: "Shipped", meaning: "A file of the server, as it is." },
  edited: { label: "Edited", meaning: "The console's text stands in place of the server's file." },
  console: { label: "Console", meaning: "Written in the console; there is no file of it." },
} as const satisfies Record<string, { readonly label: string; readonly meaning: string }>;
type KnowledgeOrigin = keyof typeof KNOWLEDGE_ORIGIN_TABLE;
const KnowledgeOrigin = z.enum(
  Object.keys(KNOWLEDGE_ORIGIN_TABLE) as [KnowledgeOrigin, ...KnowledgeOrigin[]],
);

export const KNOWLEDGE_STATE_TABLE = {
  active: { label: "In use", meaning: "Runs that begin now know it." },
  disabled: { label: "Disabled", meaning: "Runs that begin now do not know it." },
  broken: { label: "Left out", meaning: "It could not be read: its problems say why." },
} as const satisfies Record<string, { readonly label: string; readonly meaning: string }>;
export type KnowledgeState = keyof typeof KNOWLEDGE_STATE_TABLE;
const KnowledgeState = z.enum(Object.keys(KNOWLEDGE_STATE_TABLE) as [KnowledgeState, ...KnowledgeState[]]);

/** An `error` keeps a text from being saved; a `warning` says what will not work. */
export const TextProblem = z.object({
  severity: z.enum(["error", "warning"]),
  /** Path inside the front matter, e.g. `conclusions[0].when`; empty when it is about the text as a whole. */
  field: z.string(),
  /** Line of the text, from 1; null where none is known. */
  line: z.int().min(1).nullable(),
  /** What is wrong and what to do. */
  message: z.string(),
});
export type TextProblem = z.infer<typeof TextProblem>;

export const KnowledgeEntry = z.object({
  kind: KnowledgeKind,
  name: z.string(),
  title: z.string(),
  /** The server's file; null for what was written in the console. */
  file: z.string().nullable(),
  origin: KnowledgeOrigin,
  state: KnowledgeState,
  /** Counts changes made in the console; 0: never changed there. */
  version: z.int().min(0),
  changedBy: z.string().nullable(),
  changedAt: z.int().nullable(),
  /** Checks of a playbook, passages of a document. */
  parts: z.int().min(0),
  problems: z.array(TextProblem),
});
export type KnowledgeEntry = z.infer<typeof KnowledgeEntry>;

export const KnowledgeList = z.object({
  items: z.array(KnowledgeEntry),
  /** Of files and folders that no entry stands for. */
  problems: z.array(z.object({ file: z.string(), message: z.string() })),
});
export type KnowledgeList = z.infer<typeof KnowledgeList>;

export const KnowledgeAddress = z.strictObject({ kind: KnowledgeKind, name: KnowledgeName });
export type KnowledgeAddress = z.infer<typeof KnowledgeAddress>;

export const KNOWLEDGE_ACTION_TABLE = {
  save: { label: "Saved" },
  disable: { label: "Disabled" },
  enable: { label: "Enabled" },
  revert: { label: "Set back to the shipped text" },
} as const satisfies Record<string, { readonly label: string }>;
export type KnowledgeAction = keyof typeof KNOWLEDGE_ACTION_TABLE;
export const KnowledgeAction = z.enum(
  Object.keys(KNOWLEDGE_ACTION_TABLE) as [KnowledgeAction, ...KnowledgeAction[]],
);

export const KnowledgeVersion = z.object({
  version: z.int().min(1),
  action: KnowledgeAction,
  by: z.string(),
  at: z.int(),
  /** Whether the version has a text of its own, which can be read again. */
  hasText: z.boolean(),
});
export type KnowledgeVersion = z.infer<typeof KnowledgeVersion>;

export const KnowledgeDetail = z.object({
  entry: KnowledgeEntry,
  text: z.string(),
  /** Newest first, the last of them. */
  versions: z.array(KnowledgeVersion),
});
export type KnowledgeDetail = z.infer<typeof KnowledgeDetail>;

export const KnowledgeVersionQuery = z.strictObject({
  kind: KnowledgeKind,
  name: KnowledgeName,
  version: z.coerce.number().pipe(z.int().min(1)),
});
export const KnowledgeVersionText = z.object({ text: z.string() });
export type KnowledgeVersionText = z.infer<typeof KnowledgeVersionText>;

export const KnowledgeRuns = z.object({
  items: z.array(RunSummary),
  /** How far back was looked: so many of the latest runs that could have used it; null: at all of them. */
  lookedAt: z.int().nullable(),
});
export type KnowledgeRuns = z.infer<typeof KnowledgeRuns>;

const Text = z
  .string()
  .max(MAX_KNOWLEDGE_TEXT, `keep the text under ${MAX_KNOWLEDGE_TEXT} characters`)
  .refine((text) => text.isWellFormed(), "remove the broken (unpaired surrogate) characters")
  .refine((text) => !text.includes("\u0000"), "remove the NUL characters");

/** `name` is null for a new playbook: its front matter says its id. */
export const CheckKnowledgeRequest = z.strictObject({
  kind: KnowledgeKind,
  name: KnowledgeName.nullable(),
  text: Text,
});
export type CheckKnowledgeRequest = z.infer<typeof CheckKnowledgeRequest>;
export const CheckKnowledgeReply = z.object({
  /** Whether it could be saved. */
  ok: z.boolean(),
  name: z.string().nullable(),
  title: z.string().nullable(),
  problems: z.array(TextProblem),
});
export type CheckKnowledgeReply = z.infer<typeof CheckKnowledgeReply>;

/** `version`: of the entry that was looked at; null for a new one. */
export const SaveKnowledgeRequest = CheckKnowledgeRequest.extend({ version: z.int().min(0).nullable() });
export type SaveKnowledgeRequest = z.infer<typeof SaveKnowledgeRequest>;
export const ChangeKnowledgeRequest = z.strictObject({
  kind: KnowledgeKind,
  name: KnowledgeName,
  version: z.int().min(0),
  action: KnowledgeAction.exclude(["save"]),
});
export type ChangeKnowledgeRequest = z.infer<typeof ChangeKnowledgeRequest>;
export const KnowledgeEntryReply = z.object({ entry: KnowledgeEntry });
export type KnowledgeEntryReply = z.infer<typeof KnowledgeEntryReply>;
/** Extra member of the problem KNOWLEDGE_INVALID. */
export const KnowledgeInvalid = z.object({ problems: z.array(TextProblem) });
/** Extra member of the problem KNOWLEDGE_CONFLICT; null: there is no such entry. */
export const KnowledgeConflict = z.object({ entry: KnowledgeEntry.nullable() });

export const RetrievalQuery = z.strictObject({
  question: z
    .string()
    .trim()
    .min(1, "write a question")
    .max(2_000, "keep the question under 2000 characters"),
});
export const RetrievalReply = z.object({
  /** From this score on something counts as an answer. */
  threshold: z.number(),
  playbooks: z.array(z.object({ name: z.string(), title: z.string(), score: z.number() })),
  passages: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      heading: z.string(),
      text: z.string(),
      score: z.number(),
    }),
  ),
});
export type RetrievalReply = z.infer<typeof RetrievalReply>;
