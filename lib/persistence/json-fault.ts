/**
 * Why a value would not come back from a JSON document as it is: the first part that is no JSON, or null. A property that is `undefined`
 * counts as absent; an `undefined` anywhere else is a fault.
 */
export function jsonFaultOf(value: unknown): string | null {
  return faultAt("it", value, new Set());
}

function faultAt(path: string, value: unknown, above: Set<object>): string | null {
  switch (typeof value) {
    case "string":
    case "boolean":
      return null;
    case "number":
      return Number.isFinite(value) ? null : `${path} is ${value}`;
    case "undefined":
    case "function":
    case "symbol":
    case "bigint":
      return `${path} is ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}`;
    case "object":
      return value === null ? null : faultInside(path, value, above);
  }
}

function faultInside(path: string, value: object, above: Set<object>): string | null {
  if (above.has(value)) return `${path} contains itself`;
  if (!Array.isArray(value) && !isPlain(value)) return `${path} is an instance of a class`;
  above.add(value);
  const fault = Array.isArray(value) ? faultOfItems(path, value, above) : faultOfEntries(path, value, above);
  above.delete(value);
  return fault;
}

function faultOfItems(path: string, items: readonly unknown[], above: Set<object>): string | null {
  // By index: an iteration that skips holes would miss that they come back as null.
  for (let i = 0; i < items.length; i++) {
    const fault = faultAt(`${path}[${i}]`, items[i], above);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOfEntries(path: string, value: object, above: Set<object>): string | null {
  for (const [key, part] of Object.entries(value)) {
    const fault = part === undefined ? null : faultAt(`${path}.${key}`, part, above);
    if (fault !== null) return fault;
  }
  return null;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
