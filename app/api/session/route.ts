import { apiRoute } from "@/lib/server/api-route";

export const dynamic = "force-dynamic";
export const POST = apiRoute("POST /api/session");
export const GET = apiRoute("GET /api/session");
export const DELETE = apiRoute("DELETE /api/session");
