/** A number of a JSON text as it was written there: nothing is rounded on the way to a cell (TOOL-5). */
export class WrittenNumber {
  constructor(readonly text: string) {}
}

const MARK = "\u0000";
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The value of a JSON text, with its numbers as they were written; undefined when it is no JSON. */
export function readExactJson(text: string): unknown {
  const marked = text.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"\\u0000${token}"`));
  try {
    // The plain text has to be JSON as well: marking would make a string of a number that JSON forbids.
    JSON.parse(text);
    return JSON.parse(marked, (_, value: unknown) =>
      typeof value === "string" && value.startsWith(MARK) ? new WrittenNumber(value.slice(1)) : value,
    );
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
