/** What the palette offers, and how typing narrows it. Pure. */
import { refusalFor, type Permission, type Role } from "@/lib/contracts/access";
import type { RunDetail } from "@/lib/contracts/run";
import type { SavedView } from "@/lib/contracts/saved-views";
import type { Theme } from "../shell/theme-store";

/** What choosing an entry does. */
export type PaletteAct =
  | { readonly kind: "go"; readonly href: string }
  | { readonly kind: "theme"; readonly theme: Theme }
  | { readonly kind: "keyList" }
  | { readonly kind: "copyLink"; readonly runId: string }
  | { readonly kind: "cancel"; readonly runId: string }
  | { readonly kind: "rerun"; readonly run: RunDetail };

export const PALETTE_GROUPS = ["This run", "Go to", "Saved views", "Console"] as const;
type PaletteGroup = (typeof PALETTE_GROUPS)[number];

export interface PaletteEntry {
  /** Unlike that of any other entry. */
  readonly id: string;
  readonly group: PaletteGroup;
  readonly title: string;
  /** Further words that find it. */
  readonly words: string;
  /** From the key table; null where no key does it. */
  readonly keys: string | null;
  /** Why whoever is signed in may not; null where they may. */
  readonly refused: string | null;
  readonly act: PaletteAct;
}

interface Place {
  readonly href: string;
  readonly title: string;
  readonly words: string;
  readonly keys: string | null;
  readonly permission: Permission;
}

const PLACES: readonly Place[] = [
  { href: "/", title: "Ask", words: "question new home", keys: "g a", permission: "runs.read" },
  { href: "/runs", title: "Runs", words: "list", keys: "g r", permission: "runs.read" },
  { href: "/triage", title: "Triage", words: "inbox groups", keys: "g t", permission: "triage.read" },
  {
    href: "/triage/cases",
    title: "Regression cases",
    words: "triage replay",
    keys: null,
    permission: "triage.read",
  },
  { href: "/insights", title: "Insights", words: "charts statistics", keys: "g i", permission: "runs.read" },
  {
    href: "/knowledge",
    title: "Knowledge",
    words: "playbooks documents",
    keys: "g k",
    permission: "knowledge.read",
  },
  {
    href: "/knowledge/new",
    title: "New playbook",
    words: "knowledge write",
    keys: null,
    permission: "knowledge.write",
  },
  { href: "/runs/compare", title: "Compare runs", words: "difference", keys: null, permission: "runs.read" },
  {
    href: "/settings/sources",
    title: "Settings: data sources",
    words: "database",
    keys: null,
    permission: "settings.read",
  },
  {
    href: "/settings/model",
    title: "Settings: model",
    words: "provider",
    keys: null,
    permission: "settings.read",
  },
  {
    href: "/settings/limits",
    title: "Settings: limits",
    words: "budget",
    keys: null,
    permission: "settings.read",
  },
  {
    href: "/settings/views",
    title: "Settings: saved views",
    words: "filter",
    keys: null,
    permission: "views.own",
  },
  {
    href: "/settings/users",
    title: "Settings: users",
    words: "people roles",
    keys: null,
    permission: "users.manage",
  },
  {
    href: "/settings/tokens",
    title: "Settings: API tokens",
    words: "programs",
    keys: null,
    permission: "tokens.manage",
  },
  {
    href: "/settings/webhooks",
    title: "Settings: webhooks",
    words: "notify deliveries",
    keys: null,
    permission: "settings.read",
  },
  {
    href: "/settings/audit",
    title: "Settings: audit log",
    words: "history who",
    keys: null,
    permission: "audit.read",
  },
  {
    href: "/reference",
    title: "API reference",
    words: "docs openapi",
    keys: null,
    permission: "status.read",
  },
  { href: "/password", title: "Change password", words: "account", keys: null, permission: "account.own" },
];

const THEME_TITLES: Readonly<Record<Theme, string>> = {
  system: "Theme: as the device",
  light: "Theme: light",
  dark: "Theme: dark",
};

export interface PaletteSituation {
  readonly role: Role;
  readonly theme: Theme;
  readonly views: readonly SavedView[];
  /** The run that the page shows; null where it shows none, or has not loaded it. */
  readonly run: RunDetail | null;
}

/** Every entry in the order in which it stands; what a role may not do is among them, with the reason. */
export function paletteEntries({ role, theme, views, run }: PaletteSituation): PaletteEntry[] {
  return [
    ...(run === null ? [] : entriesOfRun(run, role)),
    ...PLACES.map(({ href, title, words, keys, permission }): PaletteEntry => ({
      id: `go ${href}`,
      group: "Go to",
      title,
      words: `go open ${words}`,
      keys,
      refused: refusalFor(role, permission),
      act: { kind: "go", href },
    })),
    ...views.map(({ viewId, name, search, shared, ownerName }): PaletteEntry => ({
      id: `view ${viewId}`,
      group: "Saved views",
      title: name,
      words: `view saved filter runs ${shared ? ownerName : ""}`,
      keys: null,
      refused: null,
      act: { kind: "go", href: search === "" ? "/runs" : `/runs?${search}` },
    })),
    ...(["light", "dark", "system"] as const)
      .filter((each) => each !== theme)
      .map((each): PaletteEntry => ({
        id: `theme ${each}`,
        group: "Console",
        title: THEME_TITLES[each],
        words: "appearance colours mode toggle",
        keys: null,
        refused: null,
        act: { kind: "theme", theme: each },
      })),
    {
      id: "keys",
      group: "Console",
      title: "Keys",
      words: "keyboard shortcuts help",
      keys: "?",
      refused: null,
      act: { kind: "keyList" },
    },
  ];
}

function entriesOfRun(run: RunDetail, role: Role): PaletteEntry[] {
  const { runId, originRunId, runState, sessionId } = run;
  const entry = (
    id: string,
    title: string,
    keys: string | null,
    act: PaletteAct,
    refused: string | null = null,
  ): PaletteEntry => ({
    id: `run ${id}`,
    group: "This run",
    title,
    words: "run current",
    keys,
    refused,
    act,
  });
  const compareHref =
    originRunId === null ? `/runs/compare?a=${runId}` : `/runs/compare?a=${originRunId}&b=${runId}`;
  // The first is chosen when the palette opens: what cannot be taken back stands last.
  return [
    entry("copy", "Copy the link of this run", "y", { kind: "copyLink", runId }),
    entry("compare", "Compare this run", "p", { kind: "go", href: compareHref }),
    entry("session", "All runs of this session", null, { kind: "go", href: `/runs?session=${sessionId}` }),
    entry("rerun", "Run this question again", "r", { kind: "rerun", run }, refusalFor(role, "runs.ask")),
    ...(runState === "RUNNING"
      ? [entry("cancel", "Cancel this run", "c", { kind: "cancel", runId }, refusalFor(role, "runs.cancel"))]
      : []),
  ];
}

/**
 * The entries that have every typed word, those first whose title begins with them; among equals the order stays. With nothing typed, all
 * of them.
 */
export function matchEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const wanted = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (wanted.length === 0) return [...entries];
  return entries
    .map((entry, order) => ({ entry, order, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.order - b.order)
    .map(({ entry }) => entry);
}

/** Higher is better; 0: it does not match. */
function rankOf({ title, words }: PaletteEntry, wanted: readonly string[]): number {
  const foldedTitle = fold(title);
  const all = `${foldedTitle} ${fold(words)}`;
  if (!wanted.every((word) => all.includes(word))) return 0;
  if (foldedTitle.startsWith(wanted.join(" "))) return 4;
  const beginsWord = (text: string, word: string) => ` ${text.replaceAll(/[:,]/g, "")}`.includes(` ${word}`);
  if (wanted.every((word) => beginsWord(foldedTitle, word))) return 3;
  return wanted.every((word) => beginsWord(all, word)) ? 2 : 1;
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** The run in an address of the console: its own page, or the one that Ask shows; null where there is none. */
export function runInAddress(path: string, parameters: { get(name: string): string | null }): string | null {
  const onItsPage = /^\/runs\/(run_[0-9a-z]{26})$/.exec(path)?.[1];
  if (onItsPage !== undefined) return onItsPage;
  return path === "/" ? parameters.get("run") : null;
}
