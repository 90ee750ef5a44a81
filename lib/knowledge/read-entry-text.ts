/** Reads the text of one entry as the library does: what it is, or why it cannot be used. */
import type { KnowledgeKind, TextProblem } from "../contracts/knowledge";
import type { CompiledPlaybook, KnowledgeProblem } from "./compiled-playbook";
import { emptyDocument } from "./load-documents";
import { locateField } from "./locate-field";
import { parsePlaybook } from "./load-playbooks";
import { splitDocument, type KnowledgeDocument } from "./markdown-passages";

/** The statement policy of the data sources, and which of them there are. */
export interface StatementRules {
  /** Why the statement would be refused whenever it is asked, and what to change; null when it would not. */
  refuse(statement: string): string | null;
  readonly sourceNames: readonly string[];
}

export type EntryContent =
  | { readonly kind: "playbook"; readonly playbook: CompiledPlaybook }
  | { readonly kind: "document"; readonly document: KnowledgeDocument };

export interface EntryReading {
  /** Null when it has errors. */
  readonly content: EntryContent | null;
  /** Errors, each with its line where one is known. */
  readonly problems: readonly TextProblem[];
}

/** @param name of the entry; a document's is its id, a playbook says its own */
export function readEntryText(kind: KnowledgeKind, name: string, text: string): EntryReading {
  const file = `${name}.md`;
  if (kind === "document") {
    const document = splitDocument(name, file, text);
    return document.passages.length > 0
      ? { content: { kind, document }, problems: [] }
      : { content: null, problems: [locate(emptyDocument(file), text)] };
  }
  const parsed = parsePlaybook(file, text);
  return parsed.ok
    ? { content: { kind, playbook: parsed.value }, problems: [] }
    : { content: null, problems: parsed.problems.map((problem) => locate(problem, text)) };
}

function locate({ field, message }: KnowledgeProblem, text: string): TextProblem {
  return { severity: "error", field, line: locateField(text, field), message };
}

/** What the policy says to the statements of a playbook. An unknown source is a warning: it may be connected later. */
export function judgeStatements(
  content: EntryContent,
  text: string,
  rules: StatementRules,
): readonly TextProblem[] {
  if (content.kind === "document") return [];
  return content.playbook.checks.flatMap((check, index): TextProblem[] => {
    const refusal = rules.refuse(check.statement);
    const isKnown = rules.sourceNames.includes(check.source);
    const found: TextProblem[] = [];
    if (refusal !== null) {
      const field = `checks[${index}].sql`;
      found.push({ severity: "error", field, line: locateField(text, field), message: refusal });
    }
    if (!isKnown) {
      const field = `checks[${index}].source`;
      const known =
        rules.sourceNames.length === 0 ? "none is" : `connected are ${rules.sourceNames.join(", ")}`;
      found.push({
        severity: "warning",
        field,
        line: locateField(text, field),
        message: `there is no data source "${check.source}" (${known}): the check will not be run`,
      });
    }
    return found;
  });
}

export function titleOf(content: EntryContent): string {
  return content.kind === "playbook" ? content.playbook.title : content.document.title;
}

export function countParts(content: EntryContent): number {
  return content.kind === "playbook" ? content.playbook.checks.length : content.document.passages.length;
}
