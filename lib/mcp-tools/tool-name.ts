/** What a server's tool is called towards the model: letters, digits, _ and - alone. */
export function toolNameOf(server: string, tool: string): string {
  return `mcp__${server}__${tool.replace(/[^A-Za-z0-9_-]/g, "_")}`;
}
