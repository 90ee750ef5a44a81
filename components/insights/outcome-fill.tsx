import { RELEASE_OUTCOME_TABLE, type ReleaseOutcome, type Tone } from "@/lib/contracts/axes";

/** The token of each tone, for what SVG draws. */
const TONE_COLOURS = {
  ok: "var(--ok)",
  warn: "var(--warn)",
  bad: "var(--bad)",
  info: "var(--info)",
  off: "var(--off)",
  vio: "var(--vio)",
} as const satisfies Record<Tone, string>;

/** Lines over the colour, so that no outcome is told by its colour alone. */
const LINES = {
  SUCCESS: null,
  FALLBACK: "M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2",
  FAILED: "M0,0 l6,6 M0,6 l6,-6",
  CANCELLED: "M0,3 h6",
} as const satisfies Record<ReleaseOutcome, string | null>;
const OUTCOMES = Object.keys(LINES) as ReleaseOutcome[];

/** The fills of the outcomes, once on a page. */
export function OutcomePatterns() {
  return (
    <svg aria-hidden className="absolute" height="0" width="0">
      <defs>
        {OUTCOMES.map((outcome) => (
          <pattern height="6" id={`outcome-${outcome}`} key={outcome} patternUnits="userSpaceOnUse" width="6">
            <rect fill={TONE_COLOURS[RELEASE_OUTCOME_TABLE[outcome].tone]} height="6" width="6" />
            {LINES[outcome] !== null && (
              <path d={LINES[outcome]} fill="none" opacity="0.55" stroke="var(--panel)" strokeWidth="1.1" />
            )}
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** The fill of an outcome, where `OutcomePatterns` stands on the page. */
export function outcomeFill(outcome: ReleaseOutcome): string {
  return `url(#outcome-${outcome})`;
}

export function OutcomeSwatch({ outcome }: { outcome: ReleaseOutcome }) {
  return (
    <svg aria-hidden className="size-3 shrink-0 rounded-[3px]" viewBox="0 0 12 12">
      <rect fill={outcomeFill(outcome)} height="12" width="12" />
    </svg>
  );
}
