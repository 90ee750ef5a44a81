import { apiRoute } from "@/lib/server/api-route";

export const dynamic = "force-dynamic";
export const POST = apiRoute("POST /api/knowledge/change");
