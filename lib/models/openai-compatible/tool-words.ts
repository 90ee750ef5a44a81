import { foreignText } from "../../diagnosis/tools/foreign-text";
import type { SourceDescription, ToolDescription } from "../../diagnosis/ports";

/** Characters of one tool's or source's words, and of what is said of one argument. */
const MAX_WORDS = 2_000;
const MAX_ARGUMENT_WORDS = 1_000;
const WORDS = new Set(["description", "title"]);

/** Whoever describes a tool, its words are one bounded line without invisible characters, down to the last argument. They stay untrusted. */
export function boundedTool({ name, description, inputSchema }: ToolDescription): ToolDescription {
  return {
    name,
    description: foreignText(description, MAX_WORDS),
    inputSchema: Object.fromEntries(
      Object.entries(inputSchema).map(([key, value]) => [key, boundedWords(key, value)]),
    ),
  };
}

/** The same for what is said of a source. */
export function boundedSource({ name, description }: SourceDescription): SourceDescription {
  return { name, description: foreignText(description, MAX_WORDS) };
}

function boundedWords(key: string, value: unknown): unknown {
  if (typeof value === "string") return WORDS.has(key) ? foreignText(value, MAX_ARGUMENT_WORDS) : value;
  if (Array.isArray(value)) return value.map((member: unknown) => boundedWords("", member));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, boundedWords(name, member)]),
  );
}
