/** One MCP server as the configuration names it, with its secrets filled in. */
interface ServerSettingBase {
  /** Names its tools and its records. */
  readonly name: string;
  readonly allow: readonly AllowedTool[];
  /** The values that `${…}` stood for; absent where there is none. */
  readonly injected?: readonly string[];
}
interface StdioServerSetting extends ServerSettingBase {
  readonly transport: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
}
interface HttpServerSetting extends ServerSettingBase {
  readonly transport: "http";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
export type McpServerSetting = StdioServerSetting | HttpServerSetting;

export interface AllowedTool {
  /** As the server calls it. */
  readonly tool: string;
  /** The operator vouches that it changes nothing, whatever its annotations say (TOOL-6). */
  readonly readOnly: boolean;
  /** The operator's words for it instead of the server's. */
  readonly description: string | null;
}
