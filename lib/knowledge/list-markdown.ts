/** Lists Markdown files of a folder; a folder that cannot be read is a problem to report, not the end of the others. */
import { readdir } from "node:fs/promises";
import type { KnowledgeProblem } from "./compiled-playbook";

export interface MarkdownListing {
  /** Paths inside the folder, sorted. */
  readonly names: readonly string[];
  readonly problems: readonly KnowledgeProblem[];
}

export async function listMarkdown(
  directory: string,
  options: { recursive: boolean },
): Promise<MarkdownListing> {
  try {
    const names = await readdir(directory, { recursive: options.recursive });
    return { names: names.filter((name) => name.endsWith(".md")).sort(), problems: [] };
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const message = `the folder cannot be read (${String(error.code)}); create it or name another one`;
    return { names: [], problems: [{ file: directory, field: "", message }] };
  }
}
