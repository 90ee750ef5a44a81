/** What the query API of Prometheus answers. */
import { z } from "zod";

const Labels = z.record(z.string(), z.string());
/** Seconds since the epoch, and the value as the server writes it. */
const Point = z.tuple([z.number(), z.string()]);
const Histogram = z.tuple([z.number(), z.record(z.string(), z.unknown())]);

const Data = z.discriminatedUnion("resultType", [
  z.object({
    resultType: z.literal("vector"),
    result: z.array(z.object({ metric: Labels, value: Point.optional(), histogram: Histogram.optional() })),
  }),
  z.object({
    resultType: z.literal("matrix"),
    result: z.array(
      z.object({
        metric: Labels,
        values: z.array(Point).optional(),
        histograms: z.array(Histogram).optional(),
      }),
    ),
  }),
  z.object({ resultType: z.literal("scalar"), result: Point }),
  z.object({ resultType: z.literal("string"), result: Point }),
]);
export type QueryData = z.infer<typeof Data>;

export const QueryAnswer = z.discriminatedUnion("status", [
  z.object({ status: z.literal("success"), data: Data, warnings: z.array(z.string()).optional() }),
  z.object({ status: z.literal("error"), errorType: z.string(), error: z.string() }),
]);
export type QueryAnswer = z.infer<typeof QueryAnswer>;
