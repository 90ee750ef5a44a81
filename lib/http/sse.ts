/** Server-sent events as bytes. */

export const SSE_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
} as const;

/** A comment that keeps proxies from closing an idle stream; every 15 s. */
export const HEARTBEAT_MS = 15_000;
export const HEARTBEAT = new TextEncoder().encode(": keep-alive\n\n");

/** One frame. JSON has no raw line breaks, so one data line is always enough. */
export function encodeFrame(id: number | null, event: string, data: unknown): Uint8Array {
  const head = id === null ? "" : `id: ${id}\n`;
  return new TextEncoder().encode(`${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
