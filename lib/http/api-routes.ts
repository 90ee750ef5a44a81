/** Every route of the API: the one table behind the route files of app/ and the servers of tests. */
import type { ApiHandler } from "./api-dependencies";
import { postCancel } from "./handlers/cancel-run";
import { getHealth, getReady } from "./handlers/health";
import { getRun, getRunEvents, getRunLedger, getRuns, getRunTools, getRunTrace } from "./handlers/read-runs";
import { postChat, postRuns } from "./handlers/start-run";

/** Keys are `METHOD path`; a path segment in brackets is a parameter, as in the folders of app/. */
export const API_ROUTES = {
  "POST /api/chat": postChat,
  "POST /api/runs": postRuns,
  "GET /api/runs": getRuns,
  "GET /api/runs/[id]": getRun,
  "GET /api/runs/[id]/trace": getRunTrace,
  "GET /api/runs/[id]/tools": getRunTools,
  "GET /api/runs/[id]/ledger": getRunLedger,
  "GET /api/runs/[id]/events": getRunEvents,
  "POST /api/runs/[id]/cancel": postCancel,
  "GET /api/health": getHealth,
  "GET /api/ready": getReady,
} as const satisfies Record<string, ApiHandler>;
export type ApiRoute = keyof typeof API_ROUTES;
