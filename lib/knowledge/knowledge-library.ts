/**
 * The server's files and what the console made of them, as one. What is changed holds for runs that begin afterwards: a `Knowledge` that was given
 * out does not change.
 */
import {
  KnowledgeName,
  type ChangeKnowledgeRequest,
  type CheckKnowledgeReply,
  type CheckKnowledgeRequest,
  type KnowledgeAction,
  type KnowledgeDetail,
  type KnowledgeEntry,
  type KnowledgeKind,
  type KnowledgeList,
  type KnowledgeRuns,
  type RetrievalReply,
  type SaveKnowledgeRequest,
  type TextProblem,
} from "../contracts/knowledge";
import { readDocumentFiles } from "./load-documents";
import { createKnowledge, MATCH_THRESHOLD, type Knowledge, type KnowledgeFolders } from "./load-knowledge";
import { parsePlaybook, readPlaybookFiles, takenId } from "./load-playbooks";
import type { KnowledgeProblem } from "./compiled-playbook";
import type { KnowledgeStore, StoredEntry } from "./ports";
import {
  countParts,
  judgeStatements,
  readEntryText,
  titleOf,
  type EntryReading,
  type StatementRules,
} from "./read-entry-text";

export interface LibraryDependencies {
  readonly store: KnowledgeStore;
  readonly rules: StatementRules;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type ChangeOutcome =
  | { readonly kind: "changed"; readonly entry: KnowledgeEntry }
  | { readonly kind: "invalid"; readonly problems: readonly TextProblem[] }
  /** The entry is not what was looked at; null: there is none. */
  | { readonly kind: "conflict"; readonly entry: KnowledgeEntry | null }
  | { readonly kind: "not_found" };

interface ShippedFile {
  readonly file: string;
  readonly text: string;
}
interface Item {
  readonly kind: KnowledgeKind;
  readonly name: string;
  readonly shipped: ShippedFile | null;
  readonly stored: StoredEntry | null;
  readonly text: string;
  readonly reading: EntryReading;
}

/** Lines of history that a detail shows. */
const VERSIONS_SHOWN = 50;
const RUNS_SHOWN = 20;
const RETRIEVED_SHOWN = 8;
const PASSAGE_CHARACTERS = 400;

export class KnowledgeLibrary {
  readonly #deps: LibraryDependencies;
  readonly #fileProblems: readonly KnowledgeProblem[];
  readonly #items = new Map<string, Item>();
  #knowledge: Knowledge;
  #lastChange: Promise<unknown> = Promise.resolve();

  /** @param shipped the server's files by key, in their order */
  private constructor(
    deps: LibraryDependencies,
    shipped: readonly (ShippedFile & { readonly kind: KnowledgeKind; readonly name: string })[],
    fileProblems: readonly KnowledgeProblem[],
  ) {
    this.#deps = deps;
    this.#fileProblems = fileProblems;
    for (const { kind, name, file, text } of shipped) this.#put(kind, name, { file, text }, null);
    this.#knowledge = this.#build();
  }

  /** Reads the files. What the console changed is not in it before `load`. */
  static async read(folders: KnowledgeFolders, deps: LibraryDependencies): Promise<KnowledgeLibrary> {
    const [playbooks, documents] = await Promise.all([
      readPlaybookFiles(folders.playbooksDir),
      readDocumentFiles(folders.documentsDirs),
    ]);
    const problems = [...playbooks.problems, ...documents.problems];
    const byName = new Map<string, string>();
    const shipped = playbooks.files.flatMap(({ file, text }) => {
      const parsed = parsePlaybook(file, text);
      const name = parsed.ok ? parsed.value.id : file.replace(/\.md$/, "");
      const other = byName.get(name);
      if (other !== undefined) {
        problems.push(takenId(file, name, other));
        return [];
      }
      byName.set(name, file);
      return [{ kind: "playbook" as const, name, file, text }];
    });
    const texts = documents.files.map(({ id, file, text }) => ({
      kind: "document" as const,
      name: id,
      file,
      text,
    }));
    return new KnowledgeLibrary(deps, [...shipped, ...texts], problems);
  }

  /** Takes in what the store has. */
  async load(): Promise<void> {
    for (const entry of await this.#deps.store.listEntries()) this.#take(entry);
    this.#knowledge = this.#build();
  }

  /** What runs that begin now know. */
  current(): Knowledge {
    return this.#knowledge;
  }

  list(): KnowledgeList {
    const problems = this.#fileProblems.map(({ file, message }) => ({ file, message }));
    return { items: [...this.#items.values()].map((item) => this.#entryOf(item)), problems };
  }

  async find(kind: KnowledgeKind, name: string): Promise<KnowledgeDetail | null> {
    const item = this.#items.get(keyOf(kind, name));
    if (item === undefined) return null;
    const versions = await this.#deps.store.listVersions(kind, name, VERSIONS_SHOWN);
    const entry = this.#entryOf(item);
    const { content } = item.reading;
    const judged = content === null ? [] : judgeStatements(content, item.text, this.#deps.rules);
    return {
      entry: { ...entry, problems: [...entry.problems, ...judged] },
      text: item.text,
      versions: [...versions],
    };
  }

  readVersion(kind: KnowledgeKind, name: string, version: number): Promise<string | null> {
    return this.#deps.store.readVersion(kind, name, version);
  }

  /** Bounded: what a playbook is known by are the checks that it has now. Null: there is no such entry. */
  async listRuns(kind: KnowledgeKind, name: string): Promise<KnowledgeRuns | null> {
    const item = this.#items.get(keyOf(kind, name));
    if (item === undefined) return null;
    const { content } = item.reading;
    const labels = content?.kind === "playbook" ? content.playbook.checks.map(({ label }) => label) : [];
    const { store } = this.#deps;
    const found = await (kind === "document"
      ? store.runsCiting(name, RUNS_SHOWN)
      : store.runsWithLabels(labels, RUNS_SHOWN));
    return { items: [...found.runs], lookedAt: found.lookedAt };
  }

  /** What saving it would say; changes nothing. */
  check({ kind, name, text }: CheckKnowledgeRequest): CheckKnowledgeReply {
    const reading = readEntryText(kind, name ?? "new", text);
    const { content } = reading;
    if (content === null) return { ok: false, name, title: null, problems: [...reading.problems] };
    const title = titleOf(content);
    const own = content.kind === "playbook" ? content.playbook.id : name;
    const problems = [...this.#judgeName(own, name), ...judgeStatements(content, text, this.#deps.rules)];
    return { ok: problems.every(({ severity }) => severity !== "error"), name: own, title, problems };
  }

  /** An `active` entry of this version. A new one has version null, and a name that nothing has yet. */
  save(request: SaveKnowledgeRequest, actor: string): Promise<ChangeOutcome> {
    return this.#inTurn(async () => {
      const checked = this.check(request);
      if (!checked.ok || checked.name === null) return { kind: "invalid", problems: checked.problems };
      const { kind, text } = request;
      const item = this.#items.get(keyOf(kind, checked.name));
      if ((item === undefined ? null : versionOf(item)) !== request.version)
        return { kind: "conflict", entry: item === undefined ? null : this.#entryOf(item) };
      const disabled = item?.stored?.disabled ?? false;
      return this.#change({ kind, name: checked.name, action: "save", text, disabled, item, actor });
    });
  }

  change({ kind, name, version, action }: ChangeKnowledgeRequest, actor: string): Promise<ChangeOutcome> {
    return this.#inTurn(async () => {
      const item = this.#items.get(keyOf(kind, name));
      if (item === undefined) return { kind: "not_found" };
      if (versionOf(item) !== version) return { kind: "conflict", entry: this.#entryOf(item) };
      // There is nothing to go back to.
      if (action === "revert" && item.shipped === null) return { kind: "not_found" };
      const text = action === "revert" ? null : (item.stored?.text ?? null);
      const disabled = action === "revert" ? (item.stored?.disabled ?? false) : action === "disable";
      return this.#change({ kind, name, action, text, disabled, item, actor });
    });
  }

  /** What a question would find; nothing is asked. */
  retrieve(question: string): RetrievalReply {
    const knowledge = this.#knowledge;
    return {
      threshold: MATCH_THRESHOLD,
      playbooks: knowledge
        .rankPlaybooks(question)
        .slice(0, RETRIEVED_SHOWN)
        .map(({ playbook: { id, title }, score }) => ({ name: id, title, score })),
      passages: knowledge
        .rankPassages(question)
        .slice(0, RETRIEVED_SHOWN)
        .map(({ passage: { documentId, title, heading, text }, score }) => ({
          name: documentId,
          title,
          heading,
          text: text.slice(0, PASSAGE_CHARACTERS),
          score,
        })),
    };
  }

  async #change(change: {
    readonly kind: KnowledgeKind;
    readonly name: string;
    readonly action: KnowledgeAction;
    readonly text: string | null;
    readonly disabled: boolean;
    readonly item: Item | undefined;
    readonly actor: string;
  }): Promise<ChangeOutcome> {
    const { kind, name, action, text, disabled, item, actor } = change;
    const version = (item === undefined ? 0 : versionOf(item)) + 1;
    const entry = { kind, name, version, text, disabled, changedBy: actor, changedAt: this.#deps.now() };
    if (!(await this.#deps.store.change({ entry, action })))
      return { kind: "conflict", entry: item === undefined ? null : this.#entryOf(item) };
    const taken = this.#take(entry);
    this.#knowledge = this.#build();
    return { kind: "changed", entry: this.#entryOf(taken) };
  }

  /** One change after another, so that each sees what the one before it made. */
  #inTurn(work: () => Promise<ChangeOutcome>): Promise<ChangeOutcome> {
    const done = this.#lastChange.then(work, work);
    this.#lastChange = done.catch(() => undefined);
    return done;
  }

  #judgeName(own: string | null, name: string | null): TextProblem[] {
    const wrong = (message: string): TextProblem[] => [
      { severity: "error", field: "id", line: null, message },
    ];
    if (own === null) return wrong("give the document a name");
    if (name !== null && own !== name)
      return wrong(
        `the id is "${own}" and the playbook's name "${name}": keep the id, or make a new playbook`,
      );
    const parsed = KnowledgeName.safeParse(own);
    return parsed.success ? [] : wrong(parsed.error.issues[0]?.message ?? "choose another name");
  }

  #take(entry: StoredEntry): Item {
    const shipped = this.#items.get(keyOf(entry.kind, entry.name))?.shipped ?? null;
    return this.#put(entry.kind, entry.name, shipped, entry);
  }

  #put(kind: KnowledgeKind, name: string, shipped: ShippedFile | null, stored: StoredEntry | null): Item {
    const text = stored?.text ?? shipped?.text ?? "";
    const item = { kind, name, shipped, stored, text, reading: readEntryText(kind, name, text) };
    this.#items.set(keyOf(kind, name), item);
    return item;
  }

  #build(): Knowledge {
    const used = [...this.#items.values()].filter(({ stored }) => stored?.disabled !== true);
    const contents = used.flatMap(({ reading: { content } }) => content ?? []);
    const problems = used.flatMap((item) =>
      item.reading.problems.map(({ field, message }) => ({ file: fileOf(item), field, message })),
    );
    return createKnowledge(
      contents.flatMap((content) => (content.kind === "playbook" ? content.playbook : [])),
      contents.flatMap((content) => (content.kind === "document" ? content.document : [])),
      [...this.#fileProblems, ...problems],
    );
  }

  #entryOf(item: Item): KnowledgeEntry {
    const { kind, name, shipped, stored, reading } = item;
    const { content } = reading;
    const isOwn = stored !== null && stored.text !== null;
    return {
      kind,
      name,
      title: content === null ? name : titleOf(content),
      file: shipped?.file ?? null,
      origin: shipped === null ? "console" : isOwn ? "edited" : "shipped",
      state: stored?.disabled === true ? "disabled" : content === null ? "broken" : "active",
      version: versionOf(item),
      changedBy: stored?.changedBy ?? null,
      changedAt: stored?.changedAt ?? null,
      parts: content === null ? 0 : countParts(content),
      problems: [...reading.problems],
    };
  }
}

function keyOf(kind: KnowledgeKind, name: string): string {
  return `${kind} ${name}`;
}

function versionOf({ stored }: Item): number {
  return stored?.version ?? 0;
}

function fileOf({ shipped, name }: Item): string {
  return shipped?.file ?? `${name}.md`;
}
