/** What the library of knowledge needs from outside: a store of what the console changed. */
import type { KnowledgeAction, KnowledgeKind, KnowledgeVersion } from "../contracts/knowledge";
import type { RunSummary } from "../contracts/run";

/** What the console made of an entry. */
export interface StoredEntry {
  readonly kind: KnowledgeKind;
  readonly name: string;
  readonly version: number;
  /** Null: the text of the server's file stands. */
  readonly text: string | null;
  readonly disabled: boolean;
  readonly changedBy: string;
  readonly changedAt: number;
}

/** The entry as it will be, and what was done. */
export interface EntryChange {
  readonly entry: StoredEntry;
  readonly action: KnowledgeAction;
}

export interface RunsThatUsed {
  readonly runs: readonly RunSummary[];
  /** So many of the latest runs were looked at; null: all that there are. */
  readonly lookedAt: number | null;
}

/** Every method throws when the store fails. */
export interface KnowledgeStore {
  listEntries(): Promise<readonly StoredEntry[]>;
  /** Stores the entry and its line of history together; false when its version is not the one before the entry's. */
  change(change: EntryChange): Promise<boolean>;
  /** Newest first, the last `limit`. */
  listVersions(kind: KnowledgeKind, name: string, limit: number): Promise<readonly KnowledgeVersion[]>;
  /** Null when there is no such version, or it has no text of its own. */
  readVersion(kind: KnowledgeKind, name: string, version: number): Promise<string | null>;
  /** Runs with a tool call of one of these labels, newest first. */
  runsWithLabels(labels: readonly string[], limit: number): Promise<RunsThatUsed>;
  /** Runs whose answer cites the document, newest first. */
  runsCiting(documentId: string, limit: number): Promise<RunsThatUsed>;
}
