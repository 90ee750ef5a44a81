/** Every key of the console, once: what is bound and what the key list shows cannot drift apart. */
export interface KeyEntry {
  /** As `KeyboardEvent.key`; two keys after one another are separated by a space. */
  readonly keys: string;
  readonly does: string;
  readonly where: "Everywhere" | "Ask" | "Runs" | "Run";
}

export const KEY_TABLE = {
  goAsk: { keys: "g a", does: "Go to Ask", where: "Everywhere" },
  goRuns: { keys: "g r", does: "Go to Runs", where: "Everywhere" },
  theme: { keys: "t", does: "Change between system, light and dark", where: "Everywhere" },
  keyList: { keys: "?", does: "Show or hide this list", where: "Everywhere" },
  question: { keys: "q", does: "Write a question", where: "Ask" },
  detached: { keys: "d", does: "Run detached, or not", where: "Ask" },
  limits: { keys: "l", does: "Show or hide the budget limits", where: "Ask" },
  newSession: { keys: "n", does: "Begin a new session", where: "Ask" },
  cancelAsked: { keys: "c", does: "Cancel the run", where: "Ask" },
  openAsked: { keys: "o", does: "Open the run's own page", where: "Ask" },
  nextRun: { keys: "j", does: "Next run", where: "Runs" },
  previousRun: { keys: "k", does: "Previous run", where: "Runs" },
  openRun: { keys: "Enter", does: "Open the selected run", where: "Runs" },
  cancelRow: { keys: "c", does: "Cancel the selected run while it is running", where: "Runs" },
  filterState: { keys: "1", does: "Filter by RunState", where: "Runs" },
  filterOutcome: { keys: "2", does: "Filter by ReleaseOutcome", where: "Runs" },
  filterFallback: { keys: "3", does: "Filter by FallbackType", where: "Runs" },
  filterIntent: { keys: "4", does: "Filter by Intent", where: "Runs" },
  clearFilters: { keys: "x", does: "Clear all filters", where: "Runs" },
  loadMore: { keys: "m", does: "Load more runs", where: "Runs" },
  cancel: { keys: "c", does: "Cancel the run while it is running", where: "Run" },
  explain: { keys: "e", does: "Explain this run", where: "Run" },
  nextTab: { keys: "]", does: "Next tab", where: "Run" },
  previousTab: { keys: "[", does: "Previous tab", where: "Run" },
  copyLink: { keys: "y", does: "Copy the link", where: "Run" },
  copyJson: { keys: "u", does: "Copy the run as JSON", where: "Run" },
} as const satisfies Record<string, KeyEntry>;

export type KeyAction = keyof typeof KEY_TABLE;
