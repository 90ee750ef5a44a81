/**
 * Takes turns: every round goes once through all contestants, forwards and backwards in turn, and begins with another
 * one each time, so that none is always first or always follows the same one.
 */
import type { ContenderClient } from "./contender-client";
import type { Entrant } from "./roster";

export interface Contestant {
  readonly entrant: Entrant;
  /** As it is printed. */
  readonly label: string;
  readonly client: Pick<ContenderClient, "ask">;
}

/** The samples of one index were taken in the same round. */
export interface Measured extends Pick<Contestant, "entrant" | "label"> {
  readonly samples: readonly number[];
}

/** Told of a contestant that could not be measured to its end, and is left out. */
export type LostContestant = (contestant: Contestant, error: unknown) => void;

const WARM_UP_MS = 2_000;
/** Short, so that most rounds fit between two turns of somebody else on the same processor. */
const ROUND_MS = 5;
const ROUNDS = 101;
const SUSPENDED_CALLS = 10_000;
const SUSPENSIONS = 3;

/** µs per call, of calls one after another. */
export async function measureTime(
  contestants: readonly Contestant[],
  lost: LostContestant,
): Promise<readonly Measured[]> {
  const calls = new Map<Contestant, number>();
  await takeTurns(contestants, 1, lost, async (contestant) => {
    await contestant.client.ask({ kind: "check" });
    const perCall = await contestant.client.ask({ kind: "warm-up", forMs: WARM_UP_MS });
    calls.set(contestant, Math.max(1, Math.round((ROUND_MS * 1_000) / perCall)));
    return perCall;
  });
  const warm = contestants.filter((contestant) => calls.has(contestant));
  return takeTurns(warm, ROUNDS, lost, (contestant) =>
    contestant.client.ask({ kind: "round", calls: calls.get(contestant) ?? 1 }),
  );
}

/** KiB per call, of 10,000 that are suspended in their read at once. */
export async function measureMemory(
  contestants: readonly Contestant[],
  lost: LostContestant,
): Promise<readonly Measured[]> {
  const suspending = contestants.filter(({ entrant }) => entrant.suspends);
  // So that compiled code and shapes are not counted as memory of calls.
  await takeTurns(suspending, 1, lost, ({ client }) => client.ask({ kind: "warm-up", forMs: WARM_UP_MS }));
  return takeTurns(suspending, SUSPENSIONS, lost, ({ client }) =>
    client.ask({ kind: "suspend", calls: SUSPENDED_CALLS }),
  );
}

/** The samples of several launches as one. Who was lost in one of them is left out, so that samples stay paired. */
export function joined(launches: readonly (readonly Measured[])[]): readonly Measured[] {
  const [first = [], ...others] = launches;
  const all: Measured[] = [];
  for (const measured of first) {
    const again = others.map((launch) => launch.find(({ entrant }) => entrant === measured.entrant));
    const samples = [...measured.samples];
    for (const more of again) if (more !== undefined) samples.push(...more.samples);
    if (!again.includes(undefined)) all.push({ ...measured, samples });
  }
  return all;
}

async function takeTurns(
  contestants: readonly Contestant[],
  rounds: number,
  lost: LostContestant,
  sample: (contestant: Contestant) => Promise<number>,
): Promise<readonly Measured[]> {
  const taken = new Map<Contestant, number[]>(contestants.map((contestant) => [contestant, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contestant of orderOf(round, [...taken.keys()])) {
      try {
        taken.get(contestant)?.push(await sample(contestant));
      } catch (error) {
        taken.delete(contestant);
        lost(contestant, error);
      }
    }
  }
  return [...taken].map(([{ entrant, label }, samples]) => ({ entrant, label, samples }));
}

function orderOf<T>(round: number, all: readonly T[]): readonly T[] {
  const first = round % Math.max(1, all.length);
  const order = [...all.slice(first), ...all.slice(0, first)];
  return round % 2 === 0 ? order : order.reverse();
}
