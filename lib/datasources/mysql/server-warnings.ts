import type { ToolFailure } from "./server-error";

/** Most warnings of one statement that are read; as many as a server keeps unless it is told otherwise. */
const MAX_WARNINGS = 64;
export const WARNINGS_SQL = `SHOW WARNINGS LIMIT ${MAX_WARNINGS}`;
const LEVEL_COLUMN = 0;
const CODE_COLUMN = 1;

/** What they speak of leaves the values as they were asked: deprecated words, an index not used, a view that no longer fits its tables. */
const HARMLESS = new Set(["1287", "1356", "1449", "1681", "1739", "3170", "3719", "3778"]);

const SENTENCES: Readonly<Record<string, string>> = {
  "1260": "a list of GROUP_CONCAT was cut at group_concat_max_len; select the rows themselves, or fewer",
  "1264": "a value was out of range and was changed; use a wider type",
  "1265": "a value was cut; use a longer type",
  "1292":
    "a text that is no number or date was converted to one; compare it as a text, or leave such rows out",
  "1301": "a value was larger than max_allowed_packet and became NULL; ask for a shorter one",
  "1365": "a division by zero became NULL; divide by NULLIF(…, 0)",
  "1366": "a text could not be converted and was changed; compare it as a text",
  "1411": "a text that is no date became NULL; leave such rows out",
  "1931": "the server stopped reading rows early; narrow the statement",
};

/**
 * What the server's warnings of a statement come to: null when all values are what was asked, else the failure. `rows` are the answer to
 * WARNINGS_SQL, `count` how many there are as far as the server said. The server's own sentences quote values, so none is repeated.
 */
export function describeWarnings(
  rows: readonly (readonly (string | null)[])[],
  count: number | null,
): ToolFailure | null {
  const codes = rows.flatMap((row) => (row[LEVEL_COLUMN] === "Note" ? [] : [row[CODE_COLUMN] ?? "0"]));
  const serious = [...new Set(codes)].filter((code) => !HARMLESS.has(code));
  if (serious.length > 0) {
    const said = serious
      .slice(0, 5)
      .map((code) => `${SENTENCES[code] ?? "a value is not what was asked"} (warning ${code})`);
    return { code: "VALUES_ALTERED", message: `The server warned: ${said.join("; ")}.` };
  }
  if (count === null || count <= rows.length) return null;
  return {
    code: "VALUES_ALTERED",
    message: `The server gave ${count} warnings and kept ${rows.length} of them; narrow the statement.`,
  };
}
