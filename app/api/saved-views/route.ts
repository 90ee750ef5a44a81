import { apiRoute } from "@/lib/server/api-route";

export const dynamic = "force-dynamic";
export const GET = apiRoute("GET /api/saved-views");
export const POST = apiRoute("POST /api/saved-views");
