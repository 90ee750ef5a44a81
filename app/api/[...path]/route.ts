import { unknownApiRoute } from "@/lib/server/api-route";

export const dynamic = "force-dynamic";
export const GET = unknownApiRoute;
export const POST = unknownApiRoute;
export const PUT = unknownApiRoute;
export const PATCH = unknownApiRoute;
export const DELETE = unknownApiRoute;
