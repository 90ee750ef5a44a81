import { z } from "zod";
import type { EvidenceSources, EvidenceTool, EvidenceTools, ToolDescription } from "../ports";
import { normalizedScopeOf } from "./normalized-scope";
import { checkSource, readToolRequest, TOOL_REQUEST_WORDS } from "./tool-request";

/** A bounded read-only statement against a configured database. */
export const QUERY_TOOL = "mysql_query";

/** TOOL-1: what a request must look like. Unknown members are refused. */
export const QueryToolRequest = z.strictObject({
  source: z.string().min(1).max(100).describe("Name of one of the listed sources."),
  statement: z
    .string()
    .min(1)
    .max(20_000)
    .refine((text) => text.trim() !== "", "must not be blank")
    .describe("One read-only statement; ? stands for the bound parameters, in order."),
  params: z
    .array(z.union([z.string().max(4_000), z.number(), z.null()]))
    .max(64)
    .describe("Values for the placeholders, in order."),
  ...TOOL_REQUEST_WORDS,
});
export type QueryToolRequest = z.infer<typeof QueryToolRequest>;

const INPUT_SCHEMA = z.record(z.string(), z.unknown()).parse(z.toJSONSchema(QueryToolRequest));

const DESCRIPTION: ToolDescription = {
  name: QUERY_TOOL,
  description:
    "Runs one read-only statement against a data source and records the rows as evidence. The result is cut at fixed bounds.",
  inputSchema: INPUT_SCHEMA,
};
/** The query tool as the agent's model sees it. */
export const TOOL_DESCRIPTIONS: readonly ToolDescription[] = [DESCRIPTION];

/** The databases as an evidence tool (TOOL-6 is the sources' own wall). */
export function createQueryTools(sources: EvidenceSources): EvidenceTools {
  const tool: EvidenceTool = {
    name: QUERY_TOOL,
    handleKind: "mysql_query",
    describe: () => DESCRIPTION,
    check(request, maySource) {
      const known = sources.describe().map((source) => source.name);
      const refusal = checkSource(request, known, maySource);
      if (refusal !== null) return refusal;
      const reading = readToolRequest(QueryToolRequest, request);
      if (!reading.ok) return reading;
      const { source, statement, params, scope, label } = reading.value;
      const check = sources.check(source, statement);
      if (!check.ok) return { ok: false, code: check.code ?? "NOT_READ_ONLY", message: check.reason };
      const normalizedScope = normalizedScopeOf(source, check.normalized, params);
      return { ok: true, request: { source, label, statement, params, scope, normalizedScope } };
    },
    run: ({ source, statement, params }, timeoutMs, callId) =>
      sources.run({ source, statement, params, timeoutMs, callId }),
  };
  return {
    list: () => [tool],
    sources: () => sources.describe(),
    stopLost: (calls) => sources.stopLost?.(calls) ?? Promise.resolve(0),
    ready: () => sources.ready(),
    close: () => sources.close(),
  };
}
