import { z } from "zod";
import type { ToolDescription } from "../ports";

/** The one evidence tool: a bounded read-only statement against a configured source. */
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
  scope: z
    .string()
    .min(1)
    .max(500)
    .refine((text) => text.trim() === text, "must not start or end with white space")
    .describe("What is looked at, in words. An absence claim repeats it exactly."),
  label: z.string().min(1).max(200).describe("A short name for this call."),
});
export type QueryToolRequest = z.infer<typeof QueryToolRequest>;

const INPUT_SCHEMA = z.record(z.string(), z.unknown()).parse(z.toJSONSchema(QueryToolRequest));

/** The tools as the agent's model sees them. */
export const TOOL_DESCRIPTIONS: readonly ToolDescription[] = [
  {
    name: QUERY_TOOL,
    description:
      "Runs one read-only statement against a data source and records the rows as evidence. The result is cut at fixed bounds.",
    inputSchema: INPUT_SCHEMA,
  },
];
