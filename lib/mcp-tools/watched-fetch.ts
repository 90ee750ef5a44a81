/**
 * The fetch of one HTTP session. Bounds what one response may bring, and tells when the response to a call has ended: the SDK leaves a call waiting
 * whose response stream ended without an answer.
 */
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { z } from "zod";

/** `finished`: the server ended the response. `broken`: the connection was lost. `too_large`: it was cut off here. */
export type ResponseEnd = "finished" | "broken" | "too_large";
export interface WatchedFetch {
  readonly fetch: FetchLike;
  /** Lets go of the response to a call; the server is told nothing by that. */
  abandon(requestId: number): void;
}

const SentCall = z.object({ method: z.literal("tools/call"), id: z.number() });

export function watchedFetch(
  maxBytes: number,
  onCallEnded: (requestId: number, end: ResponseEnd) => void,
): WatchedFetch {
  const open = new Map<number, AbortController>();
  const watch = (body: ReadableStream<Uint8Array>, id: number | null): ReadableStream<Uint8Array> =>
    boundedBody(body, maxBytes, (end) => {
      if (id === null) return;
      open.delete(id);
      onCallEnded(id, end);
    });
  return {
    async fetch(url, init) {
      const id = callIdOf(init?.body);
      const own = new AbortController();
      if (id !== null) open.set(id, own);
      const signals = [own.signal, ...(init?.signal ? [init.signal] : [])];
      try {
        const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
        if (response.body === null || !response.ok) {
          if (id !== null) open.delete(id);
          return response;
        }
        const { status, statusText, headers } = response;
        return new Response(watch(response.body, id), { status, statusText, headers });
      } catch (error) {
        if (id !== null) open.delete(id);
        throw error;
      }
    },
    abandon(requestId) {
      open.get(requestId)?.abort();
      open.delete(requestId);
    },
  };
}

function callIdOf(body: unknown): number | null {
  if (typeof body !== "string" || !body.includes('"tools/call"')) return null;
  const call = SentCall.safeParse(JSON.parse(body));
  return call.success ? call.data.id : null;
}

function boundedBody(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  onEnd: (end: ResponseEnd) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          onEnd("finished");
          return;
        }
        bytes += value.byteLength;
        if (bytes <= maxBytes) {
          controller.enqueue(value);
          return;
        }
        await reader.cancel();
        onEnd("too_large");
        controller.error(new Error("the response is too large"));
      } catch (error) {
        onEnd("broken");
        controller.error(error);
      }
    },
    async cancel(reason) {
      await reader.cancel(reason);
      onEnd("broken");
    },
  });
}
