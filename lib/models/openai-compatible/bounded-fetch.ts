/** Largest body of one answer, bytes after decompression. An answer in events repeats its envelope with every token. */
const PLAIN_LIMIT_BYTES = 1024 * 1024;
const STREAM_LIMIT_BYTES = 4 * 1024 * 1024;

/** The server sent more than an answer may have; its connection has been closed. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";
  constructor(readonly limitBytes: number) {
    super(`the answer is larger than ${limitBytes} bytes`);
  }
}

/**
 * fetch whose body is counted while it arrives: beyond the limit the connection is closed and reading rejects with AnswerTooLargeError. Follows no
 * redirect, so that one call is one request.
 */
export async function boundedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  const isStream = headers.get("content-type")?.includes("text/event-stream") === true;
  const body = response.body.pipeThrough(counting(isStream ? STREAM_LIMIT_BYTES : PLAIN_LIMIT_BYTES));
  return new Response(body, { status, statusText, headers });
}

function counting(limitBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > limitBytes) throw new AnswerTooLargeError(limitBytes);
      controller.enqueue(chunk);
    },
  });
}
