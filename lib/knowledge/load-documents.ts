/** Reads Markdown documents from folders, subfolders included. */
import { readFile, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import type { KnowledgeProblem } from "./compiled-playbook";
import { listMarkdown } from "./list-markdown";
import { splitDocument, type KnowledgeDocument } from "./markdown-passages";

/** Largest document, bytes. */
const MAX_DOCUMENT_BYTES = 1024 * 1024;

export interface LoadedDocuments {
  readonly documents: readonly KnowledgeDocument[];
  readonly problems: readonly KnowledgeProblem[];
}

interface DocumentFile {
  /** Path inside its folder without the ending. */
  readonly id: string;
  readonly file: string;
  readonly text: string;
}
export interface DocumentFiles {
  readonly files: readonly DocumentFile[];
  readonly problems: readonly KnowledgeProblem[];
}

/** Reads every `*.md`, in the order of their paths. */
export async function readDocumentFiles(directories: readonly string[]): Promise<DocumentFiles> {
  const files: DocumentFile[] = [];
  const problems: KnowledgeProblem[] = [];
  for (const directory of directories) {
    const listing = await listMarkdown(directory, { recursive: true });
    problems.push(...listing.problems);
    for (const name of listing.names) {
      const path = join(directory, name);
      const file = join(basename(directory), relative(directory, path)).split(sep).join("/");
      const { size } = await stat(path);
      if (size > MAX_DOCUMENT_BYTES) {
        const message = `the document has ${size} bytes; at most ${MAX_DOCUMENT_BYTES} are read`;
        problems.push({ file, field: "", message });
        continue;
      }
      files.push({ id: file.replace(/\.md$/, ""), file, text: await readFile(path, "utf8") });
    }
  }
  return { files, problems };
}

/** Loads every document that has text. */
export async function loadDocuments(directories: readonly string[]): Promise<LoadedDocuments> {
  const documents: KnowledgeDocument[] = [];
  const problems: KnowledgeProblem[] = [];
  for (const directory of directories) {
    const read = await readDocumentFiles([directory]);
    problems.push(...read.problems);
    for (const { id, file, text } of read.files) {
      const document = splitDocument(id, file, text);
      if (document.passages.length > 0) documents.push(document);
      else problems.push(emptyDocument(file));
    }
  }
  return { documents, problems };
}

export function emptyDocument(file: string): KnowledgeProblem {
  return { file, field: "", message: "the document has no text; write some or remove it" };
}
