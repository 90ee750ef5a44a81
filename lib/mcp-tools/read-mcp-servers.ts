/** The configuration file of the MCP servers: the well-known `{"mcpServers": {...}}`, with an allow-list of tools per server. */
import { z } from "zod";
import type { AllowedTool, McpServerSetting } from "./mcp-server-setting";
import { toolNameOf } from "./tool-name";

/** Its message is one sentence for the operator and never holds a value of the environment. */
export class McpConfigError extends Error {
  override readonly name = "McpConfigError";
}

const Allow = z
  .array(
    z.union([
      z.string().min(1).max(128),
      z.strictObject({
        tool: z.string().min(1).max(128),
        readOnly: z.boolean().optional(),
        description: z.string().min(1).max(1_000).optional(),
      }),
    ]),
  )
  .min(1)
  .max(64);
const Texts = z.record(z.string().min(1), z.string());
const StdioEntry = z.strictObject({
  type: z.literal("stdio").optional(),
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: Texts.optional(),
  cwd: z.string().min(1).optional(),
  allow: Allow,
});
const HttpEntry = z.strictObject({
  type: z.enum(["http", "streamable-http"]).optional(),
  url: z.string().min(1),
  headers: Texts.optional(),
  allow: Allow,
});
const File = z.strictObject({ mcpServers: z.record(z.string(), z.unknown()) });

const SERVER_NAME = /^[a-z][a-z0-9_-]{0,31}$/;
/** A runtime that refuses a header repeats it, so it is not let come to that. */
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+: [\x20-\x7e]*$/;
const REFERENCE = /\$\{([^}]*)\}/g;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @param text the file's content
 * @param env where `${NAME}` in command arguments, env, url and headers is looked up
 * @throws McpConfigError on the first thing that is wrong
 */
export function readMcpServers(text: string, env: Environment): readonly McpServerSetting[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new McpConfigError("it is not JSON");
  }
  const file = parse(File, json, "the file");
  const servers = Object.entries(file.mcpServers).map(([name, entry]) => readServer(name, entry, env));
  const exposed = servers.flatMap(({ name, allow }) => allow.map(({ tool }) => toolNameOf(name, tool)));
  const twice = exposed.find((tool, index) => exposed.indexOf(tool) !== index);
  if (twice !== undefined) throw new McpConfigError(`two tools would both be called "${twice}"`);
  const long = exposed.find((tool) => tool.length > 64);
  if (long !== undefined) throw new McpConfigError(`the tool name "${long}" is longer than 64 characters`);
  return servers;
}

function readServer(name: string, entry: unknown, env: Environment): McpServerSetting {
  const where = `the server "${name.slice(0, 60)}"`;
  if (!SERVER_NAME.test(name))
    throw new McpConfigError(`${where} needs a name of lower-case letters, digits, _ and -, at most 32`);
  const fill = (value: string, what: string): string => fillIn(value, env, `${where}: ${what}`);
  const fillAll = (values: Readonly<Record<string, string>> | undefined, what: string) =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([key, value]) => [key, fill(value, `${what}.${key}`)]),
    );
  if (typeof entry === "object" && entry !== null && "url" in entry) {
    const { url, headers, allow } = parse(HttpEntry, entry, where);
    const filled = fill(url, "url");
    if (!isHttpUrl(filled)) throw new McpConfigError(`${where}: url must be an http or https address`);
    if (new URL(filled).username !== "") throw new McpConfigError(`${where}: url must carry no account`);
    const filledHeaders = fillAll(headers, "headers");
    const wrong = Object.entries(filledHeaders).find(([key, value]) => !HEADER.test(`${key}: ${value}`));
    if (wrong !== undefined)
      throw new McpConfigError(`${where}: headers.${wrong[0].slice(0, 60)} is no header`);
    return {
      transport: "http",
      name,
      url: filled,
      headers: filledHeaders,
      allow: allow.map(toAllowed),
    };
  }
  const { command, args, env: given, cwd, allow } = parse(StdioEntry, entry, where);
  return {
    transport: "stdio",
    name,
    command,
    args: (args ?? []).map((arg, index) => fill(arg, `args[${index}]`)),
    env: fillAll(given, "env"),
    cwd: cwd ?? null,
    allow: allow.map(toAllowed),
  };
}

function toAllowed(entry: z.infer<typeof Allow>[number]): AllowedTool {
  if (typeof entry === "string") return { tool: entry, readOnly: false, description: null };
  return { tool: entry.tool, readOnly: entry.readOnly ?? false, description: entry.description ?? null };
}

function fillIn(value: string, env: Environment, where: string): string {
  return value.replace(REFERENCE, (_, name: string) => {
    const found = env[name];
    if (found === undefined || found === "")
      throw new McpConfigError(`${where} refers to \${${name.slice(0, 60)}}, which is not set`);
    return found;
  });
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function parse<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue === undefined || issue.path.length === 0 ? "" : ` ${issue.path.map(String).join(".")}`;
  throw new McpConfigError(`${where} is not valid:${path} ${issue?.message ?? ""}`.trimEnd());
}
