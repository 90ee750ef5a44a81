/** The configuration file of the MCP servers: the well-known `{"mcpServers": {...}}`, with an allow-list of tools per server. */
import { z } from "zod";
import type { AllowedTool, McpServerSetting } from "./mcp-server-setting";
import { toolNameOf } from "./tool-name";

/** Its message is one sentence for the operator and never holds a value of the environment. */
export class McpConfigError extends Error {
  override readonly name = "McpConfigError";
}

const text = (max: number, wrong: string) => z.string(wrong).min(1, wrong).max(max, wrong);
const NO_TOOL_NAME = "is no tool's name; write the name that the server gives it";
const NO_ALLOW_LIST = 'is no list of 1 to 64 tools; write for example "allow": ["search"]';
const NO_TEXTS = "is no object of texts; write a text in quotes for each name";

const AllowedObject = z.strictObject(
  {
    tool: text(128, NO_TOOL_NAME),
    readOnly: z.boolean("is neither true nor false; write one of them, without quotes").optional(),
    description: text(1_000, "is no text of 1 to 1000 characters; write one, or leave it out").optional(),
  },
  orElse(NO_TOOL_NAME),
);
const Allow = z
  .array(
    z.preprocess((entry) => (typeof entry === "string" ? { tool: entry } : entry), AllowedObject),
    NO_ALLOW_LIST,
  )
  .min(1, NO_ALLOW_LIST)
  .max(64, NO_ALLOW_LIST);
const Texts = z.record(z.string(), z.string(NO_TEXTS), NO_TEXTS);
const NO_COMMAND = 'is no program; write a "command", or a "url" for a server that is reached over HTTP';
const NO_ARGS = 'is no list of texts; write for example "args": ["-y"]';
const StdioEntry = z.strictObject(
  {
    type: z
      .literal("stdio", 'is not "stdio"; leave it out, or write a "url" instead of a command')
      .optional(),
    command: text(4_096, NO_COMMAND),
    args: z.array(z.string(NO_ARGS), NO_ARGS).optional(),
    env: Texts.optional(),
    cwd: text(4_096, "is no folder; write its path, or leave it out").optional(),
    allow: Allow,
  },
  orElse('is no object; write {"command": "…", "allow": ["…"]}'),
);
const HttpEntry = z.strictObject({
  type: z
    .enum(["http", "streamable-http"], 'is not "http", the one way to a "url"; write "http" or leave it out')
    .optional(),
  url: text(4_096, "is no address; write one that begins with http:// or https://"),
  headers: Texts.optional(),
  allow: Allow,
});
const NO_FILE = 'is no object with "mcpServers"; write {"mcpServers": {"name": {…}}}';
const File = z.strictObject({ mcpServers: z.record(z.string(), z.unknown(), NO_FILE) }, orElse(NO_FILE));

/** Of an object: what is said where there is none. */
function orElse(wrong: string): {
  readonly error: (issue: { readonly code?: string | undefined }) => string | undefined;
} {
  return { error: ({ code }) => (code === "unrecognized_keys" ? undefined : wrong) };
}

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
    throw new McpConfigError('the file is not JSON; write {"mcpServers": {"name": {…}}}');
  }
  const file = parse(File, json, "the file");
  const servers = Object.entries(file.mcpServers).map(([name, entry]) => readServer(name, entry, env));
  const exposed = servers.flatMap(({ name, allow }) => allow.map(({ tool }) => toolNameOf(name, tool)));
  const twice = exposed.find((tool, index) => exposed.indexOf(tool) !== index);
  if (twice !== undefined)
    throw new McpConfigError(`two tools would both be called "${twice}"; leave one of them out`);
  const long = exposed.find((tool) => tool.length > 64);
  if (long !== undefined)
    throw new McpConfigError(
      `the tool name "${long}" is longer than 64 characters; give its server a shorter name`,
    );
  return servers;
}

function readServer(name: string, entry: unknown, env: Environment): McpServerSetting {
  const where = `the server "${name.slice(0, 60)}"`;
  if (!SERVER_NAME.test(name))
    throw new McpConfigError(
      `${where} has no lawful name; write lower-case letters, digits, _ and -, at most 32, a letter first`,
    );
  const injected: string[] = [];
  const fill = (value: string, what: string): string => fillIn(value, env, `${where}: ${what}`, injected);
  const withInjected = () => (injected.length === 0 ? {} : { injected: [...new Set(injected)] });
  const fillAll = (values: Readonly<Record<string, string>> | undefined, what: string) =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([key, value]) => [key, fill(value, `${what}.${key}`)]),
    );
  if (typeof entry === "object" && entry !== null && "url" in entry) {
    const { url, headers, allow } = parse(HttpEntry, entry, where);
    const filled = fill(url, "url");
    if (!isHttpUrl(filled))
      throw new McpConfigError(
        `${where}: url is no http or https address; write for example https://logs.example/mcp`,
      );
    if (new URL(filled).username !== "" || new URL(filled).password !== "")
      throw new McpConfigError(`${where}: url holds an account; write it into headers, as Authorization`);
    const filledHeaders = fillAll(headers, "headers");
    const wrong = Object.entries(filledHeaders).find(([key, value]) => !HEADER.test(`${key}: ${value}`));
    if (wrong !== undefined)
      throw new McpConfigError(
        `${where}: headers.${wrong[0].slice(0, 60)} is no header; write printable ASCII on one line`,
      );
    return {
      transport: "http",
      name,
      url: filled,
      headers: filledHeaders,
      allow: allow.map(toAllowed),
      ...withInjected(),
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
    ...withInjected(),
  };
}

function toAllowed(entry: z.infer<typeof Allow>[number]): AllowedTool {
  if (typeof entry === "string") return { tool: entry, readOnly: false, description: null };
  return { tool: entry.tool, readOnly: entry.readOnly ?? false, description: entry.description ?? null };
}

function fillIn(value: string, env: Environment, where: string, injected: string[]): string {
  return value.replace(REFERENCE, (_, name: string) => {
    const found = env[name];
    if (found === undefined || found === "")
      throw new McpConfigError(
        `${where} refers to \${${name.slice(0, 60)}}, which is not set; set it, or leave the reference out`,
      );
    injected.push(found);
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
  throw new McpConfigError(`${where} is not valid: ${issue === undefined ? "" : describeIssue(issue)}`);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join(".").slice(0, 60);
  const within = path === "" ? "" : `${path} `;
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    return `${within}has a member "${key.slice(0, 60)}", which is not known; leave it out`;
  }
  return `${path === "" ? "it " : within}${issue.message}`;
}
