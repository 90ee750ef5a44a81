/** GET /api/openapi.json. */
import { z } from "zod";
import type { ApiHandler } from "../api-dependencies";
import { readQuery } from "../read-query";

const NoQuery = z.strictObject({});

export const getOpenApi: ApiHandler = ({ texts }, request) => {
  readQuery(request, NoQuery);
  return Promise.resolve(
    new Response(texts.openApi(), {
      headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-cache" },
    }),
  );
};
