/** How a CEL value is printed in a template. */
export type FormattedValue =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

function formatNumber(value: number): FormattedValue {
  if (!Number.isFinite(value)) return { ok: false, message: `the value is not a finite number (${value})` };
  // Beyond 2^53 a double no longer is the figure that was stored.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return { ok: false, message: "the number is too large to be printed exactly; print the cell itself" };
  }
  return { ok: true, text: Object.is(value, -0) ? "0" : String(value) };
}

/** Text, numbers, truth values, null (as "NULL") and lists of them; anything else has no printed form. */
export function formatValue(value: unknown): FormattedValue {
  switch (typeof value) {
    case "string":
      return { ok: true, text: value };
    case "number":
      return formatNumber(value);
    case "bigint":
    case "boolean":
      return { ok: true, text: String(value) };
    case "object": {
      if (value === null) return { ok: true, text: "NULL" };
      if (!Array.isArray(value)) break;
      const parts: string[] = [];
      for (const item of value) {
        const part = formatValue(item);
        if (!part.ok) return part;
        parts.push(part.text);
      }
      return { ok: true, text: parts.join(", ") };
    }
    default:
      break;
  }
  return { ok: false, message: "a map cannot be printed; name one of its values" };
}
