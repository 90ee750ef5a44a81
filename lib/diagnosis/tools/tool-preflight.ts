import type { EvidenceTool, EvidenceTools, ToolRequestCheck, ToolRequestRefusal } from "../ports";

/** A request for a tool that exists, and what that tool's checks said of it. */
export type PreflightCheck =
  | { readonly tool: EvidenceTool; readonly check: Extract<ToolRequestCheck, { ok: true }> }
  | { readonly tool: null; readonly check: Extract<ToolRequestCheck, { ok: false }> };

const MAX_MESSAGE_CHARACTERS = 1_000;

/** The checks that look at the request alone, in order: authorisation, shape, read-only (TOOL-1). Asks nobody. */
export function checkToolRequest(
  name: string,
  request: unknown,
  tools: EvidenceTools,
  allowedSources: readonly string[] | null,
): PreflightCheck {
  const tool = tools.list().find((one) => one.name === name);
  if (tool === undefined) return refused("TOOL_NOT_AUTHORISED", `There is no tool "${name.slice(0, 100)}".`);
  const check = tool.check(request, (source) => allowedSources === null || allowedSources.includes(source));
  return check.ok ? { tool, check } : refused(check.code, check.message);
}

/** What to call a request before it is known to be well formed; bounded. */
export function requestLabel(tool: string, request: unknown): string {
  const label = memberOf(request, "label");
  return (typeof label === "string" && label !== "" ? label : tool).slice(0, 200);
}

function refused(code: ToolRequestRefusal, message: string): PreflightCheck {
  return { tool: null, check: { ok: false, code, message: message.slice(0, MAX_MESSAGE_CHARACTERS) } };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
