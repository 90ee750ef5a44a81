/**
 * The process of one contender (its module is the first argument): it answers one request after another. Each has a
 * process of its own, because they disturb each other in one: a library that uses AsyncLocalStorage makes every
 * promise of its process slower, and one heap is collected for all.
 */
import type { ContenderModule } from "./contender";
import { MeasuredCalls } from "./measured-calls";
import type { Reply, Request } from "./protocol";
import { Store } from "./store";

async function figureFor(measured: MeasuredCalls, request: Request): Promise<number> {
  switch (request.kind) {
    case "check":
      await measured.check();
      return 0;
    case "warm-up":
      return measured.warmUp(request.forMs);
    case "round":
      // Others ran since, and the caches are theirs: what is measured is work that goes on.
      await measured.round(request.calls);
      return measured.round(request.calls);
    case "suspend":
      return measured.suspend(request.calls);
  }
}

async function answer(measured: Promise<MeasuredCalls>, request: Request): Promise<void> {
  let reply: Reply;
  try {
    reply = { ok: true, figure: await figureFor(await measured, request) };
  } catch (error) {
    reply = { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  process.send?.(reply);
}

async function openContender(path: string | undefined): Promise<MeasuredCalls> {
  if (path === undefined) throw new Error("the first argument names the contender's module");
  const { contender }: ContenderModule = await import(/* @vite-ignore */ path);
  const store = new Store();
  return new MeasuredCalls(store, contender.open(store));
}

const measured = openContender(process.argv[2]);
process.on("disconnect", () => process.exit());
process.on("message", (request: Request) => void answer(measured, request));
