/** A watch as an HTTP body: pulled frame by frame, so that a slow reader holds no memory here. */
import type { Timers } from "../runs/ports";
import type { WatchedFrame } from "../runs/watch-run";
import type { OpenStream } from "./open-stream";
import { encodeFrame, HEARTBEAT, HEARTBEAT_MS } from "./sse";

/** @param watch starts the watch; its signal aborts when the reader has left or may not stay */
export function watchStream(
  timers: Timers,
  stream: OpenStream,
  watch: (signal: AbortSignal) => AsyncGenerator<WatchedFrame>,
): ReadableStream<Uint8Array> {
  const stop = new AbortController();
  const leave = () => stop.abort();
  stream.signal.addEventListener("abort", leave, { once: true });
  if (stream.signal.aborted) leave();
  const frames = watch(stop.signal);
  let beat: { cancel(): void } | null = null;
  const finish = () => {
    stream.close();
    beat?.cancel();
    stream.signal.removeEventListener("abort", leave);
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const schedule = () => {
        beat = timers.after(HEARTBEAT_MS, () => {
          if (stop.signal.aborted) return;
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(HEARTBEAT);
          schedule();
        });
      };
      schedule();
    },
    async pull(controller) {
      const { done, value } = await frames.next().catch((error: unknown) => {
        finish();
        throw error;
      });
      if (done === true) {
        finish();
        if (stop.signal.aborted) controller.error(new Error("the reader left"));
        else controller.close();
        return;
      }
      controller.enqueue(encodeFrame(value.id, value.frame.event, value.frame.data));
    },
    cancel() {
      finish();
      stop.abort();
    },
  });
}
