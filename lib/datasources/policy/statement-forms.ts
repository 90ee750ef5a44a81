import { isSymbol, isWord } from "./word-rules";
import type { SqlToken } from "./sql-tokens";

/**
 * SHOW and DESCRIBE as a closed list of exact forms (TOOL-6). `A|B` is a choice, `[…]` may be absent, `<name>` is a name, `<table>`
 * a name that may be qualified, `<string>` a string literal or a placeholder.
 */
export const SHOW_FORMS = [
  "SHOW [FULL] PROCESSLIST",
  "SHOW ENGINE INNODB STATUS",
  "SHOW ENGINE INNODB MUTEX",
  "SHOW ENGINE PERFORMANCE_SCHEMA STATUS",
  "SHOW [GLOBAL|SESSION] STATUS [LIKE <string>]",
  "SHOW [GLOBAL|SESSION] VARIABLES [LIKE <string>]",
  "SHOW REPLICA|SLAVE STATUS [FOR CHANNEL <string>]",
  "SHOW ALL SLAVES|REPLICAS STATUS",
  "SHOW REPLICA|SLAVE HOSTS",
  "SHOW REPLICAS",
  "SHOW MASTER|BINLOG STATUS",
  "SHOW BINARY LOG STATUS",
  "SHOW BINARY LOGS",
  "SHOW [FULL] TABLES [FROM|IN <name>] [LIKE <string>]",
  "SHOW OPEN TABLES [FROM|IN <name>] [LIKE <string>]",
  "SHOW TABLE STATUS [FROM|IN <name>] [LIKE <string>]",
  "SHOW [FULL] COLUMNS|FIELDS FROM|IN <table> [FROM|IN <name>] [LIKE <string>]",
  "SHOW INDEX|INDEXES|KEYS FROM|IN <table> [FROM|IN <name>]",
  "SHOW CREATE TABLE|VIEW <table>",
  "SHOW DATABASES|SCHEMAS [LIKE <string>]",
  "SHOW TRIGGERS|EVENTS [FROM|IN <name>] [LIKE <string>]",
  "SHOW ENGINES",
  "SHOW PLUGINS",
] as const;
export const DESCRIBE_FORMS = ["DESCRIBE|DESC|EXPLAIN <table> [<column>]"] as const;
/** What may stand before a SELECT so that it is explained, not run. */
const EXPLAIN_FORMS = [
  "EXPLAIN|DESCRIBE|DESC [EXTENDED|PARTITIONS]",
  "EXPLAIN|DESCRIBE|DESC FORMAT = JSON|TRADITIONAL|TREE",
] as const;

type Step =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "equals" | "name" | "table" | "string" | "column" }
  | { readonly kind: "optional"; readonly steps: readonly Step[] };

function compile(form: string): readonly Step[] {
  const parts = form.match(/\[[^\]]*\]|\S+/g) ?? [];
  return parts.map((part): Step => {
    if (part.startsWith("[")) return { kind: "optional", steps: compile(part.slice(1, -1)) };
    if (part === "=") return { kind: "equals" };
    if (part === "<name>") return { kind: "name" };
    if (part === "<table>") return { kind: "table" };
    if (part === "<string>") return { kind: "string" };
    if (part === "<column>") return { kind: "column" };
    return { kind: "words", words: part.split("|") };
  });
}

const isName = (token: SqlToken | undefined) => token?.kind === "word" || token?.kind === "quotedName";

/** Where the match ends, or null. Optional parts are taken whenever they fit: no form needs more. */
function follow(steps: readonly Step[], tokens: readonly SqlToken[], from: number): number | null {
  let at = from;
  for (const step of steps) {
    const token = tokens[at];
    switch (step.kind) {
      case "words":
        if (!isWord(token, ...step.words)) return null;
        at += 1;
        break;
      case "equals":
        if (!isSymbol(token, "=")) return null;
        at += 1;
        break;
      case "name":
        if (!isName(token)) return null;
        at += 1;
        break;
      case "table": {
        if (!isName(token)) return null;
        const qualified = isSymbol(tokens[at + 1], ".") && isName(tokens[at + 2]);
        at += qualified ? 3 : 1;
        break;
      }
      case "string":
        if (token?.kind !== "string" && token?.kind !== "placeholder") return null;
        at += 1;
        break;
      case "column":
        if (!isName(token) && token?.kind !== "string" && token?.kind !== "placeholder") return null;
        at += 1;
        break;
      case "optional":
        at = follow(step.steps, tokens, at) ?? at;
        break;
    }
  }
  return at;
}

const compiled = new Map<string, readonly Step[]>();
function stepsOf(form: string): readonly Step[] {
  const known = compiled.get(form);
  if (known !== undefined) return known;
  const steps = compile(form);
  compiled.set(form, steps);
  return steps;
}

/** Is the whole statement one of `forms`? */
export function matchesForm(forms: readonly string[], tokens: readonly SqlToken[]): boolean {
  return forms.some((form) => follow(stepsOf(form), tokens, 0) === tokens.length);
}

/** How many tokens of an EXPLAIN prefix stand before a SELECT, WITH or parenthesis; null when it is none. */
export function explainPrefixLength(tokens: readonly SqlToken[]): number | null {
  for (const form of EXPLAIN_FORMS) {
    const end = follow(stepsOf(form), tokens, 0);
    if (end === null) continue;
    const next = tokens[end];
    if (isWord(next, "SELECT", "WITH") || isSymbol(next, "(")) return end;
  }
  return null;
}
