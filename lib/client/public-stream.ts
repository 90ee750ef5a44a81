import { PublicFrame } from "../contracts/frames";
import { MalformedReplyError } from "./api-error";
import { parseJson } from "./parse-json";
import { readEvents } from "./read-events";

/**
 * The frames of a public stream, in order, until the body ends. Throws MalformedReplyError on anything outside the
 * closed protocol (SSE-1), UnreachableError when the connection breaks.
 */
export async function* readPublicFrames(response: Response): AsyncGenerator<PublicFrame, void, undefined> {
  for await (const event of readEvents(response)) {
    const parsed = PublicFrame.safeParse({ event: event.event, data: parseJson(event.data) });
    if (!parsed.success) {
      throw new MalformedReplyError(`The public frame "${event.event}" could not be read.`);
    }
    yield parsed.data;
  }
}
