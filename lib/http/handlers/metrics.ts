/** GET /api/metrics. */
import { z } from "zod";
import type { ApiHandler } from "../api-dependencies";
import { readQuery } from "../read-query";

const NoQuery = z.strictObject({});

export const getMetrics: ApiHandler = async ({ texts }, request) => {
  readQuery(request, NoQuery);
  return new Response(await texts.metrics(), {
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
  });
};
