import type { EvidenceTools } from "../ports";

/**
 * Several sets of tools as one, in that order. They are ready when every one is; `close` closes all of them whatever one of them says.
 * Throws an Error that names a tool or a source that stands twice.
 */
export function joinTools(sets: readonly EvidenceTools[]): EvidenceTools {
  refuseTwice(
    "tool",
    sets.flatMap((set) => set.list().map((tool) => tool.name)),
  );
  refuseTwice(
    "source",
    sets.flatMap((set) => set.sources().map((source) => source.name)),
  );
  return {
    list: () => sets.flatMap((set) => set.list()),
    sources: () => sets.flatMap((set) => set.sources()),
    async stopLost(calls) {
      const stopped = await Promise.all(sets.map((set) => set.stopLost?.(calls) ?? 0));
      return stopped.reduce((sum, count) => sum + count, 0);
    },
    async ready() {
      const answers = await Promise.all(sets.map((set) => set.ready()));
      const detail = answers.map((answer) => answer.detail).filter((said) => said !== "");
      return { ok: answers.every((answer) => answer.ok), detail: detail.join("; ") };
    },
    async close() {
      const closed = await Promise.allSettled(sets.map((set) => set.close()));
      for (const outcome of closed) if (outcome.status === "rejected") throw outcome.reason;
    },
  };
}

function refuseTwice(what: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`The ${what} "${twice}" is configured twice`);
}
