import { apiRoute } from "@/lib/server/api-route";

export const dynamic = "force-dynamic";
export const PATCH = apiRoute("PATCH /api/webhooks/[id]");
export const DELETE = apiRoute("DELETE /api/webhooks/[id]");
