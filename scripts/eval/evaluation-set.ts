/** The set that `npm run eval` asks, as data: its version, its hash, and what the playbook model has to reach on it. */
import { createHash } from "node:crypto";
import type { Question } from "./evaluation-question";
import { DOCUMENT_QUESTIONS } from "./questions/document-questions";
import { SERVER_QUESTIONS } from "./questions/server-questions";
import { SHOP_QUESTIONS } from "./questions/shop-questions";
import { STOPPED_QUESTIONS } from "./questions/stopped-questions";
import { UNANSWERABLE_QUESTIONS } from "./questions/unanswerable-questions";

export interface EvaluationSet {
  /** Raised when questions change in a way that makes older figures no longer comparable. */
  readonly version: number;
  /** Of the questions and what is expected of them. */
  readonly hash: string;
  readonly questions: readonly Question[];
}

/**
 * False conclusions of the playbook model that are known, with why. `npm test` tells of one more, and of one that is gone; `npm run eval` excuses none.
 */
export const OPEN_FAULTS: Readonly<Record<string, string>> = {};

/** The share of questions that the playbook model has to get wholly right, 0 … 1: what it has reached. Raise it, never lower it. */
export const PLAYBOOK_FLOOR = 0.98;

/** Throws when two questions have one id. */
export function evaluationSet(): EvaluationSet {
  const questions = [
    ...SHOP_QUESTIONS,
    ...SERVER_QUESTIONS,
    ...DOCUMENT_QUESTIONS,
    ...UNANSWERABLE_QUESTIONS,
    ...STOPPED_QUESTIONS,
  ];
  const ids = new Set(questions.map(({ id }) => id));
  if (ids.size !== questions.length) throw new Error("two questions of the evaluation have one id");
  const hash = createHash("sha256").update(JSON.stringify(questions)).digest("hex").slice(0, 12);
  return { version: 1, hash, questions };
}
