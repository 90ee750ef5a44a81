import { UnreachableError } from "./api-error";
import { SseParser, type SseEvent } from "./sse-parser";

/**
 * The events of an open stream, in order, until its body ends. A connection that breaks is an UnreachableError.
 * Leaving the loop releases the connection. `onChunk` is called for every piece that arrives, comments included.
 */
export async function* readEvents(
  response: Response,
  onChunk: () => void = () => undefined,
): AsyncGenerator<SseEvent, void, undefined> {
  if (response.body === null) throw new UnreachableError("the reply has no body");
  const reader = response.body.getReader();
  const parser = new SseParser();
  let finished = false;
  try {
    for (;;) {
      const { done, value } = await readChunk(reader);
      if (done) {
        finished = true;
        return;
      }
      onChunk();
      yield* parser.push(value);
    }
  } catch (error) {
    finished = true;
    throw error;
  } finally {
    if (!finished) await reader.cancel();
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (error) {
    throw new UnreachableError(error);
  }
}
