/** Everybody who is measured, in the order of the table. */

/** How lib/invocation's figure is to compare with this contender's, as a ratio of the two. */
export interface Goal {
  readonly words: string;
  met(ratio: number): boolean;
}

export interface Entrant {
  readonly label: string;
  /** Its module, below bench/invocation. */
  readonly module: string;
  /** The library, of bench's own package, that has to be installed for it. */
  readonly library: string | null;
  readonly goal: { readonly time: Goal | null; readonly memory: Goal | null };
  /** False: how it is suspended is another entrant's way, measured there. */
  readonly suspends: boolean;
}

const WITHIN_TEN: Goal = { words: "≤ 10x", met: (ratio) => ratio <= 10 };
const FASTER: Goal = { words: "faster", met: (ratio) => ratio < 1 };
const BARE = { library: null, goal: { time: WITHIN_TEN, memory: WITHIN_TEN }, suspends: true } as const;
const RIVAL = { goal: { time: FASTER, memory: null }, suspends: true } as const;
const NO_GOAL = { time: null, memory: null } as const;

export const SUBJECT: Entrant = {
  label: "lib/invocation",
  module: "contenders/lib-invocation",
  library: null,
  goal: NO_GOAL,
  suspends: true,
};

export const ENTRANTS: readonly Entrant[] = [
  SUBJECT,
  {
    ...SUBJECT,
    label: "lib/invocation, an entry made for each call",
    module: "contenders/lib-invocation-entry-each",
    suspends: false,
  },
  { ...BARE, label: "bare promises, with a stop", module: "contenders/bare-with-stop" },
  { ...BARE, label: "bare promises, leanest", module: "contenders/bare-leanest" },
  { ...RIVAL, label: "effect, leanest", module: "rivals/effect-piped", library: "effect" },
  { ...RIVAL, label: "effect, generators", module: "rivals/effect-generators", library: "effect" },
  { ...RIVAL, label: "LangGraph", module: "rivals/langgraph", library: "@langchain/langgraph" },
];
