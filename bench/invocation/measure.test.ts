import { describe, expect, it } from "vitest";
import { joined, measureMemory, measureTime, type Contestant } from "./measure";
import { ENTRANTS, SUBJECT } from "./roster";

/** Contestants that answer their own place in the roster, and note who was asked for what. */
function contestants(failing?: string) {
  const asked: string[] = [];
  const all: Contestant[] = ENTRANTS.map((entrant, place) => ({
    entrant,
    label: entrant.label,
    client: {
      ask: (request) => {
        asked.push(`${request.kind} ${entrant.label}`);
        return entrant.label === failing ? Promise.reject(new Error("lost")) : Promise.resolve(place + 1);
      },
    },
  }));
  return { asked, all };
}

const none = (): void => {
  throw new Error("nobody is to be lost");
};

describe("measureTime", () => {
  it("takes one sample of each contestant in every round, each with its own warm-up before", async () => {
    const { all, asked } = contestants();
    const measured = await measureTime(all, none);
    expect(measured.map(({ label }) => label)).toEqual(ENTRANTS.map(({ label }) => label));
    const rounds = new Set(measured.map(({ samples }) => samples.length));
    expect(rounds.size).toBe(1);
    expect(asked.slice(0, 2)).toEqual([`check ${SUBJECT.label}`, `warm-up ${SUBJECT.label}`]);
  });

  it("lets each go first as often as any other, and nobody twice in a row", async () => {
    const { all, asked } = contestants();
    await measureTime(all, none);
    const turns = asked.filter((request) => request.startsWith("round"));
    expect(turns.some((turn, index) => turn === turns[index - 1])).toBe(false);
    const firsts = turns.filter((_, index) => index % ENTRANTS.length === 0).slice(0, ENTRANTS.length * 2);
    const counts = new Map<string, number>();
    for (const first of firsts) counts.set(first, (counts.get(first) ?? 0) + 1);
    expect([...counts.values()]).toEqual(ENTRANTS.map(() => 2));
  });

  it("leaves out whom it lost, and says so", async () => {
    const { all } = contestants("LangGraph");
    const lost: string[] = [];
    const measured = await measureTime(all, ({ label }) => lost.push(label));
    expect(lost).toEqual(["LangGraph"]);
    expect(measured.map(({ label }) => label)).not.toContain("LangGraph");
  });
});

describe("measureMemory", () => {
  it("asks those alone that are suspended in a way of their own", async () => {
    const { all, asked } = contestants();
    await measureMemory(all, none);
    expect(asked).not.toContain("suspend lib/invocation, an entry made for each call");
    expect(asked).toContain("suspend lib/invocation");
  });
});

describe("joined", () => {
  const sampled = (samples: readonly number[]) =>
    ENTRANTS.map((entrant) => ({ entrant, label: "", samples }));

  it("puts the samples of all launches together", () => {
    expect(joined([sampled([1]), sampled([2, 3])])[0]?.samples).toEqual([1, 2, 3]);
  });

  it("leaves out who was lost in one of them", () => {
    const short = sampled([2]).filter(({ entrant }) => entrant === SUBJECT);
    expect(joined([sampled([1]), short]).map(({ entrant }) => entrant)).toEqual([SUBJECT]);
  });
});
