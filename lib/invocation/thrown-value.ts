/**
 * The classification boundary for thrown values (EXIT-7): the one place that looks into a value it did not make.
 *
 * 1. A value is inspected once. What was read is kept, so that nothing later has to read it again.
 * 2. Inspection may run foreign code (a Proxy's trap, a getter). When that throws, the value becomes an
 *    `UninspectableThrown`, which keeps both and looks no further.
 */

/** What was read from a thrown value: safe to print. */
export interface ThrownSummary {
  /** `name` of an error, else the value's type, e.g. `undefined`. */
  readonly name: string;
  readonly message: string;
}

/** Stands for a thrown value that could not be looked at. A mechanism fault; no parent may receive it. */
export class UninspectableThrown extends Error {
  override readonly name = "UninspectableThrown";
  /** What was thrown, untouched. */
  readonly value: unknown;
  /** What looking at it threw. */
  readonly inspectionError: unknown;
  constructor(value: unknown, inspectionError: unknown) {
    super("a thrown value could not be inspected: looking at it threw");
    this.value = value;
    this.inspectionError = inspectionError;
  }
}

export type InspectedThrown =
  | { readonly kind: "plain"; readonly error: unknown; readonly summary: ThrownSummary }
  | { readonly kind: "hostile"; readonly error: UninspectableThrown; readonly summary: ThrownSummary };

/** Never throws. */
export function inspectThrown(value: unknown): InspectedThrown {
  try {
    return { kind: "plain", error: value, summary: summarize(value) };
  } catch (inspectionError) {
    const error = new UninspectableThrown(value, inspectionError);
    return { kind: "hostile", error, summary: { name: error.name, message: error.message } };
  }
}

function summarize(value: unknown): ThrownSummary {
  if (value instanceof Error) return { name: text(value.name), message: text(value.message) };
  if (typeof value !== "object" && typeof value !== "function") {
    return { name: typeof value, message: String(value) };
  }
  if (value === null) return { name: "null", message: "null" };
  const message = "message" in value ? value.message : "";
  return { name: typeof value, message: text(message) };
}

/** A `name` or `message` that is no string is not converted: that would run foreign code once more. */
function text(value: unknown): string {
  return typeof value === "string" ? value : typeof value;
}
