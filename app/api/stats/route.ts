import { apiRoute } from "@/lib/server/api-route";

export const dynamic = "force-dynamic";
export const GET = apiRoute("GET /api/stats");
