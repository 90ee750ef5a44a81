/** Reads playbooks from a folder. A bad file is a problem in a list, never the end of the others. */
import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseDocument } from "yaml";
import type { z } from "zod";
import { compilePlaybook } from "./compile-playbook";
import type { CompiledPlaybook, KnowledgeProblem } from "./compiled-playbook";
import { listMarkdown } from "./list-markdown";
import { PlaybookFrontMatter } from "./playbook-format";

/** Largest playbook file, bytes. */
const MAX_PLAYBOOK_BYTES = 256 * 1024;
export const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/;

export type ParsedPlaybook =
  | { readonly ok: true; readonly value: CompiledPlaybook }
  | { readonly ok: false; readonly problems: readonly KnowledgeProblem[] };

function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((field, part) => {
    if (typeof part === "number") return `${field}[${part}]`;
    return field === "" ? String(part) : `${field}.${String(part)}`;
  }, "");
}

function issueMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys")
    return `unknown field ${issue.keys.join(", ")}; remove it or fix its name`;
  return issue.message;
}

/** Parses and compiles the text of one playbook file. */
export function parsePlaybook(file: string, text: string): ParsedPlaybook {
  const problem = (field: string, message: string): ParsedPlaybook => ({
    ok: false,
    problems: [{ file, field, message }],
  });
  const match = FRONT_MATTER.exec(text.replace(/^\uFEFF/, ""));
  if (match === null) {
    return problem(
      "",
      'the file must begin with a line "---", its YAML front matter, and another line "---"',
    );
  }
  const document = parseDocument(match[1] ?? "", { uniqueKeys: true, strict: true });
  const yamlError = document.errors[0];
  if (yamlError !== undefined) return problem("", `the front matter is not valid YAML: ${yamlError.message}`);
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    // Only the alias bound is thrown here; the syntax was checked above.
    return problem(
      "",
      `the front matter cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const parsed = PlaybookFrontMatter.safeParse(data);
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => ({
        file,
        field: fieldOf(issue.path),
        message: issueMessage(issue),
      })),
    };
  }
  return compilePlaybook({ ...parsed.data, body: (match[2] ?? "").trim(), file });
}

export interface LoadedPlaybooks {
  readonly playbooks: readonly CompiledPlaybook[];
  readonly problems: readonly KnowledgeProblem[];
}

/** A file as it was read. */
interface PlaybookFile {
  readonly file: string;
  readonly text: string;
}

export interface PlaybookFiles {
  readonly files: readonly PlaybookFile[];
  readonly problems: readonly KnowledgeProblem[];
}

/** Reads every `*.md` but README.md, in the order of their names. */
export async function readPlaybookFiles(directory: string): Promise<PlaybookFiles> {
  const listing = await listMarkdown(directory, { recursive: false });
  const files: PlaybookFile[] = [];
  const problems: KnowledgeProblem[] = [...listing.problems];
  for (const file of listing.names) {
    if (basename(file).toLowerCase() === "readme.md") continue;
    const path = join(directory, file);
    const { size } = await stat(path);
    if (size > MAX_PLAYBOOK_BYTES) {
      const message = `the file has ${size} bytes; at most ${MAX_PLAYBOOK_BYTES} are read`;
      problems.push({ file, field: "", message });
      continue;
    }
    files.push({ file, text: await readFile(path, "utf8") });
  }
  return { files, problems };
}

/** Loads every playbook of a folder; the first of two with one id is kept. */
export async function loadPlaybooks(directory: string): Promise<LoadedPlaybooks> {
  const read = await readPlaybookFiles(directory);
  const playbooks = new Map<string, CompiledPlaybook>();
  const problems: KnowledgeProblem[] = [...read.problems];
  for (const { file, text } of read.files) {
    const result = parsePlaybook(file, text);
    if (!result.ok) {
      problems.push(...result.problems);
      continue;
    }
    const other = playbooks.get(result.value.id);
    if (other === undefined) playbooks.set(result.value.id, result.value);
    else problems.push(takenId(file, result.value.id, other.playbook.file));
  }
  return { playbooks: [...playbooks.values()], problems: problems.sort(byFile) };
}

const byFile = (left: KnowledgeProblem, right: KnowledgeProblem): number =>
  left.file < right.file ? -1 : Number(left.file > right.file);

/** Two files of one id: the second is left out. */
export function takenId(file: string, id: string, otherFile: string): KnowledgeProblem {
  return { file, field: "id", message: `the id "${id}" is taken by ${otherFile}; choose another` };
}
