/**
 * The one encoding that hashes and keys are computed over (TOOL-5): object keys sorted by code unit, no white space, no undefined.
 * Throws a TypeError on anything JSON cannot say (functions, NaN, cycles are bugs of the caller).
 */
export function canonicalJson(value: unknown): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "boolean":
      return value ? "true" : "false";
    case "number":
      if (!Number.isFinite(value)) throw new TypeError("a canonical number is finite");
      return JSON.stringify(value);
    case "object":
      return Array.isArray(value) ? encodeArray(value) : encodeObject(value);
    default:
      throw new TypeError(`${typeof value} has no canonical form`);
  }
}

function encodeArray(items: readonly unknown[]): string {
  return `[${items.map(canonicalJson).join(",")}]`;
}

function encodeObject(value: object): string {
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(",")}}`;
}
