import { apiRoute } from "@/lib/server/api-route";

export const dynamic = "force-dynamic";
export const DELETE = apiRoute("DELETE /api/tokens/[id]");
