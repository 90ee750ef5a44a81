/** What the text holds, or undefined when it is not JSON: the schema that follows refuses undefined and says where. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own words ("unexpected token") would add nothing to what the caller reports.
    return undefined;
  }
}
