import { problemResponse } from "@/lib/http/problem-response";

const notFound = () => problemResponse("NOT_FOUND", "no route of the API has this address");

export const dynamic = "force-dynamic";
export const GET = notFound;
export const POST = notFound;
export const PUT = notFound;
export const PATCH = notFound;
export const DELETE = notFound;
