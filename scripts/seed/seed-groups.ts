/** Triage groups for the runs that fell back or failed: as many as a few thousand, a few of them large. */
import { encodeIdBody } from "../../lib/contracts/ids";
import type { SeedEnding } from "./seed-endings";
import type { SeedRandom } from "./seed-random";

const STATUSES = ["NEW", "ACKNOWLEDGED", "RESOLVED"] as const;
const PEOPLE = ["ana", "bo", "chen", "dmitri", "eve", "fatima"] as const;
const LABELS = ["payments", "knowledge", "database", "model", "flaky", "customer"] as const;
const GROUPS_PER_KIND = 220;

export interface SeedGroup {
  readonly id: string;
  readonly kind: SeedEnding;
  readonly fingerprint: string;
  readonly status: (typeof STATUSES)[number];
  readonly assignee: string | null;
  readonly labels: readonly string[];
  runs: number;
  firstSeen: number;
  lastSeen: number;
  lastRunId: string;
  sample: string;
}

export class SeedGroups {
  readonly #random: SeedRandom;
  readonly #startMs: number;
  readonly #ofKind = new Map<string, SeedGroup[]>();

  constructor(random: SeedRandom, startMs: number) {
    this.#random = random;
    this.#startMs = startMs;
  }

  /** The group of a run; null for a run that triage has nothing to do with. */
  file(ending: SeedEnding, run: { runId: string; createdAt: number; query: string }): string | null {
    if (ending.outcome !== "FALLBACK" && ending.outcome !== "FAILED") return null;
    const groups = this.#groupsOf(ending);
    const group = groups[this.#random.skewed(groups.length)];
    if (group === undefined) throw new RangeError("a kind of ending has no groups");
    if (group.runs === 0) {
      group.firstSeen = run.createdAt;
      group.sample = run.query;
    }
    group.runs += 1;
    group.lastSeen = run.createdAt;
    group.lastRunId = run.runId;
    return group.id;
  }

  /** Those that have runs. */
  *filed(): Generator<SeedGroup> {
    for (const groups of this.#ofKind.values()) for (const group of groups) if (group.runs > 0) yield group;
  }

  #groupsOf(ending: SeedEnding): SeedGroup[] {
    // As fingerprints do, groups part what was released and why; intent and stop reason may differ within one.
    const key = [ending.outcome, ending.fallback, ending.failure, ending.state].join(" ");
    let groups = this.#ofKind.get(key);
    if (groups === undefined) {
      groups = Array.from({ length: GROUPS_PER_KIND }, () => this.#newGroup(ending));
      this.#ofKind.set(key, groups);
    }
    return groups;
  }

  #newGroup(kind: SeedEnding): SeedGroup {
    const random = this.#random;
    return {
      id: `tri_${encodeIdBody(this.#startMs, random.bytes(16))}`,
      kind,
      fingerprint: Buffer.from(random.bytes(32)).toString("hex"),
      status: random.pick(STATUSES),
      assignee: random.chance(0.3) ? random.pick(PEOPLE) : null,
      labels: random.chance(0.4) ? [random.pick(LABELS)] : [],
      runs: 0,
      firstSeen: 0,
      lastSeen: 0,
      lastRunId: "",
      sample: "",
    };
  }
}
