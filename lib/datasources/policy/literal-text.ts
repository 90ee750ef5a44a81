import type { SqlToken } from "./sql-tokens";

const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  b: "\b",
  n: "\n",
  r: "\r",
  t: "\t",
  Z: "\x1a",
};

/** The texts that a literal can be on the server: that of a string; a hexadecimal one is its bytes, and a number where one is wanted. */
export function literalTexts(token: SqlToken): readonly string[] {
  if (token.kind === "string") return [stringText(token.text)];
  if (token.kind !== "number") return [];
  const digits = /^(?:0[xX]|[xX]')([0-9A-Fa-f]*)/.exec(token.text)?.[1];
  if (digits === undefined) return [token.text];
  const number = digits === "" ? "0" : BigInt(`0x${digits}`).toString();
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return [Buffer.from(even, "hex").toString("utf8"), `0x${even.toLowerCase()}`, number];
}

function stringText(quoted: string): string {
  const quote = quoted.charAt(0);
  return quoted
    .slice(1, -1)
    .replaceAll(quote + quote, quote)
    .replaceAll(/\\([\s\S])/g, (_, character: string) => ESCAPES[character] ?? character);
}
