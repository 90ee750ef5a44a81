/** The request of the Prometheus tool, and how it stands in a record. */
import { z } from "zod";
import type { ToolParameter } from "../contracts/evidence";
import { TOOL_REQUEST_WORDS } from "../diagnosis/tools/tool-request";

const Moment = z.iso
  .datetime({ offset: true })
  .describe("ISO 8601 with its zone, e.g. 2026-01-31T08:00:00Z.");
/** Most points of one series that a range query may ask for. */
const MAX_POINTS = 500;

/** TOOL-1: what a request must look like. Unknown members are refused. */
export const PrometheusRequest = z
  .strictObject({
    source: z.string().min(1).max(100).describe("Name of one of the listed Prometheus sources."),
    query: z
      .string()
      .min(1)
      .max(10_000)
      .refine((text) => text.trim() !== "", "must not be blank")
      .describe("One PromQL expression."),
    time: Moment.nullable().describe("The moment of an instant query; null for now, and with a range."),
    range: z
      .strictObject({
        start: Moment,
        end: Moment,
        stepSeconds: z.number().min(1).max(604_800).describe("Seconds between points."),
      })
      .nullable()
      .describe("For a range query; null for an instant one."),
    ...TOOL_REQUEST_WORDS,
  })
  .superRefine(({ time, range }, context) => {
    if (range === null) return;
    const say = (message: string): void => context.addIssue({ code: "custom", path: ["range"], message });
    if (time !== null) say("leave time null in a range query");
    const spanMs = Date.parse(range.end) - Date.parse(range.start);
    if (spanMs < 0) say("end must not be before start");
    else if (Math.floor(spanMs / (range.stepSeconds * 1_000)) + 1 > MAX_POINTS)
      say(`asks for more than ${MAX_POINTS} points of a series; take a longer step`);
  });

/** When a query is evaluated; moments in UTC. */
export type Evaluation =
  | { readonly kind: "now" }
  | { readonly kind: "at"; readonly time: string }
  | { readonly kind: "range"; readonly start: string; readonly end: string; readonly stepSeconds: number };

export function evaluationOf({
  time,
  range,
}: Pick<z.infer<typeof PrometheusRequest>, "time" | "range">): Evaluation {
  if (range !== null) {
    const { start, end, stepSeconds } = range;
    return { kind: "range", start: utc(start), end: utc(end), stepSeconds };
  }
  return time === null ? { kind: "now" } : { kind: "at", time: utc(time) };
}

/** The bound parameters of the record: nothing for now, the moment, or start, end and step in seconds. */
export function paramsOf(evaluation: Evaluation): ToolParameter[] {
  switch (evaluation.kind) {
    case "now":
      return [];
    case "at":
      return [evaluation.time];
    case "range":
      return [evaluation.start, evaluation.end, evaluation.stepSeconds];
  }
}

const Params = z.union([
  z.tuple([]).transform((): Evaluation => ({ kind: "now" })),
  z.tuple([z.string()]).transform(([time]): Evaluation => ({ kind: "at", time })),
  z
    .tuple([z.string(), z.string(), z.number()])
    .transform(([start, end, stepSeconds]): Evaluation => ({ kind: "range", start, end, stepSeconds })),
]);

/** The way back from a record's parameters. */
export function evaluationFrom(params: readonly ToolParameter[]): Evaluation {
  return Params.parse(params);
}

function utc(moment: string): string {
  return new Date(moment).toISOString();
}
