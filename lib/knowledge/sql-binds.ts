/** Turns `:name` binds of a playbook's SQL into positional ones. Quoted text and comments are left alone. */
interface BoundStatement {
  readonly statement: string;
  /** Names in the order of the `?` they became. */
  readonly binds: readonly string[];
}
export type BindResult =
  { readonly ok: true; readonly value: BoundStatement } | { readonly ok: false; readonly message: string };

// One alternative per thing that can hide a colon, then the bind itself.
const TOKEN =
  /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|`[^`]*`|--[ \t][^\n]*|--(?=\n|$)|#[^\n]*|\/\*[\s\S]*?\*\/|:([a-z][a-z0-9_]*)|\?/g;

export function bindNamedParameters(sql: string): BindResult {
  const binds: string[] = [];
  let positional = false;
  const statement = sql
    .trim()
    .replace(TOKEN, (token: string, name: string | undefined, offset: number, whole: string) => {
      if (token === "?") {
        positional = true;
        return token;
      }
      // `a::b` and `12:30` are not binds; the server will say what it thinks of them.
      if (name === undefined || /[\w:]/.test(whole.charAt(offset - 1))) return token;
      binds.push(name);
      return "?";
    });
  if (positional) return { ok: false, message: 'use named binds such as ":since" instead of "?"' };
  return { ok: true, value: { statement, binds } };
}

/** White space folded and comments dropped: the same question asked in another layout. */
export function foldStatement(sql: string): string {
  return sql
    .replace(TOKEN, (token: string) => (/^(?:--|#|\/\*)/.test(token) ? " " : token))
    .replace(/\s+/g, " ")
    .replace(/;\s*$/, "")
    .trim();
}
