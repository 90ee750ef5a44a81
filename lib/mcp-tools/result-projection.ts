/**
 * The answer of an MCP tool in canonical form (TOOL-5). Structured content and JSON text become a table; other text becomes its lines. Columns stand
 * in the order of their names, so that the same answer has the same hash. No figure is added: list positions are not written down.
 */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { CanonicalEvidence, ColumnType } from "../contracts/evidence";
import { canonicalJson } from "../diagnosis/evidence/canonical-json";
import { BoundedTable } from "../diagnosis/tools/bounded-table";
import { isObject } from "./bounded-schema";
import { readExactJson, WrittenNumber } from "./exact-json";

export type Projected =
  | { readonly kind: "evidence"; readonly evidence: CanonicalEvidence }
  | { readonly kind: "too_large" }
  /** There is content, and none of it can be evidence: its kinds. */
  | { readonly kind: "no_text"; readonly contents: readonly string[] };

type Content = CallToolResult["content"][number];
/** A table before it is bounded: rows are objects, so that columns can be found. */
type Row = ReadonlyMap<string, Cell>;
interface Cell {
  readonly text: string | null;
  readonly isNumber: boolean;
}

const TEXT_COLUMN = "text";
const MAX_PATHS = 10_000;

export function projectResult(result: Pick<CallToolResult, "content" | "structuredContent">): Projected {
  const texts = result.content.flatMap((content) => textOf(content) ?? []);
  const left = result.content.filter((content) => textOf(content) === null);
  const leftOut = { parts: left.length };
  const exact = texts.length === 1 ? readExactJson(texts[0] ?? "") : undefined;
  const value = structuredValue(result.structuredContent, exact, leftOut);
  if (value !== undefined) return project(rowsOf(value), leftOut.parts);
  if (texts.length === 0 && left.length > 0)
    return { kind: "no_text", contents: [...new Set(left.map((content) => content.type))] };
  if (exact !== undefined && typeof exact === "object") return project(rowsOf(exact), leftOut.parts);
  return project(linesOf(texts), leftOut.parts);
}

/** The text beside structured content usually says the same, and with its numbers as they were written. */
function structuredValue(structured: unknown, exact: unknown, leftOut: { parts: number }): unknown {
  if (structured === undefined) return undefined;
  if (exact !== undefined && canonicalJson(plain(exact)) === canonicalJson(structured)) return exact;
  return withoutRounded(structured, leftOut);
}

function plain(value: unknown): unknown {
  if (value instanceof WrittenNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  return value;
}

/** A whole number beyond what a double holds was rounded when it was read: it is not kept. */
function withoutRounded(value: unknown, leftOut: { parts: number }): unknown {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    leftOut.parts += 1;
    return null;
  }
  if (Array.isArray(value)) return value.map((item) => withoutRounded(item, leftOut));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withoutRounded(member, leftOut)]),
    );
  }
  return value;
}

function textOf(content: Content): string | null {
  switch (content.type) {
    case "text":
      return content.text;
    case "resource":
      return "text" in content.resource ? content.resource.text : null;
    case "resource_link":
      return `${content.name} ${content.uri}`;
    case "image":
    case "audio":
      return null;
  }
}

function linesOf(texts: readonly string[]): readonly Row[] {
  return texts
    .flatMap((text) => text.split(/\r\n|\r|\n/))
    .filter((line) => line.trim() !== "")
    .map((line) => new Map([[TEXT_COLUMN, { text: line, isNumber: false }]]));
}

function rowsOf(value: unknown): readonly Row[] {
  if (Array.isArray(value)) return listRows(value, "value");
  if (!isObject(value) || value instanceof WrittenNumber) {
    return value === null ? [] : [new Map([["value", cellOf(value)]])];
  }
  const members = Object.entries(value);
  const [only] = members;
  if (members.length === 1 && only !== undefined && Array.isArray(only[1])) return listRows(only[1], only[0]);
  const leaves: Row[] = [];
  collectLeaves(value, "", leaves);
  return leaves;
}

function listRows(items: readonly unknown[], name: string): readonly Row[] {
  const isRecords = items.every((item) => isObject(item) && !(item instanceof WrittenNumber));
  return items.map((item) =>
    isRecords && isObject(item)
      ? new Map(Object.entries(item).map(([column, member]) => [column, cellOf(member)]))
      : new Map([[name, cellOf(item)]]),
  );
}

/** One row per leaf of an object, under its path; `[]` stands for any position of a list. */
function collectLeaves(value: unknown, path: string, leaves: Row[]): void {
  if (leaves.length >= MAX_PATHS) return;
  if (Array.isArray(value) && value.length > 0) {
    for (const item of value) collectLeaves(item, `${path}[]`, leaves);
    return;
  }
  if (isObject(value) && !(value instanceof WrittenNumber) && Object.keys(value).length > 0) {
    const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
    for (const [name, member] of members)
      collectLeaves(member, path === "" ? name : `${path}.${name}`, leaves);
    return;
  }
  if (path === "") return;
  leaves.push(
    new Map([
      ["path", { text: path, isNumber: false }],
      ["value", cellOf(value)],
    ]),
  );
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return { text: null, isNumber: false };
  if (typeof value === "string") return { text: value, isNumber: false };
  if (value instanceof WrittenNumber) return { text: value.text, isNumber: true };
  if (typeof value === "number") return { text: String(value), isNumber: true };
  if (typeof value === "boolean") return { text: String(value), isNumber: false };
  return { text: writtenJson(value), isNumber: false };
}

/** Canonical JSON in which numbers stand as they were written. */
function writtenJson(value: unknown): string {
  if (value instanceof WrittenNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(writtenJson).join(",")}]`;
  if (!isObject(value)) return canonicalJson(value);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writtenJson(member)}`).join(",")}}`;
}

function project(rows: readonly Row[], leftOut: number): Projected {
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))].sort();
  const columns = names.map((name) => ({ name, type: columnType(rows, name) }));
  const table = new BoundedTable(columns);
  table.leaveOut(leftOut);
  for (const row of rows) if (!table.add(names.map((name) => row.get(name)?.text ?? null))) break;
  const evidence = table.evidence();
  return evidence === null ? { kind: "too_large" } : { kind: "evidence", evidence };
}

function columnType(rows: readonly Row[], name: string): ColumnType {
  const cells = rows.flatMap((row) => row.get(name) ?? []).filter((cell) => cell.text !== null);
  return cells.length > 0 && cells.every((cell) => cell.isNumber) ? "number" : "text";
}
