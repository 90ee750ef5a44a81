import { PREFLIGHT_CODE_TABLE, type PreflightCode, type ToolParameter } from "../../contracts/evidence";
import type { EvidenceSources } from "../ports";
import { normalizedScopeOf } from "./normalized-scope";
import { QUERY_TOOL, QueryToolRequest } from "./query-tool";

/** A request that authorisation, shape and the read-only wall let through. */
export interface AcceptedToolRequest {
  readonly tool: string;
  readonly source: string;
  readonly label: string;
  readonly statement: string;
  readonly params: readonly ToolParameter[];
  readonly scope: string;
  readonly normalizedScope: string;
}

export type ToolRequestCheck =
  | { readonly ok: true; readonly request: AcceptedToolRequest }
  | {
      readonly ok: false;
      readonly code: Extract<PreflightCode, "TOOL_NOT_AUTHORISED" | "INVALID_REQUEST" | "NOT_READ_ONLY">;
      readonly message: string;
    };

/** The checks that look at the request alone, in order: authorisation, shape, read-only (TOOL-1). Pure. */
export function checkToolRequest(
  tool: string,
  request: unknown,
  sources: EvidenceSources,
  allowedSources: readonly string[] | null,
): ToolRequestCheck {
  const described = sources.describe().map((source) => source.name);
  const allowed = described.filter((name) => allowedSources === null || allowedSources.includes(name));
  if (tool !== QUERY_TOOL) return refuse("TOOL_NOT_AUTHORISED", `There is no tool "${tool.slice(0, 100)}".`);
  const source = memberOf(request, "source");
  if (typeof source === "string" && !allowed.includes(source)) {
    return refuse(
      "TOOL_NOT_AUTHORISED",
      `The source "${source.slice(0, 100)}" may not be used; use one of: ${allowed.join(", ")}.`,
    );
  }
  const parsed = QueryToolRequest.safeParse(request);
  if (!parsed.success) {
    const problems = parsed.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.map(String).join(".") || "request"}: ${issue.message}`);
    return refuse("INVALID_REQUEST", `${PREFLIGHT_CODE_TABLE.INVALID_REQUEST} ${problems.join("; ")}`);
  }
  const { statement, params, scope, label } = parsed.data;
  const check = sources.check(parsed.data.source, statement);
  if (!check.ok) return refuse("NOT_READ_ONLY", check.reason);
  return {
    ok: true,
    request: {
      tool,
      source: parsed.data.source,
      label,
      statement,
      params,
      scope,
      normalizedScope: normalizedScopeOf(parsed.data.source, check.normalized, params),
    },
  };
}

/** What to call a request before it is known to be well formed; bounded. */
export function requestLabel(tool: string, request: unknown): string {
  const label = memberOf(request, "label");
  return (typeof label === "string" && label !== "" ? label : tool).slice(0, 200);
}

function refuse(code: Extract<ToolRequestCheck, { ok: false }>["code"], message: string): ToolRequestCheck {
  return { ok: false, code, message: message.slice(0, 1_000) };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
