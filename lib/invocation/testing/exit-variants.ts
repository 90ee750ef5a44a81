/** The dimensions of the exit matrix. */
const BODIES = ["ok", "throws", "throws undefined", "cancelled"] as const;
const CLOSES = ["ok", "throws", "junk", "promise"] as const;
const ACCEPTANCES = ["none", "running", "failing"] as const;
const CHILDREN = ["none", "ok", "failing", "cancelled"] as const;
const FINISHES = ["ok", "failing"] as const;
const OBSERVERS = ["ok", "throwing"] as const;

export interface ExitVariant {
  readonly entry: "run" | "resume";
  readonly body: (typeof BODIES)[number];
  readonly close: (typeof CLOSES)[number];
  readonly acceptance: (typeof ACCEPTANCES)[number];
  readonly child: (typeof CHILDREN)[number];
  readonly finish: (typeof FINISHES)[number];
  readonly observer: (typeof OBSERVERS)[number];
}

export function allExits(entry: ExitVariant["entry"]): readonly ExitVariant[] {
  return BODIES.flatMap((body) =>
    CLOSES.flatMap((close) =>
      ACCEPTANCES.flatMap((acceptance) =>
        CHILDREN.flatMap((child) =>
          FINISHES.flatMap((finish) =>
            OBSERVERS.map((observer) => ({ entry, body, close, acceptance, child, finish, observer })),
          ),
        ),
      ),
    ),
  );
}

export function exitName(exit: ExitVariant): string {
  return Object.entries(exit)
    .map(([dimension, value]) => `${dimension} ${value}`)
    .join(", ");
}
