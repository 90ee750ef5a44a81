import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { foreignText } from "../diagnosis/tools/foreign-text";
import { boundedSchema, type JsonSchema } from "./bounded-schema";
import type { AllowedTool } from "./mcp-server-setting";

/** An allow-listed tool as its server describes it now; all of it untrusted and bounded. */
export interface OfferedTool {
  readonly description: string;
  readonly argumentsSchema: JsonSchema;
  /** Null where the server promises no shape of structured results. */
  readonly resultSchema: JsonSchema | null;
  /** Why it may not be called, in words; null when it may (TOOL-6). */
  readonly refusal: string | null;
}

const MAX_DESCRIPTION = 1_000;

export function toOfferedTool(tool: Tool, allowed: AllowedTool): OfferedTool {
  return {
    description: foreignText(tool.description ?? tool.title ?? "", MAX_DESCRIPTION),
    argumentsSchema: boundedSchema(tool.inputSchema),
    resultSchema: tool.outputSchema === undefined ? null : boundedSchema(tool.outputSchema),
    refusal: refusalOf(tool, allowed),
  };
}

/**
 * TOOL-6: a server's own word that a tool only reads is needed, and the operator's word stands above it. A hint is no proof: the allow-list is the
 * wall, this only keeps what calls itself a writer out of it.
 */
function refusalOf({ annotations, execution }: Tool, { tool, readOnly }: AllowedTool): string | null {
  if (execution?.taskSupport === "required")
    return `The tool "${tool}" runs as a task, which is not supported.`;
  if (readOnly) return null;
  if (annotations?.destructiveHint === true && annotations.readOnlyHint !== true)
    return `The server calls the tool "${tool}" destructive.`;
  if (annotations?.readOnlyHint !== true)
    return `The server does not say that the tool "${tool}" only reads.`;
  if (annotations.destructiveHint === true) return `The server calls the tool "${tool}" destructive.`;
  return null;
}
